import { join } from 'node:path';
import { UPSCALE_MAX_SIDE_PX } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import sharp from '../../codec/sharp.ts';
import { createImageEngine } from '../../engine.ts';
import type { ImageEngine } from '../../image-engine.ts';
import { openUpscaleSession } from '../../models/esrgan-session.ts';
import type { UpscaleSession } from '../../models/esrgan-session.ts';
import { prepareModel } from '../../models/prepare-model.ts';
import { ESRGAN } from '../../models/registry.ts';
import { checkPicture } from '../../models/self-check.ts';
import { shippedFolder } from '../../models/shipped-model.ts';
import { seededRandom } from '../../pixels/raster/random.ts';
import { crop, emptyRaster, raster } from '../../pixels/raster/raster.ts';
import type { RgbaRaster, RgbRaster } from '../../pixels/raster/raster.ts';
import { resample } from '../../pixels/raster/resample.ts';
import { testCacheDir } from '../../testing/shared-files.ts';
import { enlargeTiled } from './enlarge-tiled.ts';
import { createNetworkEnlarger, createInterpolator } from './run.ts';

let engine: ImageEngine;
let quantized: UpscaleSession;
let precision: string;
beforeAll(async () => {
  engine = createImageEngine({ cacheDir: testCacheDir });
  const prepared = await prepareModel({
    name: 'esrgan',
    cacheDir: testCacheDir,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  ({ precision } = prepared);
  quantized = await openUpscaleSession(prepared.modelFile);
});
afterAll(() => Promise.all([engine.close(), quantized.release()]));

const drawnMug = checkPicture();
/** Part of the drawn mug with its rim and handle, including grain. */
const detail = (widthPx: number, heightPx = widthPx): RgbRaster =>
  crop(drawnMug, { xPx: 590, yPx: 300, widthPx, heightPx });

function withAlpha({ data, widthPx, heightPx }: RgbRaster, alpha = 255): RgbaRaster {
  const out = new Uint8Array(widthPx * heightPx * 4).fill(alpha);
  for (let i = 0, j = 0; i < data.length; i += 3, j += 4) out.set(data.subarray(i, i + 3), j);
  return raster(out, widthPx, heightPx, 4);
}

const png = ({ data, widthPx, heightPx, channels }: RgbRaster | RgbaRaster): Promise<Buffer> =>
  sharp(data, { raw: { width: widthPx, height: heightPx, channels } })
    .png()
    .toBuffer();

/** Picture of a red disc with a soft edge on a transparent background whose hidden color is black. */
function disc(side: number): RgbaRaster {
  const image = emptyRaster(side, side, 4);
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i += 4) {
      const inside = side * 0.36 - Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2);
      const alpha = Math.round(255 * Math.min(1, Math.max(0, inside + 0.5)));
      if (alpha > 0) image.data.set([210, 40, 30, alpha], i);
    }
  }
  return image;
}

const greatestDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
const meanDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;

/** Gray samples of one channel with 192 x 192 pixels. */
const GRAY = new Uint8Array(192 * 192).fill(128);

function psnrDb(a: RgbRaster, b: RgbRaster): number {
  const squares = a.data.reduce((sum, value, i) => sum + (value - b.data[i]) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / a.data.length));
}

