/** Generates JPEGs that state color and orientation in many ways. */
import { exif, joinBytes, u16, xmpOrientation } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { adobeRgbProfile, grayProfile } from './icc.ts';
import { colorPicture, grayPicture } from './picture.ts';

const OPTIONS = { quality: 97, chromaSubsampling: '4:4:4' } as const;

const segment = (marker: number, ...content: readonly Bytes[]): Buffer => {
  const inside = joinBytes(...content);
  return joinBytes([0xff, marker], u16(inside.length + 2), inside);
};
const app1 = (...content: readonly Bytes[]): Buffer => segment(0xe1, ...content);
const exifSegment = (...options: Parameters<typeof exif>): Buffer => app1('Exif\0\0', exif(...options));
const profileSegment = (profile: Uint8Array, number = 1, count = 1): Buffer =>
  segment(0xe2, 'ICC_PROFILE\0', [number, count], profile);
const adobe = (transform: number): Buffer => segment(0xee, 'Adobe', [0, 100, 0, 0, 0, 0, transform]);

/** Inserts segments at the start of the file. */
const after = (file: Buffer, ...segments: readonly Buffer[]): Buffer =>
  joinBytes(file.subarray(0, 2), ...segments, file.subarray(2));

/** Inserts segments before or after the first segment with a marker. */
function around(
  file: Buffer,
  marker: number,
  where: 'before' | 'behind',
  ...segments: readonly Buffer[]
): Buffer {
  let at = 2;
  while (file[at + 1] !== marker) at += 2 + file.readUInt16BE(at + 2);
  if (where === 'behind') at += 2 + file.readUInt16BE(at + 2);
  return joinBytes(file.subarray(0, at), ...segments, file.subarray(at));
}

/** Removes the application segments of a file. */
function bare(file: Buffer): Buffer {
  const parts = [file.subarray(0, 2)];
  let at = 2;
  while (file[at + 1] !== 0xda) {
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (((file[at + 1] ?? 0) & 0xf0) !== 0xe0) parts.push(file.subarray(at, end));
    at = end;
  }
  return joinBytes(...parts, file.subarray(at));
}

const START_OF_FRAME = 0xc0;
const START_OF_SCAN = 0xda;

function orientationFiles(plain: Buffer): [string, Buffer][] {
  const profile = adobeRgbProfile();
  return [
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 65_535].map((value): [string, Buffer] => [
      `EXIF ${value}`,
      after(plain, exifSegment(value)),
    ]),
    ['EXIF 6, big endian', after(plain, exifSegment(6, { isLittleEndian: false }))],
    ['EXIF 6 as LONG', after(plain, exifSegment(6, { type: 4 }))],
    ['EXIF 6 as LONG, big endian', after(plain, exifSegment(6, { type: 4, isLittleEndian: false }))],
    ['EXIF 6 as BYTE', after(plain, exifSegment(6, { type: 1 }))],
    ['EXIF 6, two values', after(plain, exifSegment(6, { count: 2 }))],
    ['EXIF 6, no values', after(plain, exifSegment(6, { count: 0 }))],
    ['EXIF 6, then 8 in one directory', after(plain, exifSegment(6, { second: 8 }))],
    ['EXIF 9, then 8 in one directory', after(plain, exifSegment(9, { second: 8 }))],
    ['EXIF 6 of the thumbnail', after(plain, exifSegment(6, { directory: 1 }))],
    ['EXIF 6 behind the frame', around(plain, START_OF_FRAME, 'behind', exifSegment(6))],
    ['EXIF 6 in front of the scan', around(plain, START_OF_SCAN, 'before', exifSegment(6))],
    ['EXIF 6 behind the picture', joinBytes(plain.subarray(0, -2), exifSegment(6), plain.subarray(-2))],
    ['EXIF 6, then 8', after(plain, exifSegment(6), exifSegment(8))],
    ['EXIF 1, then 6', after(plain, exifSegment(1), exifSegment(6))],
    ['EXIF 9, then 6', after(plain, exifSegment(9), exifSegment(6))],
    ['EXIF that is broken, then 6', after(plain, app1('Exif\0\0', 'XX'), exifSegment(6))],
    [
      'EXIF with a wrong order mark, then 6',
      after(plain, app1('Exif\0\0', 'XX', exif(6).subarray(2)), exifSegment(6)),
    ],
    ['EXIF with a wrong number 42', after(plain, app1('Exif\0\0II', [43], exif(6).subarray(3)))],
    ['EXIF with a one for its second zero', after(plain, app1('Exif\0\x01', exif(6)))],
    ['EXIF cut off', after(plain, app1('Exif\0\0', exif(6).subarray(0, 14)))],
    ['XMP 6', after(plain, app1('http://ns.adobe.com/xap/1.0/\0', xmpOrientation(6)))],
    [
      'XMP 6, EXIF 1',
      after(plain, app1('http://ns.adobe.com/xap/1.0/\0', xmpOrientation(6)), exifSegment(1)),
    ],
    [
      'JFIF, EXIF 6',
      around(
        after(plain, exifSegment(6)),
        0xe1,
        'before',
        segment(0xe0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0]),
      ),
    ],
    ['EXIF 6, profile', after(plain, exifSegment(6), profileSegment(profile))],
    ['EXIF 5, profile', after(plain, exifSegment(5), profileSegment(profile))],
  ];
}

