/** Reads big- and little-endian numbers from bytes. Throws a RangeError beyond the end. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  has(offset: number, count: number): boolean {
    return offset >= 0 && offset + count <= this.bytes.length;
  }

  u8(offset: number): number {
    return this.#view.getUint8(offset);
  }

  u16(offset: number, isLittleEndian = false): number {
    return this.#view.getUint16(offset, isLittleEndian);
  }

  u24(offset: number, isLittleEndian = false): number {
    const [a, b, c] = [this.u8(offset), this.u8(offset + 1), this.u8(offset + 2)];
    return isLittleEndian ? a | (b << 8) | (c << 16) : (a << 16) | (b << 8) | c;
  }

  u32(offset: number, isLittleEndian = false): number {
    return this.#view.getUint32(offset, isLittleEndian);
  }

  /** `count` bytes as Latin-1 text; shorter at the end of the buffer. */
  text(offset: number, count: number): string {
    let text = '';
    const end = Math.min(offset + count, this.length);
    for (let i = offset; i < end; i++) text += String.fromCharCode(this.bytes[i]);
    return text;
  }
}

/** Exif orientation: 1 is upright; 5 to 8 swap width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface HeaderFacts {
  /** Width of the stored picture, before the orientation is applied. */
  readonly widthPx: number;
  readonly heightPx: number;
  /**
   * Orientation that must be applied after decoding; undefined if the file states none or its decoder applies it
   * (HEIC, AVIF).
   */
  readonly orientation?: Orientation | undefined;
  /** True if the upright picture swaps width and height. */
  readonly isTurned?: boolean;
}

/** CRC-32 as used in PNG chunks (ISO 3309; PNG specification, annex D). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/**
 * Computes the CRC-32 of bytes.
 * @returns an unsigned 32-bit number
 */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
