import { readFileSync } from 'node:fs';
import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heicGrid } from '../testing/heic-grid.ts';
import { sharedPath } from '../testing/shared-files.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import type { Rgb, RgbaRaster } from '../pixels/raster/raster.ts';
import { grainyPhoto } from '../testing/grainy-photo.ts';
import { decodeForModel, decodePhoto, decodeScaled } from './decode.ts';
import { encodePng, encodeStandardWebp, fitForModel } from './encode.ts';
import { heicTimeoutMs } from './heic.ts';
import sharp from './sharp.ts';

const RED: Rgb = [200, 40, 40];
const GREEN: Rgb = [40, 160, 60];
const BLUE: Rgb = [50, 60, 190];
const SAND: Rgb = [210, 190, 140];

/** Picture with four quarters of different colors, wider than tall, so that every orientation looks different. */
function quarters(widthPx = 96, heightPx = 64) {
  const data = Buffer.alloc(widthPx * heightPx * 3);
  for (let i = 0; i < widthPx * heightPx; i++) {
    const left = i % widthPx < widthPx / 2;
    const top = Math.floor(i / widthPx) < heightPx / 2;
    data.set(top ? (left ? RED : GREEN) : left ? BLUE : SAND, i * 3);
  }
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 } });
}

/** The colors at the centers of the quarters: top left, top right, bottom left, bottom right. */
function quarterColors({ data, widthPx: w, heightPx: h }: RgbaRaster): number[][] {
  const at = (x: number, y: number) => [
    ...data.subarray((Math.floor(y * h) * w + Math.floor(x * w)) * 4).subarray(0, 3),
  ];
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

function expectColors(image: RgbaRaster, expected: readonly Rgb[], tolerance: number): void {
  quarterColors(image).forEach((color, i) => {
    color.forEach((value, c) => {
      expect(
        Math.abs(value - expected[i][c]),
        `quarter ${i}, channel ${c}: ${color.join()}`,
      ).toBeLessThanOrEqual(tolerance);
    });
  });
}

/** Offsets of a JPEG's segments after the first one, up to and including the start of scan. */
function segmentStarts(file: Buffer): number[] {
  const starts: number[] = [];
  for (let at = 2; ; at += 2 + file.readUInt16BE(at + 2)) {
    // Stray bytes before the first segment would break the JPEG signature.
    if (at > 2) starts.push(at);
    if (file[at + 1] === 0xda) return starts;
  }
}

async function refusalCode(bytes: Uint8Array): Promise<string | undefined> {
  try {
    await decodePhoto(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof ImageRefusal) return error.code;
    throw error;
  }
}

describe('decoding', () => {
  // Expected colors at the top left, top right, bottom left and bottom right after each EXIF orientation is applied.
  test.each<[number, readonly Rgb[]]>([
    [1, [RED, GREEN, BLUE, SAND]],
    [2, [GREEN, RED, SAND, BLUE]],
    [3, [SAND, BLUE, GREEN, RED]],
    [4, [BLUE, SAND, RED, GREEN]],
    [5, [RED, BLUE, GREEN, SAND]],
    [6, [BLUE, RED, SAND, GREEN]],
    [7, [SAND, GREEN, BLUE, RED]],
    [8, [GREEN, SAND, RED, BLUE]],
  ])('EXIF orientation %i is applied', async (orientation, colors) => {
    const file = await quarters().withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const { image } = await decodePhoto(file);
    expect([image.widthPx, image.heightPx]).toEqual(orientation < 5 ? [96, 64] : [64, 96]);
    expectColors(image, colors, 6);
  });

  test.each<[string, () => Promise<Buffer>, number]>([
    ['progressive JPEG', () => quarters().jpeg({ quality: 95, progressive: true }).toBuffer(), 6],
    ['palette PNG', () => quarters().png({ palette: true }).toBuffer(), 3],
    ['interlaced PNG', () => quarters().png({ progressive: true }).toBuffer(), 0],
    ['16-bit PNG', () => quarters().toColourspace('rgb16').png().toBuffer(), 1],
    ['lossy WebP', () => quarters().webp({ quality: 95 }).toBuffer(), 6],
    ['lossless WebP', () => quarters().webp({ lossless: true }).toBuffer(), 0],
    ['Display P3 JPEG', () => quarters().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(), 8],
    ['Display P3 PNG', () => quarters().withIccProfile('p3').png().toBuffer(), 3],
    [
      'CMYK JPEG',
      () => quarters().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer(),
      70,
    ],
    // CMYK inks can't reproduce the blue quarter, so the tolerance equals the loss when the profile is converted to
    // CMYK and back.
  ])('a file in %s becomes sRGB', async (_, make, tolerance) => {
    const { image } = await decodePhoto(await make());
    expectColors(image, [RED, GREEN, BLUE, SAND], tolerance);
  });

  test('a wide-gamut file is converted, not just relabeled', async () => {
    const file = await quarters().withIccProfile('p3').png().toBuffer();
    const unconverted = await sharp(file, { failOn: 'none' }).metadata();
    expect(unconverted.icc).toBeDefined();
    const { data } = await sharp(file).keepIccProfile().raw().toBuffer({ resolveWithObject: true });
    const { image } = await decodePhoto(file);
    expect([...data.subarray(0, 3)]).not.toEqual([...image.data.subarray(0, 3)]);
  });

  test('the photo of a 50-megapixel phone is decoded', async () => {
    const background = { r: 90, g: 120, b: 60 };
    const file = await sharp({ create: { width: 8192, height: 6144, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const { image } = await decodePhoto(file);
    expect([image.widthPx, image.heightPx]).toEqual([8192, 6144]);
  });

  test('gray with alpha, and a transparent palette color, are decoded', async () => {
    const gray = Buffer.from([10, 255, 200, 0, 128, 77, 250, 255]);
    const file = await sharp(Buffer.concat(Array<Buffer>(16).fill(gray)), {
      raw: { width: 8, height: 8, channels: 2 },
    })
      .png()
      .toBuffer();
    const { image } = await decodePhoto(file);
    expect([...image.data.subarray(0, 16)]).toEqual([
      10, 10, 10, 255, 200, 200, 200, 0, 128, 128, 128, 77, 250, 250, 250, 255,
    ]);
  });

  test('a photo without transparency is opaque', async () => {
    const { image } = await decodePhoto(await quarters().jpeg().toBuffer());
    expect(image.data.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'a truncated %s is refused wherever it ends',
    async (format) => {
      const noise = Buffer.from(
        fc.sample(fc.uint8Array({ minLength: 30_000, maxLength: 30_000 }), { numRuns: 1, seed: 7 })[0],
      );
      const file = await sharp(noise, { raw: { width: 100, height: 100, channels: 3 } })
        [format]()
        .toBuffer();
      expect(await refusalCode(file)).toBeUndefined();
      for (const part of [0.02, 0.3, 0.6, 0.9, 0.99]) {
        expect(await refusalCode(file.subarray(0, Math.floor(file.length * part))), `${part}`).toBe(
          'CORRUPT_IMAGE',
        );
      }
    },
  );

  test('a JPEG with stray bytes between its segments decodes as if they were absent', async () => {
    const file = await quarters().withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    const { image: expected } = await decodePhoto(file);
    const starts = segmentStarts(file);
    expect(starts.length).toBeGreaterThan(4);
    const stray = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => bytes.map((value) => value % 0xff)),
      // Bytes that other programs may insert: padding, a stuffed zero, and a segment with a wrong length.
      fc.constantFrom(
        ...[[0xff], [0xff, 0x00], [0xff, 0xfe, 0, 0], [0xff, 0xec, 0, 1]].map((bytes) =>
          Uint8Array.from(bytes),
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), stray, async (at, bytes) => {
        const damaged = Buffer.concat([file.subarray(0, at), bytes, file.subarray(at)]);
        const { image } = await decodePhoto(damaged);
        expect([image.widthPx, image.heightPx]).toEqual([64, 96]);
        expect(Buffer.compare(image.data, expected.data)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('an Adobe segment shorter than its contents is read, because editors have written such files', async () => {
    const file = await quarters().jpeg({ quality: 95 }).toBuffer();
    const adobe = Buffer.from('\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x01', 'latin1');
    const shorter = Buffer.from(adobe);
    shorter.writeUInt16BE(9, 2);
    for (const segment of [adobe, shorter]) {
      const { image } = await decodePhoto(Buffer.concat([file.subarray(0, 2), segment, file.subarray(2)]));
      expectColors(image, [RED, GREEN, BLUE, SAND], 6);
    }
  });

  test('damaged bytes end in a picture or a refusal', async () => {
    const files = await Promise.all([
      quarters().jpeg().toBuffer(),
      quarters().png().toBuffer(),
      quarters().webp().toBuffer(),
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(2),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (which, changes) => {
          const copy = Buffer.from(files[which]);
          for (const [at, value] of changes) copy[at % copy.length] = value;
          await refusalCode(copy);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('the timeout for a HEIC grows with its size', () => {
    expect(heicTimeoutMs({ widthPx: 1000, heightPx: 1000 })).toBe(8_400);
    expect(heicTimeoutMs({ widthPx: 10_000, heightPx: 5_000 })).toBe(28_000);
  });
});

test.each([
  [2100, 900],
  [900, 2400],
  [300, 200],
])('a network’s input of %i x %i pixels has the same pixels as the reduced photo', async (width, height) => {
  const photo = await grainyPhoto(width, height);
  const input = await decodeForModel(photo, () => 256);
  expect(input?.data).toEqual((await fitForModel((await decodePhoto(photo)).image, 256, 256)).data);
});

test('a network’s input is made from the decoded photo if the photo is turned or may be transparent', async () => {
  const refuseToLoad = (): never => expect.unreachable('the network is loaded');
  const turned = await quarters().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await decodeForModel(turned, refuseToLoad)).toBeNull();
  expect(await decodeForModel(await quarters().png().toBuffer(), refuseToLoad)).toBeNull();
});

test('a cut-out of our own may exceed the 25 MB limit of an upload', async () => {
  const [widthPx, heightPx] = [2600, 2600];
  const data = Buffer.alloc(widthPx * heightPx * 4, 255);
  const png = await sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(png.length).toBeGreaterThan(UPLOAD_MAX_BYTES);
  expect((await decodePhoto(png)).image).toMatchObject({ widthPx, heightPx });
});

describe('HEIC', () => {
  const tile = readFileSync(new URL('../testing/fixtures/mug.heic', import.meta.url));
  const photo = heicGrid(tile, 96, 72);

  test('a HEIC of tiles, as phones write it, is decoded completely', async () => {
    const [{ image, format }, { image: alone }] = [await decodePhoto(photo), await decodePhoto(tile)];
    expect([format, image.widthPx, image.heightPx]).toEqual(['heic', 192, 72]);
    const row = (y: number, x: number) => [...image.data.subarray((y * 192 + x) * 4).subarray(0, 96 * 4)];
    for (const y of [0, 36, 71]) {
      const expected = [...alone.data.subarray(y * 96 * 4, (y + 1) * 96 * 4)];
      expect(row(y, 0)).toEqual(expected);
      expect(row(y, 96)).toEqual(expected);
    }
  });

  test('a HEIC that lacks bytes named in its index is refused, though its decoder would fill them in', async () => {
    for (const missing of [1, 100, 300, 700]) {
      expect(await refusalCode(photo.subarray(0, photo.length - missing)), `${missing}`).toBe(
        'CORRUPT_IMAGE',
      );
    }
  });

  test('canceling stops the decoding of a HEIC', async () => {
    const controller = new AbortController();
    const decoding = decodePhoto(photo, controller.signal);
    controller.abort(new Error('stop'));
    await expect(decoding).rejects.toThrow('stop');
  });
});

const heicFile = sharedPath('hostile/heic/heic__IMG_5195.HEIC');
describe.skipIf(heicFile === undefined)('a phone’s HEIC', () => {
  const bytes = heicFile === undefined ? new Uint8Array() : readFileSync(heicFile);

  test('a phone’s photo is decoded upright, from its Display P3 profile to sRGB', async () => {
    const { image, format } = await decodePhoto(bytes);
    expect([format, image.widthPx, image.heightPx]).toEqual(['heic', 2566, 3313]);
    const means = [0, 1, 2].map(
      (c) => image.data.reduce((sum, v, i) => (i % 4 === c ? sum + v : sum), 0) / (2566 * 3313),
    );
    // Checks plausible colors: the photo shows a forest floor with violet flowers, so it is neither black nor gray.
    expect(Math.min(...means)).toBeGreaterThan(20);
    expect(Math.max(...means) - Math.min(...means)).toBeGreaterThan(3);
  });

  test('a truncated or damaged HEIC is refused, and the engine’s process survives', async () => {
    expect(await refusalCode(bytes.subarray(0, 200_000))).toBe('CORRUPT_IMAGE');
    const damaged = Uint8Array.from(bytes);
    damaged.fill(0x5a, 100_000, 700_000);
    expect([undefined, 'CORRUPT_IMAGE']).toContain(await refusalCode(damaged));
  });

  test('aborting ends the child process that decodes the photo', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('stop')), 150);
    await expect(decodePhoto(bytes, controller.signal)).rejects.toThrow('stop');
    await expect.poll(() => process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
  });
});

describe('encoding', () => {
  test('a PNG keeps every sample and carries no metadata', async () => {
    const { image } = await decodePhoto(
      await quarters()
        .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'canary' } } })
        .jpeg()
        .toBuffer(),
    );
    for (let i = 0; i < image.data.length; i += 4) image.data[i + 3] = (i / 4) % 256;
    const png = await encodePng(image);
    expect((await decodePhoto(png)).image.data).toEqual(image.data);
    const { exif, icc, orientation } = await sharp(png).metadata();
    expect([exif, icc, orientation]).toEqual([undefined, undefined, undefined]);
    expect(Buffer.from(png).includes('canary')).toBe(false);
  });

  test('the standard rendition fits the limit, keeps transparency and is never enlarged', async () => {
    const { image } = await decodePhoto(await quarters(300, 200).png().toBuffer());
    image.data.fill(0, 0, 300 * 100 * 4);
    const small = await sharp(await encodeStandardWebp(image, 150)).metadata();
    expect([small.format, small.width, small.height, small.hasAlpha]).toEqual(['webp', 150, 100, true]);
    const same = await sharp(await encodeStandardWebp(image, 4000)).metadata();
    expect([same.width, same.height]).toEqual([300, 200]);
  });
});

test('a picture is scaled down alike in each lossless format', async () => {
  const side = 240;
  const stripes = Buffer.from(
    Array.from({ length: side * side * 3 }, (_, i) => (Math.floor(i / 3) % 5 < 2 ? 20 : 230)),
  );
  const picture = sharp(stripes, { raw: { width: side, height: side, channels: 3 } });
  const [png, webp] = await Promise.all(
    [picture.clone().png(), picture.clone().webp({ lossless: true })].map(async (written) => {
      const { image } = await decodeScaled(await written.toBuffer(), () => ({ scales: [0.3, 0.3] }));
      return image;
    }),
  );
  expect(webp?.data).toEqual(png?.data);
});
