import type { ByteReader } from './bytes.ts';

/** Position of an item's bytes in the file (box `iloc`, ISO/IEC 14496-12, section 8.11.3). */
interface ItemExtent {
  readonly offset: number;
  readonly length: number;
}

/** Reads unsigned big-endian numbers of given widths, one after another. */
class FieldReader {
  readonly #reader: ByteReader;
  #at: number;

  constructor(reader: ByteReader, at: number) {
    this.#reader = reader;
    this.#at = at;
  }

  next(widthBytes: number): number {
    let value = 0;
    for (let i = 0; i < widthBytes; i++) value = value * 256 + this.#reader.u8(this.#at + i);
    this.#at += widthBytes;
    return value;
  }
}

/** Maximum number of items and extents that are read; a tiled photo has some hundreds. */
const STEPS_MAX = 100_000;

/**
 * Yields every extent whose bytes are in the file itself; `start` is the first byte of the box's content.
 * @throws RangeError for truncated data or too many entries
 */
export function* readExtents(reader: ByteReader, start: number): Generator<ItemExtent> {
  const version = reader.u8(start);
  const fields = new FieldReader(reader, start + 4);
  const sizes = fields.next(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const items = fields.next(version < 2 ? 2 : 4);
  let steps = 0;
  for (let item = 0; item < items; item++) {
    fields.next(version < 2 ? 2 : 4);
    const inFile = version === 0 || (fields.next(2) & 15) === 0;
    fields.next(2);
    const base = fields.next(baseSize);
    const extents = fields.next(2);
    steps += 1 + extents;
    if (steps > STEPS_MAX) throw new RangeError('More extents than a photo has');
    for (let extent = 0; extent < extents; extent++) {
      fields.next(indexSize);
      const offset = base + fields.next(offsetSize);
      const length = fields.next(lengthSize);
      if (inFile) yield { offset, length };
    }
  }
}
