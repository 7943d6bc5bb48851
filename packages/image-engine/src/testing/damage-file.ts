import { crc32 } from 'node:zlib';
import type { Random } from '../pixels/raster/random.ts';

type DamagedFormat = 'png' | 'jpeg' | 'webp' | 'heic' | 'avif';

/** Part of a file that has a length field. */
interface FormatChunk {
  readonly startByte: number;
  readonly endByte: number;
  /** Offset of the part's length field. */
  readonly lengthAt: number;
  readonly lengthBytes: 2 | 4;
}

export interface DamagedFile {
  readonly bytes: Uint8Array;
  /** Description of the damage, for messages of failed tests. */
  readonly what: string;
}

/** Numbers that break trusting parsers: zero, sign bits, nearly the maximum. */
const ODD_NUMBERS = [
  0, 1, 2, 7, 8, 255, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff,
];
const SIZE_NAMES = /IHDR|VP8 |VP8L|VP8X|ispe|clap|irot/g;

type Mutation = (bytes: Buffer, format: DamagedFormat, random: Random) => Buffer;

const pick = <T>(random: Random, from: readonly T[]): T | undefined => from[random(from.length)];

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'flipped bits': (bytes, _format, random) => {
    const count = 1 + random(24);
    for (let i = 0; i < count; i += 1) {
      const at = random(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    }
    return bytes;
  },
  'cut off': (bytes, _format, random) => bytes.subarray(0, random(bytes.length)),
  'garbage in the middle': (bytes, _format, random) => {
    const at = random(bytes.length);
    const end = Math.min(bytes.length, at + 1 + random(64));
    const value = pick(random, [0, 255, -1]) ?? 0;
    for (let i = at; i < end; i += 1) bytes[i] = value < 0 ? random(256) : value;
    return bytes;
  },
  'a piece too few or too many': (bytes, _format, random) => {
    const at = random(bytes.length);
    const length = 1 + random(48);
    const piece = bytes.subarray(at, at + length);
    return random(2) === 0
      ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
      : Buffer.concat([bytes.subarray(0, at), piece, piece, bytes.subarray(at)]);
  },
  'a length that lies': (bytes, format, random) => {
    const chunk = pick(random, listFormatChunks(bytes, format));
    if (chunk === undefined) return bytes;
    const isLittle = format === 'webp';
    const honest = readNumber(bytes, chunk.lengthAt, chunk.lengthBytes, isLittle);
    const number = random(2) === 0 ? honest + random(9) - 4 : (pick(random, ODD_NUMBERS) ?? 0);
    writeNumber(bytes, number, chunk.lengthAt, chunk.lengthBytes, isLittle);
    return bytes;
  },
  'stray bytes between parts': (bytes, format, random) => {
    const chunk = pick(random, listFormatChunks(bytes, format));
    if (chunk === undefined) return bytes;
    const stray = Buffer.from(Array.from({ length: 1 + random(24) }, () => random(256)));
    return Buffer.concat([bytes.subarray(0, chunk.endByte), stray, bytes.subarray(chunk.endByte)]);
  },
  'parts in another order': (bytes, format, random) => {
    const chunks = listFormatChunks(bytes, format);
    const [one, other] = [pick(random, chunks), pick(random, chunks)];
    if (one === undefined || other === undefined) return bytes;
    const [first, second] = one.startByte <= other.startByte ? [one, other] : [other, one];
    const part = ({ startByte, endByte }: FormatChunk) => bytes.subarray(startByte, endByte);
    // Exchanges the two parts; if both are the same, duplicates it.
    return Buffer.concat([
      bytes.subarray(0, first.startByte),
      part(second),
      bytes.subarray(first.endByte, Math.max(first.endByte, second.startByte)),
      part(first),
      bytes.subarray(Math.max(first.endByte, second.endByte)),
    ]);
  },
  'a header that lies': (bytes, format, random) => {
    const at = sizeFieldAt(bytes, format, random);
    if (at === null) return bytes;
    const field = at + random(10);
    const number = random(2) === 0 ? random(70_000) : (pick(random, ODD_NUMBERS) ?? 0);
    writeNumber(bytes, number, field, random(2) === 0 ? 2 : 4, format === 'webp');
    return bytes;
  },
};
const NAMES = Object.keys(MUTATIONS);

/**
 * Damages a valid file in one to three ways. Half of the time the checksums of a PNG are repaired, so that its decoder
 * continues.
 */
