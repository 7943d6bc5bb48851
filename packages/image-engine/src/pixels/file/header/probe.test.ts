import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { ImageRefusalCode } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImageRefusal } from '../../raster/refusal.ts';
import { probeImageHeader, IMAGE_MAX_SIDE_PX } from './probe.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)),
  );
const u16 = (n: number) => [n >> 8, n & 255];
const u32 = (n: number) => [n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255];
const box = (type: string, ...content: (string | number[])[]): number[] => {
  const inside = bytes(...content);
  return [...bytes(u32(inside.length + 8), type), ...inside];
};

const PNG = '\x89PNG\r\n\x1a\n';
const png = (w: number, h: number) => bytes(PNG, u32(13), 'IHDR', u32(w), u32(h), [8, 6, 0, 0, 0], u32(0));
const sof = (w: number, h: number) => [0xff, 0xc2, 0, 17, 8, ...u16(h), ...u16(w), 3];
const jpeg = (w: number, h: number, before: number[] = []) =>
  bytes([0xff, 0xd8], before, sof(w, h), new Array<number>(8).fill(0));
const frame = (marker: number, bits: number): Uint8Array =>
  bytes([0xff, 0xd8, 0xff, marker, 0, 17, bits], u16(480), u16(640), [3], new Array<number>(20).fill(0));
const app = (length: number) => [0xff, 0xe2, ...u16(length), ...new Array<number>(length - 2).fill(1)];
const webp = (chunk: string, content: number[]) =>
  bytes('RIFF', u32(0), 'WEBP', chunk, u32(0), content, new Array<number>(20).fill(0));
const vp8x = (flags: number, w: number, h: number) => [
  flags,
  0,
  0,
  0,
  (w - 1) & 255,
  (w - 1) >> 8,
  0,
  (h - 1) & 255,
  (h - 1) >> 8,
  0,
];
const exif = (orientation: number, isLittleEndian: boolean): number[] => {
  const order = (value: number[]) => (isLittleEndian ? value.toReversed() : value);
  const entry = [u16(0x0112), u16(3), u32(1), u16(orientation)].flatMap(order);
  const directory = [...order(u16(42)), ...order(u32(8)), ...order(u16(1)), ...entry, 0, 0];
  const tiff = bytes('Exif\0\0', isLittleEndian ? 'II' : 'MM', directory);
  return [0xff, 0xe1, ...u16(tiff.length + 2), ...tiff];
};
const turnedHeic = (quarterTurns: number | null) =>
  heic(640, 480, 'heic', quarterTurns === null ? [] : [box('irot', [quarterTurns])]);
const heic = (w: number, h: number, brand = 'heic', properties: number[][] = []) =>
  bytes(
    box('ftyp', brand, u32(0), 'mif1', 'heic'),
    box(
      'meta',
      u32(0),
      box('pitm', u32(0), u16(1)),
      box(
        'iprp',
        box('ipco', box('ispe', u32(0), u32(w), u32(h)), ...properties),
        box('ipma', u32(0), u32(1), u16(1), [
          1 + properties.length,
          0x81,
          ...properties.map((_, i) => 0x82 + i),
        ]),
      ),
    ),
  );

const refusal = (head: Uint8Array, size = head.length): ImageRefusalCode | undefined => {
  try {
    probeImageHeader(head, size);
    return undefined;
  } catch (error) {
    if (error instanceof ImageRefusal) return error.code;
    throw error;
  }
};

const isTurned = (head: Uint8Array): boolean => probeImageHeader(head, head.length).isTurned;

