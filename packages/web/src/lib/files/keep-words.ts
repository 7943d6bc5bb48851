/** Copies a picture's metadata to a PNG, without the engine's code, which would make pages larger. */

const OPENS = '<?xpacket begin';
const CLOSES = '<?xpacket end="r"?>';
/** Keyword and empty fields of an iTXt chunk with XMP, and the length of a PNG's signature and header. */
const ITXT_HEAD = 'iTXtXML:com.adobe.xmp\0\0\0\0\0';
const PNG_HEAD_BYTES = 33;

/** @returns the given PNG if the source has no metadata */
export async function copyMetadata(source: Blob, png: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await source.arrayBuffer());
  // Decodes to one character per byte, so that positions in the text are positions in the file.
  const text = new TextDecoder('latin1').decode(bytes);
  const start = text.indexOf(OPENS);
  const end = text.indexOf(CLOSES, start);
  if (start < 0 || end < 0) return png;
  const head = new TextEncoder().encode(ITXT_HEAD);
  const packet = bytes.subarray(start, end + CLOSES.length);
  const chunk = new Uint8Array(4 + head.length + packet.length + 4);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, head.length - 4 + packet.length);
  chunk.set(head, 4);
  chunk.set(packet, 4 + head.length);
  view.setUint32(chunk.length - 4, crc32(chunk.subarray(4, chunk.length - 4)));
  return new Blob([png.slice(0, PNG_HEAD_BYTES), chunk, png.slice(PNG_HEAD_BYTES)], { type: png.type });
}

/** Checksum used by PNG (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
