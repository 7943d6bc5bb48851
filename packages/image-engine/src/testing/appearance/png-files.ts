/** Generates PNGs that state color and orientation in many ways. */
import { crc32, deflateSync } from 'node:zlib';
import { exif, joinBytes, u32, xmpOrientation } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { adobeRgbProfile, grayProfile } from './icc.ts';
import { GRAY_SAMPLES, HEIGHT_PX, INDEX_SAMPLES, PALETTE, RGB_SAMPLES, WIDTH_PX } from './picture.ts';

function chunk(type: string, ...content: readonly Bytes[]): Buffer {
  const typeAndContent = joinBytes(type, ...content);
  return joinBytes(u32(typeAndContent.length - 4), typeAndContent, u32(crc32(typeAndContent)));
}

type PngKind = 'rgb' | 'rgb16' | 'rgba' | 'gray' | 'gray16' | 'gray alpha' | 'palette';
const COLOR_TYPES: Readonly<Record<PngKind, number>> = {
  rgb: 2,
  rgb16: 2,
  rgba: 6,
  gray: 0,
  gray16: 0,
  'gray alpha': 4,
  palette: 3,
};

function createSamples(kind: PngKind): Buffer {
  const samples = kind === 'palette' ? INDEX_SAMPLES : kind.startsWith('gray') ? GRAY_SAMPLES : RGB_SAMPLES;
  if (kind.endsWith('16')) return Buffer.from([...samples].flatMap((value) => [value, value]));
  if (kind === 'gray alpha') return Buffer.from([...samples].flatMap((value) => [value, 255]));
  if (kind === 'rgba')
    return Buffer.from([...samples].flatMap((value, i) => (i % 3 === 2 ? [value, 255] : [value])));
  return samples;
}

interface PngParts {
  readonly kind?: PngKind;
  /**
   * Chunks to insert between the header and the palette; the next fields are chunks between palette and picture, and
   * after the picture.
   */
  readonly first?: readonly Bytes[];
  readonly late?: readonly Bytes[];
  readonly last?: readonly Bytes[];
}

function png({ kind = 'rgb', first = [], late = [], last = [] }: PngParts): Buffer {
  const samples = createSamples(kind);
  const rowBytes = samples.length / HEIGHT_PX;
  const rows = Array.from({ length: HEIGHT_PX }, (_, y) =>
    joinBytes([0], samples.subarray(y * rowBytes, (y + 1) * rowBytes)),
  );
  return joinBytes(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', u32(WIDTH_PX), u32(HEIGHT_PX), [kind.endsWith('16') ? 16 : 8, COLOR_TYPES[kind], 0, 0, 0]),
    ...first,
    ...(kind === 'palette' ? [chunk('PLTE', PALETTE)] : []),
    ...late,
    chunk('IDAT', deflateSync(joinBytes(...rows))),
    ...last,
    chunk('IEND'),
  );
}

const gama = (gamma: number): Buffer => chunk('gAMA', u32(Math.round(gamma * 100_000)));
/** Builds a cHRM chunk from the chromaticities of white, red, green and blue. */
const chrm = (...xy: readonly number[]): Buffer =>
  chunk(
    'cHRM',
    xy.flatMap((value) => u32(Math.round(value * 100_000))),
  );
const SRGB_CHRM = chrm(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06);
const WIDE_CHRM = chrm(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06);
/** Chromaticities of ProPhoto RGB, whose white is D50. */
const D50_CHRM = chrm(0.3457, 0.3585, 0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001);
const cicp = (...points: readonly number[]): Buffer => chunk('cICP', points);
const iccp = (profile: Uint8Array): Buffer => chunk('iCCP', 'icc\0\0', deflateSync(profile));
const breakFile = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 0xff;
  return copy;
};
const srgb = chunk('sRGB', [0]);
const truncatedProfile = (): Buffer => adobeRgbProfile().subarray(0, 200);

