import {
  ESTIMATED_SURROUNDINGS,
  HARMONIZE_DEFAULT_STRENGTH,
  STANDARD_LONGEST_SIDE_PX,
} from '@packshot/contract';
import { expect, test } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { encodePng } from '../../codec/encode.ts';
import { raster } from '../../pixels/raster/raster.ts';
import type { Rgb, RgbaRaster } from '../../pixels/raster/raster.ts';
import { run as harmonize } from './run.ts';
import type { HarmonizeJobInput } from './run.ts';
import type { ToolContext } from '../stages.ts';

const WIDTH_PX = 240;
const HEIGHT_PX = 180;
const paint = (colorAt: (x: number, y: number) => Rgb, width = WIDTH_PX, height = HEIGHT_PX): RgbaRaster =>
  raster(
    Uint8Array.from(
      Array.from({ length: width * height }, (_, i) => [
        ...colorAt(i % width, Math.floor(i / width)),
        255,
      ]).flat(),
    ),
    width,
    height,
    4,
  );
const inProduct = (x: number, y: number): boolean => x >= 90 && x < 150 && y >= 50 && y < 140;
const composite = paint((x, y) => {
  if (inProduct(x, y)) return [150, 150, 150];
  return (x >> 4) % 2 === 0 ? [230, 205, 160] : [140, 124, 98];
});
const productAlpha = paint((x, y) => (inProduct(x, y) ? [255, 255, 255] : [0, 0, 0]));

const run = async (input: Partial<HarmonizeJobInput> = {}, context: Partial<ToolContext> = {}) =>
  harmonize(
    { composite: await encodePng(composite), productAlpha: await encodePng(productAlpha), ...input },
    {
      checkpoint: () => Promise.resolve(),
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...context,
    },
  );

test('a harmonized picture is a PNG of the same size, with the product warmed by warm light', async () => {
  const result = await run();
  expect(result).toMatchObject({ widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
  const { image, format } = await decodePhoto(result.full);
  expect(format).toBe('png');
  const at = 4 * (95 * WIDTH_PX + 120);
  expect(image.data[at] - image.data[at + 2]).toBeGreaterThan(5);
  const standard = await decodePhoto(result.standard);
  expect(standard.format).toBe('webp');
  expect(Math.max(standard.image.widthPx, standard.image.heightPx)).toBeLessThanOrEqual(
    STANDARD_LONGEST_SIDE_PX,
  );
});

test('a product is lighter on the side that the light comes from', async () => {
  const side = async (fromDeg: number): Promise<number> => {
    const light = { fromDeg, heightDeg: 40 };
    const { full } = await run({ surroundings: { ...ESTIMATED_SURROUNDINGS, light } });
    const { image } = await decodePhoto(full);
    return image.data[4 * (95 * WIDTH_PX + 142)] - image.data[4 * (95 * WIDTH_PX + 97)];
  };
  expect(await side(80)).toBeGreaterThan((await side(-80)) + 15);
});

test('the product’s pixels equal the pasted ones multiplied by the light that the integrity report states', async () => {
  const total = 60 * 90;
  for (const light of [null, { fromDeg: -60, heightDeg: 30 }]) {
    const { productPixels } = await run({ surroundings: { ...ESTIMATED_SURROUNDINGS, light } });
    expect(productPixels).toMatchObject({ total, changed: 0, worstDeltaE: 0, comparedWith: 'pasted' });
    if (light !== null)
      expect(productPixels?.light).toMatchObject({
        kind: 'smooth-field',
        strength: HARMONIZE_DEFAULT_STRENGTH,
      });
    expect((await decodePhoto(productPixels?.heatMap ?? new Uint8Array())).format).toBe('webp');
  }
});

test('a garment that is spread out gets no shadow below its hem, and a bottle gets one below its base', async () => {
  const side = 300;
  const isShirt = (x: number, y: number): boolean => {
    if (y < 0.12 || y > 0.88) return false;
    const shoulder = Math.min(0.38, 0.17 + (y - 0.12) * 1.1);
    return Math.abs(x - 0.5) < (y < 0.42 ? shoulder : 0.23);
  };
  const isBottle = (x: number, y: number): boolean =>
    y > 0.1 && y < 0.88 && Math.abs(x - 0.5) < (y < 0.3 ? 0.08 : 0.2);
  const lightBelow = async (isInside: (x: number, y: number) => boolean): Promise<number> => {
    const createPicture = (inside: Rgb, outside: Rgb): RgbaRaster =>
      paint((x, y) => (isInside(x / side, y / side) ? inside : outside), side, side);
    const { full } = await run({
      composite: await encodePng(createPicture([60, 90, 160], [200, 200, 200])),
      productAlpha: await encodePng(createPicture([255, 255, 255], [0, 0, 0])),
    });
    const { image } = await decodePhoto(full);
    return image.data[4 * (Math.ceil(0.88 * side + 1) * side + side / 2)] ?? NaN;
  };
  expect(await lightBelow(isShirt)).toBe(200);
  expect(await lightBelow(isBottle)).toBeLessThan(150);
});

test('harmonizing with strength 0 returns the composite, pixel by pixel', async () => {
  const result = await run({ strength: 0 });
  expect((await decodePhoto(result.full)).image.data).toEqual(composite.data);
  expect(result.productPixels).toMatchObject({
    total: 60 * 90,
    changed: 0,
    comparedWith: 'pasted',
    light: null,
  });
});

test('the progress of harmonizing rises through the stages', async () => {
  const progressEvents: [number, string][] = [];
  const result = await run({}, { onProgress: (fraction, stage) => progressEvents.push([fraction, stage]) });
  expect([...new Set(progressEvents.map(([, stage]) => stage))]).toEqual([
    'decode',
    'match',
    'encode',
    'prove',
  ]);
  expect(progressEvents.map(([fraction]) => fraction)).toEqual(
    progressEvents.map(([fraction]) => fraction).toSorted((a, b) => a - b),
  );
  expect(Object.keys(result.stagesMs)).toEqual(['decode', 'match', 'encode', 'prove']);
});

test('a canceled harmonizing job stops before the next stage', async () => {
  const controller = new AbortController();
  const reason = new Error('canceled');
  const stages: string[] = [];
  const job = run(
    {},
    {
      signal: controller.signal,
      onProgress: (_, stage) => {
        stages.push(stage);
        if (stage === 'match') controller.abort(reason);
      },
      checkpoint: () => {
        controller.signal.throwIfAborted();
        return Promise.resolve();
      },
    },
  );
  await expect(job).rejects.toBe(reason);
  expect(stages).not.toContain('encode');
});

test.each([
  ['EMPTY_MASK', paint(() => [0, 0, 0])],
  ['FULL_MASK', paint(() => [255, 255, 255])],
  ['MASK_MISMATCH', paint(() => [255, 255, 255], 64, 64)],
])('harmonizing refuses a useless mask with %s', async (code, mask) => {
  await expect(run({ productAlpha: await encodePng(mask) })).rejects.toMatchObject({ code });
});

test('harmonizing refuses a strength out of range', async () => {
  await expect(run({ strength: 3 })).rejects.toThrow(RangeError);
});
