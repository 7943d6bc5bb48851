/**
 * Reads untrusted CBOR, as far as checking a manifest's unsigned parts requires. Checks lengths before reading, and
 * limits depth and count. Source: RFC 8949.
 */
import { ByteReader } from '../header/bytes.ts';

export type CborValue =
  | number
  | string
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<CborValue, CborValue>
  | CborTag
  | CborSimple;

interface CborTag {
  readonly tag: number;
  readonly value: CborValue;
}

/**
 * Simple CBOR value: true, false, null, undefined or a floating-point number. `simple` is the value's number, or the
 * bits of a floating-point number.
 */
interface CborSimple {
  readonly simple: number;
}
export const CBOR_NULL = 22;

const DEPTH_MAX = 24;
const ITEMS_MAX = 200_000;
const INDEFINITE = 31;
const BREAK = 0xff;
/** Number of bytes that follow for a size, by the lowest five bits of the first byte. */
const SIZE_BYTES: Readonly<Record<number, 1 | 2 | 4 | 8>> = { 24: 1, 25: 2, 26: 4, 27: 8 };
const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 } as const;

/**
 * Parses bytes that contain exactly one CBOR value.
 * @returns null for any other bytes
 */
export function parseCbor(bytes: Uint8Array): CborValue | null {
  try {
    const reader = new CborDecoder(bytes);
    const value = reader.value(0);
    return reader.at === bytes.length ? value : null;
  } catch (error) {
    if (error instanceof NotCbor) return null;
    throw error;
  }
}

class NotCbor extends Error {}

class CborDecoder {
  at = 0;
  #items = 0;
  readonly #reader: ByteReader;

  constructor(bytes: Uint8Array) {
    this.#reader = new ByteReader(bytes);
  }

  value(depth: number): CborValue {
    this.#items += 1;
    if (depth > DEPTH_MAX || this.#items > ITEMS_MAX) throw new NotCbor();
    const first = this.#u8();
    const [major, extra] = [first >> 5, first & 31];
    if (extra === INDEFINITE) return this.#indefinite(major, depth);
    const size = this.#size(extra);
    switch (major) {
      case MAJOR.unsigned:
        return size;
      case MAJOR.negative:
        return -1 - size;
      case MAJOR.bytes:
        return this.#take(size);
      case MAJOR.text:
        return new TextDecoder().decode(this.#take(size));
      case MAJOR.array:
        return Array.from({ length: this.#countable(size) }, () => this.value(depth + 1));
      case MAJOR.map:
        return new Map(
          Array.from({ length: this.#countable(size) }, () => [this.value(depth + 1), this.value(depth + 1)]),
        );
      case MAJOR.tag:
        return { tag: size, value: this.value(depth + 1) };
      default:
        return { simple: extra < 24 ? extra : size };
    }
  }

  #indefinite(major: number, depth: number): CborValue {
    const items: CborValue[] = [];
    while (this.#peek() !== BREAK) items.push(this.value(depth + 1));
    this.at += 1;
    if (major === MAJOR.array) return items;
    if (major === MAJOR.map && items.length % 2 === 0)
      return new Map(
        Array.from({ length: items.length / 2 }, (_, at) => [items[2 * at] ?? 0, items[2 * at + 1] ?? 0]),
      );
    // Texts and byte strings in several chunks aren't joined, because the checked fields never use this form.
    if (major === MAJOR.bytes || major === MAJOR.text) return items;
    throw new NotCbor();
  }

  #size(extra: number): number {
    if (extra < 24) return extra;
    const count = SIZE_BYTES[extra];
    if (count === undefined || !this.#reader.has(this.at, count)) throw new NotCbor();
    const { at } = this;
    this.at += count;
    switch (count) {
      case 1:
        return this.#reader.u8(at);
      case 2:
        return this.#reader.u16(at);
      case 4:
        return this.#reader.u32(at);
      case 8:
        return this.#reader.u32(at) * 2 ** 32 + this.#reader.u32(at + 4);
    }
  }

  /** Rejects counts above the remaining bytes, because each item needs at least one. */
  #countable(count: number): number {
    if (!this.#reader.has(this.at, count)) throw new NotCbor();
    return count;
  }

  #take(count: number): Uint8Array {
    const { at } = this;
    this.at += this.#countable(count);
    return this.#reader.bytes.subarray(at, this.at);
  }

  #peek(): number {
    if (!this.#reader.has(this.at, 1)) throw new NotCbor();
    return this.#reader.u8(this.at);
  }

  #u8(): number {
    const value = this.#peek();
    this.at += 1;
    return value;
  }
}
