/**
 * Distinguishes files that every browser displays as the engine decodes them from files whose color or orientation
 * browsers interpret differently.
 */
import { ByteReader } from '../header/bytes.ts';
import { readHeicHeader } from '../header/heic.ts';
import { isExif, iterateSegments } from '../header/jpeg.ts';
import { detectImageFormat } from '../header/probe.ts';
import { iterateChunks } from '../metadata/walk.ts';
import { fitsChannels, listIccParts, isPlainProfile, jpegProfile } from './icc-profile.ts';
import { orientationEntries, orientationInTiff } from './orientation.ts';
import { pngColor } from './png-color.ts';

/**
 * False if browsers may interpret the file differently: because of code points, gamma or chromaticities other than
 * sRGB's, CMYK inks, profiles that don't fit, or orientations that are stated twice, are invalid, or occur outside a
 * JPEG.
 * @param file a whole picture; the result is true for an unknown format
 */
export function isReadAlike(file: Uint8Array): boolean {
  switch (detectImageFormat(file)) {
    case 'png':
      return isPlainPng(file);
    case 'jpeg':
      return isPlainJpeg(file);
    case 'webp':
      return isPlainWebp(file);
    case 'heic':
      return isPlainHeif(file);
    // AVIF decoders disagree about mirroring, cropping and their order.
    case 'avif':
      return false;
    default:
      return true;
  }
}

const SRGB_GAMMA = 45_455;
/** White, red, green and blue of sRGB, as cHRM states them. */
const SRGB_CHROMATICITIES = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000];
const TOLERANCE = 100;

function isPlainPng(file: Uint8Array): boolean {
  const reader = new ByteReader(file);
  const isNear = (at: number, value: number): boolean => Math.abs(reader.u32(at) - value) <= TOLERANCE;
  for (const { type, start, end } of iterateChunks(file)) {
    // Refuses color code points, and animations, whose first frame may differ from the still picture.
    if (type === 'cICP' || type === 'acTL') return false;
    if (type === 'gAMA' && !(end === start + 4 && isNear(start, SRGB_GAMMA))) return false;
    if (
      type === 'cHRM' &&
      !(end === start + 32 && SRGB_CHROMATICITIES.every((v, i) => isNear(start + i * 4, v)))
    )
      return false;
    if (type === 'eXIf' && orientationInTiff(reader, start, end) !== 1) return false;
  }
  const color = pngColor(file);
  if (color.kind !== 'profile') return color.kind === 'srgb';
  return !color.isOfGray && isPlainProfile(color.profile);
}

const INKS = 4;

function isPlainJpeg(file: Uint8Array): boolean {
  const reader = new ByteReader(file);
  const exif = [...iterateSegments(reader)].filter(({ marker, at }) => isExif(reader, marker, at));
  if (exif.length > 1 || exif.some(({ at }) => !isPlainExif(reader, at))) return false;
  const { profile, channels } = jpegProfile(file);
  if (channels === INKS) return false;
  const parts = listIccParts(reader);
  if (parts.length === 0) return true;
  const isInOrder = parts.every(({ number, count }, i) => number === i + 1 && count === parts.length);
  const space = profile === null ? null : fitsChannels(profile, channels);
  if (profile === null || !isInOrder || !isPlainProfile(profile)) return false;
  return space === (channels === 1 ? 'GRAY' : 'RGB');
}

/** True for an Exif segment with the usual signature and at most one orientation, which must be valid. */
function isPlainExif(reader: ByteReader, at: number): boolean {
  const [start, end] = [at + 10, at + 2 + reader.u16(at + 2)];
  const entries = orientationEntries(reader, start, end);
  return reader.u8(at + 9) === 0 && entries.length <= 1 && !entries.includes(null);
}

function isPlainWebp(file: Uint8Array): boolean {
  const reader = new ByteReader(file);
  return [...iterateChunks(file)].every(({ type, start, end }) => {
    if (type === 'ICCP') {
      const profile = file.subarray(start, end);
      return fitsChannels(profile, 3) === 'RGB' && isPlainProfile(profile);
    }
    return type !== 'EXIF' || orientationInTiff(reader, start, end) === 1;
  });
}

/** Code points that browsers show as sRGB: primaries of BT.709 or unspecified ones, and these transfer functions. */
const PLAIN_PRIMARIES = [1, 2, undefined];
const PLAIN_TRANSFERS = [1, 2, 6, 13, undefined];

function isPlainHeif(file: Uint8Array): boolean {
  const { iccProfile, colorPrimaries, transfer } = readHeicHeader(new ByteReader(file));
  return (
    iccProfile === undefined && PLAIN_PRIMARIES.includes(colorPrimaries) && PLAIN_TRANSFERS.includes(transfer)
  );
}
