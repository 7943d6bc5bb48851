/**
 * Reads a PNG's color space from its chunks (PNG specification, section 4.3), in this precedence: cICP, then iCCP,
 * then sRGB, then gAMA with cHRM. Ignores chunks with a wrong checksum or after the picture data. The first chunk of a
 * kind wins.
 */
import { ByteReader, crc32 } from '../header/bytes.ts';
import { inflateStream } from '../metadata/inflate.ts';
import { iterateChunks } from '../metadata/walk.ts';
import type { StatedColor } from './rgb-space.ts';
import { fitsChannels, profileSpace } from './icc-profile.ts';
import { codePointSpace, gammaSpace } from './rgb-space.ts';

const COLOR_CHUNKS = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM']);
const COLOR_TYPE_AT = 25;
const DEPTH_AT = 24;
const GRAY_TYPES = new Set([0, 4]);
/** Size limit of profiles that are read; photos have smaller profiles. */
const MAX_PROFILE_BYTES = 4 * 1024 ** 2;
const UNIT = 100_000;

export function pngColor(file: Uint8Array): StatedColor {
  const header = new ByteReader(file);
  const isGrayPicture = GRAY_TYPES.has(header.u8(COLOR_TYPE_AT));
  const is16Bit = header.u8(DEPTH_AT) === 16;
  const chunks = colorChunks(file);
  const coded = codePoints(chunks.get('cICP'));
  if (coded !== null) return coded === 'srgb' ? { kind: 'srgb' } : { kind: 'space', space: coded, is16Bit };
  const profile = profileIn(chunks.get('iCCP'));
  if (profile !== null) {
    const fitting = fitsChannels(profile, isGrayPicture ? 1 : 3);
    if (fitting === null) return { kind: 'srgb' };
    const isOfGray = fitting === 'GRAY';
    return { kind: 'profile', profile, isOfGray, isForDecoder: !is16Bit && isOfGray === isGrayPicture };
  }
  const space = isSrgb(chunks.get('sRGB')) ? null : gamma(chunks.get('gAMA'), chunks.get('cHRM'));
  return space === null ? { kind: 'srgb' } : { kind: 'space', space, is16Bit };
}

function colorChunks(file: Uint8Array): Map<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>();
  let isBehindPalette = false;
  for (const { type, start, end, at } of iterateChunks(file)) {
    if (type === 'IDAT') break;
    if (type === 'PLTE') isBehindPalette = true;
    if (!COLOR_CHUNKS.has(type) || chunks.has(type) || (type === 'cICP' && isBehindPalette)) continue;
    const isWhole = crc32(file.subarray(at + 4, end)) === new ByteReader(file).u32(end);
    if (isWhole) chunks.set(type, file.subarray(start, end));
  }
  return chunks;
}

/** Color space that a cICP chunk states, which must be full-range RGB; null if another chunk decides. */
function codePoints(chunk: Uint8Array | undefined): ReturnType<typeof codePointSpace> {
  if (chunk?.length !== 4) return null;
  const [colorPrimaries, transfer, matrix, isFullRange] = chunk;
  if (matrix !== 0 || isFullRange !== 1) return null;
  return codePointSpace({ colorPrimaries, transfer }, 'studio monitor');
}

function profileIn(chunk: Uint8Array | undefined): Uint8Array | null {
  if (chunk === undefined) return null;
  const nameEnd = chunk.indexOf(0);
  if (nameEnd < 0 || chunk[nameEnd + 1] !== 0) return null;
  const profile = inflateStream(chunk, nameEnd + 2, MAX_PROFILE_BYTES);
  return profileSpace(profile) === null ? null : profile;
}

const MAX_INTENT = 3;
const isSrgb = (chunk: Uint8Array | undefined): boolean =>
  chunk?.length === 1 && (chunk[0] ?? 9) <= MAX_INTENT;

function gamma(gama: Uint8Array | undefined, chrm: Uint8Array | undefined): ReturnType<typeof gammaSpace> {
  if (gama?.length !== 4) return null;
  const value = new ByteReader(gama).u32(0) / UNIT;
  if (value === 0) return null;
  if (chrm?.length !== 32) return gammaSpace(value, null);
  const reader = new ByteReader(chrm);
  const at = (i: number): number => reader.u32(i * 4) / UNIT;
  return gammaSpace(value, {
    white: [at(0), at(1)],
    red: [at(2), at(3)],
    green: [at(4), at(5)],
    blue: [at(6), at(7)],
  });
}