describe('orientation of a photo', () => {
  test.each([
    [1, false],
    [3, false],
    [6, true],
    [8, true],
  ])(
    'tells for Exif orientation %i whether width and height are swapped: %s, in either byte order',
    (orientation, expected) => {
      for (const isLittleEndian of [true, false]) {
        expect(isTurned(jpeg(640, 480, [...app(40), ...exif(orientation, isLittleEndian)]))).toBe(expected);
      }
    },
  );

  test('reads the orientation despite stray bytes between the segments', () => {
    expect(isTurned(jpeg(640, 480, [...app(40), 1, 2, 3, 0xff, ...exif(6, true)]))).toBe(true);
  });

  test('reports width and height of a HEIC as swapped after odd quarter turns', () => {
    expect([1, 2, 3, 0, null].map((turns) => isTurned(turnedHeic(turns)))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  test('ignores the rotation of another picture in a HEIC', () => {
    const head = turnedHeic(1);
    // The last byte of the file links the rotation property to the photo; it is replaced by a second link to the size
    // property.
    head[head.length - 1] = 0x81;
    expect(isTurned(head)).toBe(false);
  });
});

describe('probing a header', () => {
  test.each([
    ['png', png(640, 480)],
    ['jpeg', jpeg(640, 480)],
    ['jpeg', jpeg(640, 480, [...app(40), 0xff, 0xff, 0xd8])],
    ['jpeg', jpeg(640, 480, [...app(40), 1, 2, 3, 0xff, 0x00, 0xd8, 4])],
    ['jpeg', jpeg(640, 480, [0xff, 0xfe, 0, 1, ...app(40)])],
    ['webp', webp('VP8X', vp8x(0, 640, 480))],
    ['webp', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 640 & 255, 640 >> 8, 480 & 255, 480 >> 8])],
    ['webp', webp('VP8L', [0x2f, 0x7f, 0xc2, 0x77, 0])],
    ['heic', heic(640, 480)],
    ['heic', heic(640, 480, 'mif1')],
    ['avif', heic(640, 480, 'avif')],
    ['avif', heic(640, 480, 'avis')],
    [
      'webp',
      bytes('RIFF', u32(0), 'WEBP', 'VP8X', [10, 0, 0, 0], vp8x(2, 640, 480), 'ANMF', u32(0), 'ANMF', u32(0)),
    ],
  ])('a %s header gives the file’s type and dimensions', (format, head) => {
    expect(probeImageHeader(head, head.length)).toEqual({
      format,
      widthPx: 640,
      heightPx: 480,
      isTurned: false,
      orientation: 1,
    });
  });

  test.each<[ImageRefusalCode, Uint8Array]>([
    ['EMPTY_FILE', new Uint8Array()],
    ['UNSUPPORTED_TYPE', bytes('a text file')],
    ['UNSUPPORTED_TYPE', bytes('GIF89a', new Array<number>(40).fill(0))],
    ['UNSUPPORTED_TYPE', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['UNSUPPORTED_TYPE', heic(640, 480, 'jpgs')],
    ['TOO_MANY_PIXELS', png(65_535, 65_535)],
    ['TOO_MANY_PIXELS', jpeg(10_000, 6_000)],
    ['TOO_MANY_PIXELS', jpeg(9248, 6944)],
    ['TOO_MANY_PIXELS', jpeg(16_320, 12_240)],
    ['TOO_MANY_PIXELS', heic(10_000, 6_000)],
    ['TOO_MANY_PIXELS', png(IMAGE_MAX_SIDE_PX + 1, 10)],
    ['TOO_SMALL', png(1, 1)],
    ...[
      '\0\0\0\x0cjP  \r\n\x87\n',
      '\xff\x0a',
      '\0\0\0\x0cJXL \r\n\x87\n',
      'II*\0',
      'MM\0*',
      'BM',
      '8BPS',
      'FUJIFILMCCD-RAW',
    ].map((start): [ImageRefusalCode, Uint8Array] => [
      'UNSUPPORTED_TYPE',
      bytes(start, new Array<number>(40).fill(0)),
    ]),
    ['UNSUPPORTED_BIT_DEPTH', frame(0xc1, 12)],
    ['UNSUPPORTED_BIT_DEPTH', frame(0xc2, 12)],
    ...[0xc3, 0xc5, 0xc6, 0xc7, 0xcb, 0xcd, 0xce, 0xcf, 0xf7].map(
      (marker): [ImageRefusalCode, Uint8Array] => ['UNSUPPORTED_CODING', frame(marker, 8)],
    ),
    ['CORRUPT_IMAGE', png(0, 10)],
    ['CORRUPT_IMAGE', bytes(PNG)],
    ['CORRUPT_IMAGE', bytes([0xff, 0xd8, 0xff, 0xd9])],
    ['CORRUPT_IMAGE', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 1, 0, 0])],
    ['CORRUPT_IMAGE', heic(640, 480).slice(0, 60)],
  ])('a bad file is refused as %s', (code, head) => {
    expect(refusal(head)).toBe(code);
  });

  test('the header of a picture from a 50-megapixel camera is accepted', () => {
    for (const [width, height] of [
      [8160, 6144],
      [8192, 6144],
      [8256, 6192],
      [8272, 6200],
      [6200, 8272],
    ]) {
      for (const head of [jpeg, png, heic]) expect(refusal(head(width ?? 0, height ?? 0))).toBeUndefined();
    }
  });

  test('a file of more than 25 MB is refused', () => {
    expect(refusal(png(64, 64), UPLOAD_MAX_BYTES)).toBeUndefined();
    expect(refusal(png(64, 64), UPLOAD_MAX_BYTES + 1)).toBe('TOO_LARGE_BYTES');
  });

  test('the dimensions of a JPEG are unknown until the bytes after a long color profile are read', () => {
    const whole = jpeg(640, 480, [...app(60_000), ...app(60_000)]);
    expect(probeImageHeader(whole.subarray(0, 65_536), whole.length)).toMatchObject({
      format: 'jpeg',
      widthPx: 0,
    });
    expect(probeImageHeader(whole, whole.length)).toMatchObject({ widthPx: 640, heightPx: 480 });
  });

  test('a refusal carries the contract’s message', () => {
    expect(() => probeImageHeader(new Uint8Array(), 0)).toThrow(
      'This file is empty. Please choose another photo.',
    );
  });

  test('any bytes lead to dimensions or a refusal', () => {
    const start = fc.constantFrom(
      png(64, 64),
      jpeg(64, 64),
      jpeg(64, 64, exif(6, true)),
      jpeg(64, 64, exif(6, false)),
      webp('VP8X', vp8x(2, 64, 64)),
      heic(64, 64),
      turnedHeic(1),
    );
    const damaged = fc
      .tuple(start, fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 12 }), fc.nat(200))
      .map(([head, changes, keep]) => {
        const copy = head.slice(0, Math.max(1, keep));
        for (const [at, value] of changes) if (at < copy.length) copy[at] = value;
        return copy;
      });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 300 })), (head) => {
        refusal(head);
      }),
      { numRuns: 2_000 },
    );
  });
});