/** Chunks that state the picture's color, for the generated variants; they precede the picture data. */
const COLORS: Readonly<Record<string, readonly Buffer[]>> = {
  none: [],
  sRGB: [srgb],
  'gAMA 1.0': [gama(1)],
  'gAMA 1/2.2': [gama(0.45455)],
  'gAMA 1/1.8': [gama(0.55556)],
  'gAMA 0': [gama(0)],
  'gAMA tiny': [chunk('gAMA', u32(1))],
  'gAMA huge': [chunk('gAMA', u32(0x7fffffff))],
  'gAMA 3.0': [gama(3)],
  'gAMA of three bytes': [chunk('gAMA', [0, 1, 0])],
  'gAMA with a bad checksum': [breakFile(gama(1))],
  'two gAMA': [gama(1), gama(0.45455)],
  'gAMA 1.0, cHRM of sRGB': [gama(1), SRGB_CHRM],
  'gAMA, wide cHRM': [gama(0.45455), WIDE_CHRM],
  'gAMA 1.8, cHRM of D50': [gama(0.55556), D50_CHRM],
  'wide cHRM': [WIDE_CHRM],
  'cHRM of zeros': [gama(1), chrm(0, 0, 0, 0, 0, 0, 0, 0)],
  'cHRM on a line': [gama(1), chrm(0.3127, 0.329, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3)],
  'sRGB, gAMA 1.0': [srgb, gama(1)],
  'gAMA 1.0, sRGB': [gama(1), srgb],
  'sRGB, wide cHRM': [srgb, WIDE_CHRM, gama(0.45455)],
  iCCP: [iccp(adobeRgbProfile())],
  'iCCP, gAMA 1.0': [iccp(adobeRgbProfile()), gama(1)],
  'gAMA 1.0, iCCP': [gama(1), iccp(adobeRgbProfile())],
  'sRGB, iCCP': [srgb, iccp(adobeRgbProfile())],
  'iCCP, sRGB': [iccp(adobeRgbProfile()), srgb],
  'truncated iCCP': [iccp(truncatedProfile())],
  'truncated iCCP, gAMA 1.0': [iccp(truncatedProfile()), gama(1)],
  'iCCP that isn’t compressed': [chunk('iCCP', 'icc\0\0', adobeRgbProfile()), gama(1)],
  'gray profile on color': [iccp(grayProfile(1))],
  'gray profile on color, gAMA 1.0': [iccp(grayProfile(1)), gama(1)],
  'cICP sRGB': [cicp(1, 13, 0, 1)],
  'cICP sRGB, gAMA 1.0': [cicp(1, 13, 0, 1), gama(1)],
  'cICP Display P3': [cicp(12, 13, 0, 1)],
  'cICP DCI-P3': [cicp(11, 13, 0, 1)],
  'cICP BT.709': [cicp(1, 1, 0, 1)],
  'cICP BT.2020': [cicp(9, 1, 0, 1)],
  'cICP BT.2020, 10 bits': [cicp(9, 14, 0, 1)],
  'cICP linear': [cicp(1, 8, 0, 1)],
  'cICP gamma 2.2': [cicp(1, 4, 0, 1)],
  'cICP gamma 2.8': [cicp(1, 5, 0, 1)],
  'cICP SMPTE 240M': [cicp(1, 7, 0, 1)],
  'cICP PAL': [cicp(5, 13, 0, 1)],
  'cICP NTSC': [cicp(6, 13, 0, 1)],
  'cICP NTSC 1953': [cicp(4, 13, 0, 1)],
  'cICP film': [cicp(8, 13, 0, 1)],
  'cICP XYZ': [cicp(10, 8, 0, 1)],
  'cICP EBU': [cicp(22, 13, 0, 1)],
  'cICP PQ': [cicp(9, 16, 0, 1)],
  'cICP HLG': [cicp(9, 18, 0, 1)],
  'cICP PQ, P3': [cicp(12, 16, 0, 1)],
  'cICP unspecified': [cicp(2, 2, 0, 1)],
  'cICP unspecified, gAMA 1.0': [cicp(2, 2, 0, 1), gama(1)],
  'cICP reserved': [cicp(3, 13, 0, 1)],
  'cICP with a matrix': [cicp(9, 13, 9, 1), gama(1)],
  'cICP of narrow range': [cicp(9, 13, 0, 0)],
  'cICP of three bytes': [chunk('cICP', [9, 13, 0])],
  'cICP, iCCP': [cicp(9, 13, 0, 1), iccp(adobeRgbProfile())],
  'iCCP, cICP': [iccp(adobeRgbProfile()), cicp(9, 13, 0, 1)],
};

