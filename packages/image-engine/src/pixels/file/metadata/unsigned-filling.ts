/** Finds parts of an AVIF that its C2PA signature doesn't cover. Source: C2PA 2.2, 18.6.2 (mandatory exclusions of c2pa.hash.bmff). */

const HEADER_BYTES = 16;
const LARGE_SIZE = 1;
const TO_THE_END = 0;
/** Box types without picture data, which the signature doesn't cover; files that this product makes have none. */
const FILLING = ['free', 'skip', 'mfra'];
/** Maximum number of top-level boxes that are read. */
const BOXES_MAX = 200;

/**
 * True if an AVIF file contains boxes that its signature doesn't cover, which C2PA readers don't report, or too many
 * boxes to check.
 */
export async function hasUnsignedFilling(file: Blob): Promise<boolean> {
  let from = 0;
  for (let count = 0; from + HEADER_BYTES / 2 <= file.size; count += 1) {
    if (count === BOXES_MAX) return true;
    const header = new DataView(await file.slice(from, from + HEADER_BYTES).arrayBuffer());
    const kind = String.fromCharCode(...new Uint8Array(header.buffer, 4, 4));
    // An `ftyp` box is valid only at the beginning.
    if (FILLING.includes(kind) || (kind === 'ftyp' && from > 0)) return true;
    const size = header.getUint32(0);
    if (size === TO_THE_END) return false;
    const length =
      size === LARGE_SIZE && header.byteLength === HEADER_BYTES ? Number(header.getBigUint64(8)) : size;
    if (length < HEADER_BYTES / 2) return false;
    from += length;
  }
  return false;
}
