/** Assembles ICC profiles from files and checks them before any color conversion uses them (ICC.1:2022, section 7). */
import { ByteReader } from '../header/bytes.ts';
import { isStartOfFrame, iterateSegments } from '../header/jpeg.ts';

type ProfileSpace = 'RGB' | 'GRAY' | 'CMYK';

const HEADER_BYTES = 128;
const TAG_BYTES = 12;
const MAX_TAGS = 200;
const MAX_VERSION = 4;
/** Profile tags that describe the conversion: tables, or curves and colorants. */
const CONVERSIONS: Readonly<Record<ProfileSpace, readonly (readonly string[])[]>> = {
  RGB: [['A2B0'], ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC']],
  GRAY: [['A2B0'], ['kTRC']],
  CMYK: [['A2B0']],
};

/** Color space of a profile that is usable for conversion; null for a broken or unsuitable profile. */
export function profileSpace(profile: Uint8Array): ProfileSpace | null {
  const reader = new ByteReader(profile);
  if (!reader.has(0, HEADER_BYTES + 4) || reader.text(36, 4) !== 'acsp') return null;
  const length = reader.u32(0);
  if (length > profile.length || reader.u8(8) > MAX_VERSION) return null;
  const space = (['RGB', 'GRAY', 'CMYK'] as const).find((name) => reader.text(16, 4) === name.padEnd(4));
  if (space === undefined || !['XYZ ', 'Lab '].includes(reader.text(20, 4))) return null;
  const count = reader.u32(HEADER_BYTES);
  if (count > MAX_TAGS || HEADER_BYTES + 4 + count * TAG_BYTES > length) return null;
  const names = new Set<string>();
  for (let i = 0; i < count; i++) {
    const entry = HEADER_BYTES + 4 + i * TAG_BYTES;
    if (reader.u32(entry + 4) + reader.u32(entry + 8) > length || reader.u32(entry + 8) < 4) return null;
    names.add(reader.text(entry, 4));
  }
  return CONVERSIONS[space].some((tags) => tags.every((tag) => names.has(tag))) ? space : null;
}

/**
 * Color space of a profile if it fits a picture with this many color channels, else null. An RGB profile also fits a
 * gray picture.
 */
export function fitsChannels(profile: Uint8Array, channels: number): ProfileSpace | null {
  const space = profileSpace(profile);
  if (space === 'GRAY') return channels === 1 ? space : null;
  if (space === 'CMYK') return channels === 4 ? space : null;
  return channels === 4 ? null : space;
}

interface JpegColor {
  readonly profile: Uint8Array | null;
  readonly channels: number;
}

const APP2 = 0xe2;
const SIGNATURE = 'ICC_PROFILE\0';

/** Profile tags that browsers interpret differently: code points and color tables. */
const UNEVEN_TAGS = new Set(['cicp', 'A2B0', 'A2B1', 'A2B2']);
const PLAIN_CLASSES = new Set(['mntr', 'scnr', 'spac']);

/**
 * True for a valid profile that consists of curves and colorants; all browsers convert such profiles in the same way.
 */
export function isPlainProfile(profile: Uint8Array): boolean {
  const reader = new ByteReader(profile);
  if (profileSpace(profile) === null) return false;
  if (!PLAIN_CLASSES.has(reader.text(12, 4)) || reader.text(20, 4) !== 'XYZ ') return false;
  return tagNames(reader).every((name) => !UNEVEN_TAGS.has(name));
}

/** Names of the tags in a profile whose tag table was checked before. */
const tagNames = (reader: ByteReader): string[] =>
  Array.from({ length: reader.u32(HEADER_BYTES) }, (_, i) =>
    reader.text(HEADER_BYTES + 4 + i * TAG_BYTES, 4),
  );

interface IccPart {
  readonly number: number;
  readonly count: number;
  readonly content: Uint8Array;
}

/** Parts of ICC profiles in a JPEG, in the order of the file. */
export function listIccParts(reader: ByteReader): IccPart[] {
  const parts: IccPart[] = [];
  for (const { marker, at } of iterateSegments(reader)) {
    const end = at + 2 + reader.u16(at + 2);
    if (marker !== APP2 || reader.text(at + 4, SIGNATURE.length) !== SIGNATURE || end < at + 18) continue;
    if (!reader.has(at + 16, 2)) continue;
    parts.push({
      number: reader.u8(at + 16),
      count: reader.u8(at + 17),
      content: reader.bytes.subarray(at + 18, end),
    });
  }
  return parts;
}

/**
 * ICC profile and number of channels of a JPEG. The profile's numbered parts may be in any order; the profile is null
 * if a part is missing (ICC.1:2022, B.4).
 */
export function jpegProfile(file: Uint8Array): JpegColor {
  const reader = new ByteReader(file);
  const frame = [...iterateSegments(reader)].find(
    ({ marker, at }) => isStartOfFrame(marker) && reader.has(at + 9, 1),
  );
  const channels = frame === undefined ? 3 : reader.u8(frame.at + 9);
  const parts = new Map<number, Uint8Array>();
  let count = 0;
  for (const part of listIccParts(reader)) {
    count ||= part.count;
    if (part.number > 0 && !parts.has(part.number)) parts.set(part.number, part.content);
  }
  return { profile: joinedParts(parts, count), channels };
}

function joinedParts(parts: ReadonlyMap<number, Uint8Array>, count: number): Uint8Array | null {
  if (count === 0 || parts.size !== count) return null;
  const ordered = Array.from({ length: count }, (_, i) => parts.get(i + 1));
  const whole = new Uint8Array(ordered.reduce((sum, part) => sum + (part?.length ?? 0), 0));
  let at = 0;
  for (const part of ordered) {
    if (part === undefined) return null;
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