const KINDS: readonly PngKind[] = ['rgb16', 'rgba', 'gray', 'gray16', 'gray alpha', 'palette'];

function colorFiles(): [string, Buffer][] {
  return [
    ...Object.entries(COLORS).map(([name, first]): [string, Buffer] => [name, png({ first })]),
    ...KINDS.flatMap((kind): [string, Buffer][] => [
      [`${kind}, gAMA 1.0`, png({ kind, first: [gama(1)] })],
      [`${kind}, gAMA, wide cHRM`, png({ kind, first: [gama(0.45455), WIDE_CHRM] })],
      [`${kind}, cICP BT.2020`, png({ kind, first: [cicp(9, 13, 0, 1)] })],
    ]),
    ['palette, gAMA behind it', png({ kind: 'palette', late: [gama(1)] })],
    ['palette, cICP behind it', png({ kind: 'palette', late: [cicp(9, 13, 0, 1)] })],
    ['gAMA behind the picture', png({ last: [gama(1)] })],
    ['cICP behind the picture', png({ last: [cicp(9, 13, 0, 1)] })],
    ['gray profile on gray', png({ kind: 'gray', first: [iccp(grayProfile(1))] })],
    ['gray profile on 16-bit gray', png({ kind: 'gray16', first: [iccp(grayProfile(1.8))] })],
    ['gray profile on gray with alpha', png({ kind: 'gray alpha', first: [iccp(grayProfile(1))] })],
    ['color profile on gray', png({ kind: 'gray', first: [iccp(adobeRgbProfile())] })],
    ['iCCP, 16 bits', png({ kind: 'rgb16', first: [iccp(adobeRgbProfile())] })],
    ['iCCP, palette', png({ kind: 'palette', first: [iccp(adobeRgbProfile())] })],
  ];
}

function orientationFiles(): [string, Buffer][] {
  const exifChunk = (content: Bytes): Buffer => chunk('eXIf', content);
  const before = (content: Bytes): Buffer => png({ first: [exifChunk(content)] });
  return [
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((value): [string, Buffer] => [
      `eXIf ${value}`,
      before(exif(value)),
    ]),
    ['eXIf 6, big endian', before(exif(6, { isLittleEndian: false }))],
    ['eXIf 6 behind the picture', png({ last: [exifChunk(exif(6))] })],
    ['eXIf 6, with Exif in front', before(joinBytes('Exif\0\0', exif(6)))],
    ['eXIf 6 as LONG', before(exif(6, { type: 4 }))],
    ['eXIf 6 with a bad checksum', png({ first: [breakFile(exifChunk(exif(6)))] })],
    ['eXIf 6, then 8', png({ first: [exifChunk(exif(6)), exifChunk(exif(8))] })],
    ['eXIf 6 of the thumbnail', before(exif(6, { directory: 1 }))],
    ['XMP 6', png({ first: [chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', xmpOrientation(6))] })],
    ['eXIf 6, gAMA 1.0', png({ first: [gama(1), exifChunk(exif(6))] })],
  ];
}

export const pngFiles = (): [string, Buffer][] =>
  [...colorFiles(), ...orientationFiles()].map(([name, bytes]) => [`PNG: ${name}`, bytes]);