/** EXIF segment with a color space: 2 is Adobe RGB by convention, 65535 is "uncalibrated". */
const colorSpaceExif = (space: number): Buffer =>
  app1(
    'Exif\0\0',
    'II*\0\x08\0\0\0\x01\0',
    [0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0],
    [0, 0, 0, 0],
    [2, 0],
    [0x01, 0xa0, 3, 0, 1, 0, 0, 0, space & 255, space >> 8, 0, 0],
    [0x05, 0xa0, 4, 0, 1, 0, 0, 0, 56, 0, 0, 0],
    [0, 0, 0, 0],
    [1, 0, 1, 0, 2, 0, 4, 0, 0, 0],
    'R03\0',
    [0, 0, 0, 0],
  );

async function colorFiles(plain: Buffer): Promise<[string, Buffer][]> {
  const profile = adobeRgbProfile();
  const gray = bare(await grayPicture().jpeg(OPTIONS).toBuffer());
  const half = Math.ceil(profile.length / 2);
  const [begin, end] = [profile.subarray(0, half), profile.subarray(half)];
  return [
    ['plain', plain],
    [
      'progressive',
      bare(
        await colorPicture()
          .jpeg({ ...OPTIONS, progressive: true })
          .toBuffer(),
      ),
    ],
    ['profile', after(plain, profileSegment(profile))],
    ['profile in two parts', after(plain, profileSegment(begin, 1, 2), profileSegment(end, 2, 2))],
    ['profile in two parts, swapped', after(plain, profileSegment(end, 2, 2), profileSegment(begin, 1, 2))],
    ['profile that lacks a part', after(plain, profileSegment(begin, 1, 2))],
    ['profile with a part zero', after(plain, profileSegment(profile, 0, 1))],
    ['two profiles', after(plain, profileSegment(profile), profileSegment(profile))],
    ['truncated profile', after(plain, profileSegment(profile.subarray(0, 200)))],
    ['profile of zeros', after(plain, profileSegment(new Uint8Array(400)))],
    ['gray profile on color', after(plain, profileSegment(grayProfile(1)))],
    ['profile behind the frame', around(plain, START_OF_FRAME, 'behind', profileSegment(profile))],
    ['EXIF Adobe RGB', after(plain, colorSpaceExif(2))],
    ['EXIF uncalibrated, R03', after(plain, colorSpaceExif(65_535))],
    ['gray', gray],
    ['gray profile on gray', after(gray, profileSegment(grayProfile(1)))],
    ['gray profile of 1.8 on gray', after(gray, profileSegment(grayProfile(1.8)))],
    ['color profile on gray', after(gray, profileSegment(profile))],
    ['Adobe marker, YCbCr', after(plain, adobe(1))],
    ['Adobe marker, RGB', after(plain, adobe(0))],
  ];
}

/** CMYK files, which programs interpret differently; only the engine is tested with them. */
export async function cmykFiles(): Promise<[string, Buffer][]> {
  const withProfile = await colorPicture()
    .toColourspace('cmyk')
    .withIccProfile('cmyk')
    .jpeg(OPTIONS)
    .toBuffer();
  const cmyk = bare(await colorPicture().toColourspace('cmyk').jpeg(OPTIONS).toBuffer());
  const files: [string, Buffer][] = [
    ['CMYK, profile', withProfile],
    ['CMYK', cmyk],
    ['CMYK, Adobe marker', after(cmyk, adobe(0))],
    ['YCCK, Adobe marker', after(cmyk, adobe(2))],
    ['CMYK, color profile', after(cmyk, profileSegment(adobeRgbProfile()))],
    ['CMYK, Adobe marker, EXIF 6', after(cmyk, adobe(0), exifSegment(6))],
  ];
  return files.map(([name, bytes]) => [`JPEG: ${name}`, bytes]);
}

export async function jpegFiles(): Promise<[string, Buffer][]> {
  const plain = bare(await colorPicture().jpeg(OPTIONS).toBuffer());
  const files = [...(await colorFiles(plain)), ...orientationFiles(plain)];
  return files.map(([name, bytes]) => [`JPEG: ${name}`, bytes]);
}
