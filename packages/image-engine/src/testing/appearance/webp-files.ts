/** Generates WebPs that state color and orientation in many ways. */
import { exif, joinBytes, xmpOrientation } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { adobeRgbProfile, grayProfile } from './icc.ts';
import { colorPicture, HEIGHT_PX, WIDTH_PX } from './picture.ts';

const u32le = (value: number): number[] => [
  value & 255,
  (value >> 8) & 255,
  (value >> 16) & 255,
  value >>> 24,
];
const chunk = (type: string, content: Uint8Array): Buffer =>
  joinBytes(type, u32le(content.length), content, content.length % 2 === 1 ? [0] : []);

const FLAGS = { profile: 0x20, exif: 0x08, xmp: 0x04 } as const;
type WebpFlag = keyof typeof FLAGS;

interface WebpParts {
  readonly before?: readonly Buffer[];
  readonly behind?: readonly Buffer[];
  readonly flags: readonly WebpFlag[];
}

/** Wraps the picture of a simple file in the extended form (RFC 9649, section 2.7). */
function extendWebp(simple: Buffer, { before = [], behind = [], flags }: WebpParts): Buffer {
  const bits = flags.reduce((sum, flag) => sum | FLAGS[flag], 0);
  const size = [...u32le(WIDTH_PX - 1).slice(0, 3), ...u32le(HEIGHT_PX - 1).slice(0, 3)];
  const inside = joinBytes(
    'WEBP',
    chunk('VP8X', joinBytes([bits, 0, 0, 0], size)),
    ...before,
    simple.subarray(12),
    ...behind,
  );
  return joinBytes('RIFF', u32le(inside.length), inside);
}

export async function webpFiles(): Promise<[string, Buffer][]> {
  const simple = await colorPicture().webp({ lossless: true }).toBuffer();
  const stateContent = (content: Bytes): Buffer =>
    extendWebp(simple, { behind: [chunk('EXIF', joinBytes(content))], flags: ['exif'] });
  const profile = chunk('ICCP', adobeRgbProfile());
  const exif6 = chunk('EXIF', exif(6));
  const files: [string, Buffer][] = [
    ['plain', simple],
    ['profile', extendWebp(simple, { before: [profile], flags: ['profile'] })],
    ['profile without its flag', extendWebp(simple, { before: [profile], flags: [] })],
    ['profile behind the picture', extendWebp(simple, { behind: [profile], flags: ['profile'] })],
    [
      'truncated profile',
      extendWebp(simple, { before: [chunk('ICCP', adobeRgbProfile().subarray(0, 200))], flags: ['profile'] }),
    ],
    [
      'gray profile on color',
      extendWebp(simple, { before: [chunk('ICCP', grayProfile(1))], flags: ['profile'] }),
    ],
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((value): [string, Buffer] => [
      `EXIF ${value}`,
      stateContent(exif(value)),
    ]),
    ['EXIF 6, big endian', stateContent(exif(6, { isLittleEndian: false }))],
    ['EXIF 6, with Exif in front', stateContent(joinBytes('Exif\0\0', exif(6)))],
    ['EXIF 6 as LONG', stateContent(exif(6, { type: 4 }))],
    ['EXIF 6 of the thumbnail', stateContent(exif(6, { directory: 1 }))],
    ['EXIF 6 without its flag', extendWebp(simple, { behind: [exif6], flags: [] })],
    ['EXIF 6 in front of the picture', extendWebp(simple, { before: [exif6], flags: ['exif'] })],
    ['EXIF 6 behind a simple file', Buffer.from(joinBytes(simple, exif6))],
    ['EXIF 6, then 8', extendWebp(simple, { behind: [exif6, chunk('EXIF', exif(8))], flags: ['exif'] })],
    [
      'EXIF 6, profile',
      extendWebp(simple, { before: [profile], behind: [exif6], flags: ['exif', 'profile'] }),
    ],
    ['XMP 6', extendWebp(simple, { behind: [chunk('XMP ', joinBytes(xmpOrientation(6)))], flags: ['xmp'] })],
  ];
  return files.map(([name, bytes]) => [`WebP: ${name}`, bytes]);
}
