/**
 * Inflates metadata synchronously, also in browsers, whose own API is asynchronous. Files are untrusted: decoding stops
 * at damage and at the output limit. Source: RFC 1950, RFC 1951 (3.2).
 */

/** Huffman codes: the number of codes of each length, and their symbols by length and order. */
interface HuffmanCodes {
  readonly counts: readonly number[];
  readonly symbols: readonly number[];
}

const LONGEST_CODE = 15;
const LENGTH_BASES = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const CODE_LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END_OF_BLOCK = 256;

/** Error for compressed data that ends early or is invalid. */
class Damaged extends Error {}

class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#at = from;
  }

  bits(count: number): number {
    while (this.#count < count) {
      this.#held |= this.byte() << this.#count;
      this.#count += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return value;
  }

  symbol({ counts, symbols }: HuffmanCodes): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= LONGEST_CODE; length += 1) {
      code |= this.bits(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + code - first] ?? END_OF_BLOCK;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Damaged();
  }

  byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Damaged();
    this.#at += 1;
    return byte;
  }

  dropBits(): void {
    this.#held = 0;
    this.#count = 0;
  }
}

function buildCodes(lengths: readonly number[]): HuffmanCodes {
  const counts = Array.from({ length: LONGEST_CODE + 1 }, (_, length) =>
    length === 0 ? 0 : lengths.filter((each) => each === length).length,
  );
  const symbols = counts.flatMap((_count, length) =>
    length === 0 ? [] : lengths.flatMap((each, symbol) => (each === length ? symbol : [])),
  );
  return { counts, symbols };
}

const repeatValue = (value: number, times: number): readonly number[] =>
  Array.from({ length: times }, () => value);
const FIXED = [
  buildCodes([...repeatValue(8, 144), ...repeatValue(9, 112), ...repeatValue(7, 24), ...repeatValue(8, 8)]),
  buildCodes(repeatValue(5, 30)),
] as const;

function codesIn(reader: BitReader): readonly [HuffmanCodes, HuffmanCodes] {
  const [literals, distances, codeLengthCount] = [
    reader.bits(5) + 257,
    reader.bits(5) + 1,
    reader.bits(4) + 4,
  ];
  const ordered = Array.from({ length: CODE_LENGTHS_ORDER.length }, () => 0);
  for (const symbol of CODE_LENGTHS_ORDER.slice(0, codeLengthCount)) ordered[symbol] = reader.bits(3);
  const codes = buildCodes(ordered);
  const lengths: number[] = [];
  while (lengths.length < literals + distances) {
    const symbol = reader.symbol(codes);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) lengths.push(...repeatValue(lengths.at(-1) ?? 0, 3 + reader.bits(2)));
    else lengths.push(...repeatValue(0, symbol === 17 ? 3 + reader.bits(3) : 11 + reader.bits(7)));
  }
  return [buildCodes(lengths.slice(0, literals)), buildCodes(lengths.slice(literals, literals + distances))];
}

/**
 * Inflates zlib data until its end, damage or the output limit.
 * @param from offset of the two-byte zlib header
 * @param mostBytes output limit
 * @returns the bytes decoded so far
 */
export function inflateStream(file: Uint8Array, from: number, mostBytes: number): Uint8Array {
  const output: number[] = [];
  const reader = new BitReader(file, from + 2);
  try {
    for (let isLast = false; !isLast && output.length < mostBytes;) {
      isLast = reader.bits(1) === 1;
      const kind = reader.bits(2);
      if (kind === 0) copyStored(reader, output, mostBytes);
      else if (kind === 3) break;
      else readBlock(reader, kind === 1 ? FIXED : codesIn(reader), output, mostBytes);
    }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
  }
  return Uint8Array.from(output.slice(0, mostBytes));
}

function copyStored(reader: BitReader, output: number[], mostBytes: number): void {
  reader.dropBits();
  const length = reader.byte() | (reader.byte() << 8);
  reader.byte();
  reader.byte();
  for (let i = 0; i < length && output.length < mostBytes; i += 1) output.push(reader.byte());
}

function readBlock(
  reader: BitReader,
  [literals, distances]: readonly [HuffmanCodes, HuffmanCodes],
  output: number[],
  mostBytes: number,
): void {
  while (output.length < mostBytes) {
    const symbol = reader.symbol(literals);
    if (symbol === END_OF_BLOCK) return;
    if (symbol < END_OF_BLOCK) {
      output.push(symbol);
      continue;
    }
    const length = (LENGTH_BASES[symbol - 257] ?? 0) + reader.bits(LENGTH_BITS[symbol - 257] ?? 0);
    const far = reader.symbol(distances);
    const distance = (DISTANCE_BASES[far] ?? 0) + reader.bits(DISTANCE_BITS[far] ?? 0);
    if (distance === 0 || distance > output.length) throw new Damaged();
    for (let i = 0; i < length; i += 1) output.push(output[output.length - distance] ?? 0);
  }
}