describe('tiled enlargement', () => {
  const alone = { onTile: () => undefined, checkpoint: async () => undefined };
  const tiled = { sidePx: 64, overlapPx: 16, ...alone };
  const whole = { sidePx: 1000, overlapPx: 16, ...alone };

  test.each([2, 4] as const)(
    'equals the untiled result to the byte, for interpolation by a factor of %i',
    async (factor) => {
      const image = disc(90);
      const one = await enlargeTiled(image, createInterpolator(factor), tiled);
      const other = await enlargeTiled(image, createInterpolator(factor), whole);
      // Ignores the colors of fully transparent pixels, which may differ, because invisible tiles skip the color.
      for (let i = 3; i < one.data.length; i += 4) {
        if (one.data[i] === 0) one.data.fill(0, i - 3, i);
        if (other.data[i] === 0) other.data.fill(0, i - 3, i);
      }
      expect(greatestDifference(one.data, other.data)).toBe(0);
    },
  );

  test('equals the untiled result up to float rounding, in single precision', async () => {
    const session = await openUpscaleSession(join(shippedFolder(ESRGAN), 'fp32.onnx'));
    try {
      const image = withAlpha(detail(64, 8));
      const one = await enlargeTiled(image, createNetworkEnlarger(session, 4), tiled);
      const other = await enlargeTiled(image, createNetworkEnlarger(session, 4), whole);
      // A value between two levels may be rounded to either one; with an overlap of 8 px, five times as many samples
      // would differ.
      const differing = one.data.filter((value, i) => value !== other.data[i]).length;
      expect(differing / one.data.length).toBeLessThan(1e-4);
      expect(greatestDifference(one.data, other.data)).toBeLessThanOrEqual(1);
    } finally {
      await session.release();
    }
  });

  test('differs from the untiled result by far less than a level, in 8 bits', async () => {
    const image = withAlpha(detail(64, 32));
    const one = await enlargeTiled(image, createNetworkEnlarger(quantized, 4), tiled);
    const other = await enlargeTiled(image, createNetworkEnlarger(quantized, 4), whole);
    expect(meanDifference(one.data, other.data)).toBeLessThan(0.2);
    // Differences come from float rounding, amplified where it changes an 8-bit level.
    expect(greatestDifference(one.data, other.data)).toBeLessThanOrEqual(3);
  });
});

test('a white background stays white when upscaled, up to the edge of the picture', async () => {
  const ground = emptyRaster(40, 24, 4);
  ground.data.fill(255);
  for (let y = 8; y < 16; y++) ground.data.fill(20, (y * 40 + 16) * 4, (y * 40 + 24) * 4);
  for (let i = 3; i < ground.data.length; i += 4) ground.data[i] = 255;
  const { data } = (
    await decodePhoto((await engine.run('upscale', { photo: await png(ground), factor: 4 })).full)
  ).image;
  const isWhite = (x: number, y: number): boolean => {
    const at = (y * 160 + x) * 4;
    return (data[at] & data[at + 1] & data[at + 2]) === 255;
  };
  let tinted = 0;
  for (let y = 0; y < 96; y++) {
    for (let x = 0; x < 160; x++) {
      const isNearBlock = x >= 56 && x < 104 && y >= 24 && y < 72;
      if (!isNearBlock && !isWhite(x, y)) tinted++;
    }
  }
  expect(tinted).toBe(0);
  expect(isWhite(80, 48)).toBe(false);
});

test('the 8-bit upscaling network draws better than interpolation', async () => {
  const truth = detail(160);
  const small = resample(truth, 40, 40, 'cubic');
  const enlargedPicture = await quantized.enlarge(small);
  expect(psnrDb(truth, enlargedPicture)).toBeGreaterThan(
    psnrDb(truth, resample(small, 160, 160, 'lanczos3')) + 1,
  );
  expect(precision).toBe('int8');
});

describe.each(['faithful', 'detailed'] as const)('a cut-out upscaled in the mode “%s”', (mode) => {
  test.each([2, 4] as const)(
    'keeps its shape, without a halo or hidden colors, at a factor of %i',
    async (factor) => {
      const side = 48;
      const result = await engine.run('upscale', { photo: await png(disc(side)), factor, mode });
      expect([result.widthPx, result.heightPx]).toEqual([side * factor, side * factor]);
      const { image } = await decodePhoto(result.full);
      let area = 0;
      for (let i = 0; i < image.data.length; i += 4) {
        const [r, g, b, alpha] = image.data.subarray(i, i + 4);
        area += alpha / 255;
        if (alpha === 0) expect([r, g, b]).toEqual([0, 0, 0]);
        else {
          expect(
            Math.max(Math.abs(r - 210), Math.abs(g - 40), Math.abs(b - 30)),
            `alpha ${alpha}`,
          ).toBeLessThan(6);
        }
      }
      const expected = Math.PI * (side * factor * 0.36) ** 2;
      expect(Math.abs(area / expected - 1)).toBeLessThan(0.01);
    },
  );
});