export function damageFile(file: Uint8Array, format: DamagedFormat, random: Random): DamagedFile {
  let bytes: Buffer = Buffer.from(file);
  const mutationNames: string[] = [];
  const count = 1 + random(3);
  for (let i = 0; i < count && bytes.length > 0; i += 1) {
    const name = pick(random, NAMES) ?? '';
    bytes = MUTATIONS[name]?.(Buffer.from(bytes), format, random) ?? bytes;
    mutationNames.push(name);
  }
  if (format === 'png' && random(2) === 0) mendChecksums(bytes);
  return { bytes: new Uint8Array(bytes), what: mutationNames.join(', ') };
}

function listFormatChunks(bytes: Buffer, format: DamagedFormat): readonly FormatChunk[] {
  switch (format) {
    case 'png':
      return listChunks(bytes, 8, (at) => ({
        lengthAt: at,
        lengthBytes: 4,
        extraBytes: 12,
        isLittle: false,
      }));
    case 'webp':
      return listChunks(bytes, 12, (at) => ({
        lengthAt: at + 4,
        lengthBytes: 4,
        extraBytes: 8,
        isLittle: true,
      }));
    case 'jpeg':
      return listChunks(bytes, 2, (at) => ({
        lengthAt: at + 2,
        lengthBytes: 2,
        extraBytes: 2,
        isLittle: false,
      }));
    case 'heic':
    case 'avif':
      return listBoxes(bytes, 0, bytes.length);
  }
}

interface ChunkLayout {
  readonly lengthAt: number;
  readonly lengthBytes: 2 | 4;
  /** Number of bytes of the chunk that its length field doesn't include. */
  readonly extraBytes: number;
  readonly isLittle: boolean;
}

function listChunks(bytes: Buffer, firstByte: number, layoutAt: (at: number) => ChunkLayout): FormatChunk[] {
  const chunks: FormatChunk[] = [];
  let at = firstByte;
  while (at + 8 <= bytes.length) {
    const { lengthAt, lengthBytes, extraBytes, isLittle } = layoutAt(at);
    const length = readNumber(bytes, lengthAt, lengthBytes, isLittle);
    const endByte = Math.min(bytes.length, at + length + extraBytes);
    chunks.push({ startByte: at, endByte, lengthAt, lengthBytes });
    at = endByte;
  }
  return chunks;
}

/** Boxes of ISO 14496-12, including nested ones. */
function listBoxes(bytes: Buffer, startByte: number, endByte: number): FormatChunk[] {
  const chunks: FormatChunk[] = [];
  let at = startByte;
  while (at + 8 <= endByte) {
    const length = bytes.readUInt32BE(at);
    const boxEnd = Math.min(endByte, at + Math.max(8, length));
    chunks.push({ startByte: at, endByte: boxEnd, lengthAt: at, lengthBytes: 4 });
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (/^(?:iprp|ipco)$/.test(name)) chunks.push(...listBoxes(bytes, at + 8, boxEnd));
    if (name === 'meta') chunks.push(...listBoxes(bytes, at + 12, boxEnd));
    at = boxEnd;
  }
  return chunks;
}

/**
 * Offset at which the file stores the picture's size: after the name of a box or chunk, or after a JPEG's frame
 * marker.
 */
function sizeFieldAt(bytes: Buffer, format: DamagedFormat, random: Random): number | null {
  const text = bytes.toString('latin1');
  const matches = [...text.matchAll(format === 'jpeg' ? /\xff[\xc0\xc2]../gs : SIZE_NAMES)];
  const match = pick(random, matches);
  return match === undefined ? null : match.index + 4;
}

function mendChecksums(bytes: Buffer): void {
  for (const { startByte, endByte } of listFormatChunks(bytes, 'png')) {
    if (endByte - startByte < 12) continue;
    bytes.writeUInt32BE(crc32(bytes.subarray(startByte + 4, endByte - 4)), endByte - 4);
  }
}

function readNumber(bytes: Buffer, at: number, length: 2 | 4, isLittle: boolean): number {
  if (at + length > bytes.length) return 0;
  return isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);
}

function writeNumber(bytes: Buffer, value: number, at: number, length: 2 | 4, isLittle: boolean): void {
  if (at + length > bytes.length) return;
  const fitting = ((value % 2 ** (8 * length)) + 2 ** (8 * length)) % 2 ** (8 * length);
  if (isLittle) bytes.writeUIntLE(fitting, at, length);
  else bytes.writeUIntBE(fitting, at, length);
}
