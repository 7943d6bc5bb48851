/**
 * Determines the color space that a file states. If several statements conflict, the one that Chromium would use wins.
 */
import { ByteReader } from '../header/bytes.ts';
import type { ImageFormat } from '../header/probe.ts';
import { iterateChunks } from '../metadata/walk.ts';
import { fitsChannels, jpegProfile } from './icc-profile.ts';
import type { StatedColor } from './rgb-space.ts';
import { pngColor } from './png-color.ts';

const SRGB: StatedColor = { kind: 'srgb' };

/**
 * Reads the stated color of a whole file.
 * @param format format of the file; HEIC and AVIF state their color in the header that `readHeicHeader` reads
 */
export function statedColor(file: Uint8Array, format: Exclude<ImageFormat, 'heic' | 'avif'>): StatedColor {
  if (format === 'png') return pngColor(file);
  return format === 'jpeg' ? jpegColor(file) : webpColor(file);
}

function jpegColor(file: Uint8Array): StatedColor {
  const { profile, channels } = jpegProfile(file);
  const fitting = profile === null ? null : fitsChannels(profile, channels);
  if (fitting !== null && profile !== null) {
    const isOfGray = fitting === 'GRAY';
    return { kind: 'profile', profile, isOfGray, isForDecoder: isOfGray || channels > 1 };
  }
  return channels === 4 ? { kind: 'inks' } : SRGB;
}

const WEBP_PROFILE_FLAG = 0x20;
/** Offset of the flags in a WebP file of the extended form (RFC 9649, section 2.7). */
const WEBP_FLAGS_AT = 20;

function webpColor(file: Uint8Array): StatedColor {
  const reader = new ByteReader(file);
  if (reader.text(12, 4) !== 'VP8X' || (reader.u8(WEBP_FLAGS_AT) & WEBP_PROFILE_FLAG) === 0) return SRGB;
  for (const { type, start, end } of iterateChunks(file)) {
    if (type !== 'ICCP') continue;
    const profile = file.subarray(start, end);
    if (fitsChannels(profile, 3) === null) return SRGB;
    return { kind: 'profile', profile, isOfGray: false, isForDecoder: true };
  }
  return SRGB;
}