test('a rotated photo is enlarged upright, with each color in its place and rising progress', async () => {
  const rotated = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#204060' } })
    .composite([
      { input: { create: { width: 20, height: 40, channels: 3, background: '#e0a010' } }, left: 0, top: 0 },
    ])
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const progress: number[] = [];
  const result = await engine.run(
    'upscale',
    { photo: rotated, factor: 4 },
    { onProgress: (fraction) => progress.push(fraction) },
  );
  expect([result.widthPx, result.heightPx]).toEqual([160, 240]);
  const { data } = (await decodePhoto(result.full)).image;
  const at = (x: number, y: number) => [...data.subarray((y * 160 + x) * 4, (y * 160 + x) * 4 + 3)];
  const near = (color: number[], [r, g, b]: readonly [number, number, number]) =>
    Math.max(Math.abs(color[0] - r), Math.abs(color[1] - g), Math.abs(color[2] - b)) < 10;
  expect([near(at(80, 30), [224, 160, 16]), near(at(80, 200), [32, 64, 96])]).toEqual([true, true]);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.length).toBeGreaterThanOrEqual(4);
});

test('noise is removed before enlarging only on request', async () => {
  const random = seededRandom(3);
  const grain = emptyRaster(96, 96, 4);
  for (let i = 0; i < grain.data.length; i++) {
    grain.data[i] = i % 4 === 3 ? 255 : 128 + random(21) + random(21) - 20;
  }
  const photo = await png(grain);
  const enlarge = async (cleansUp: boolean | undefined): Promise<Uint8Array> => {
    const { full } = await engine.run('upscale', { photo, factor: 2, mode: 'faithful', cleansUp });
    return (await decodePhoto(full)).image.data;
  };
  const [unasked, plain, cleaned] = [await enlarge(undefined), await enlarge(false), await enlarge(true)];
  expect(Buffer.compare(unasked, plain)).toBe(0);
  const spread = (data: Uint8Array): number =>
    meanDifference(
      data.filter((_, i) => i % 4 === 0),
      GRAY,
    );
  expect(spread(cleaned)).toBeLessThan(spread(plain) / 3);
});

test('an upscale whose result would be too large is refused before decoding', async () => {
  const width = UPSCALE_MAX_SIDE_PX / 4 + 1;
  const wide = await sharp({ create: { width, height: 16, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  await expect(engine.run('upscale', { photo: wide, factor: 4, mode: 'faithful' })).rejects.toMatchObject({
    name: 'ImageRefusal',
    code: 'UPSCALE_TOO_LARGE',
  });
  await expect(engine.run('upscale', { photo: wide, factor: 2, mode: 'faithful' })).resolves.toMatchObject({
    widthPx: width * 2,
    heightPx: 32,
  });
});

test('canceling an upscale stops the clean-up as well', async () => {
  const large = await png(withAlpha(resample(detail(128), 700, 600, 'cubic')));
  const controller = new AbortController();
  const canceled = engine.run(
    'upscale',
    { photo: large, factor: 2, mode: 'faithful', cleansUp: true },
    {
      signal: controller.signal,
      onProgress: (_, stage) => {
        if (stage === 'clean') controller.abort(new Error('canceled by the user'));
        if (stage === 'enlarge') throw new Error('It went on');
      },
    },
  );
  await expect(canceled).rejects.toThrow('canceled by the user');
});

test('canceling an upscale between tiles ends its work, and the next job runs', async () => {
  const large = await png(resample(detail(128), 700, 600, 'cubic'));
  const controller = new AbortController();
  let reportsAfter = 0;
  const canceled = engine.run(
    'upscale',
    { photo: large, factor: 4 },
    {
      signal: controller.signal,
      onProgress: (_, stage) => {
        if (controller.signal.aborted) reportsAfter += 1;
        if (stage !== 'enlarge') return;
        controller.abort(new Error('canceled by the user'));
      },
    },
  );
  await expect(canceled).rejects.toThrow('canceled by the user');
  expect(reportsAfter).toBe(0);
  const small = await png(detail(24));
  await expect(engine.run('upscale', { photo: small, factor: 2 })).resolves.toMatchObject({ widthPx: 48 });
});
