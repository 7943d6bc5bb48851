import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { createImageEngine } from '../../engine.ts';
import type { ImageEngine } from '../../image-engine.ts';
import { extractAlpha, intersectionOverUnion, meanAbsoluteError } from '../../pixels/raster/alpha.ts';
import { windowExtremes } from '../../pixels/raster/box-filter.ts';
import { raster } from '../../pixels/raster/raster.ts';
import type { AlphaRaster } from '../../pixels/raster/raster.ts';
import { readManifest, sharedPath, testCacheDir } from '../../testing/shared-files.ts';

/**
 * Distance from a reference mask's edge within which pixels are ignored, because hand-made masks are only accurate to
 * about 3 px.
 */
const REFERENCE_TOLERANCE_PX = 4;

const folder = sharedPath('photos');
const rows =
  folder === undefined
    ? []
    : readManifest(join(folder, 'MANIFEST.tsv')).filter((row) => row['mask_file'] !== '');

interface Score {
  readonly iou: number;
  readonly error: number;
}

async function readMask(path: string): Promise<AlphaRaster> {
  const { image } = await decodePhoto(readFileSync(path));
  const data = new Uint8Array(image.widthPx * image.heightPx);
  for (let i = 0; i < data.length; i++) data[i] = image.data[i * 4];
  return raster(data, image.widthPx, image.heightPx, 1);
}

/** Masks without the band near the reference mask's edge. */
function withoutBand(alpha: AlphaRaster, truth: AlphaRaster): [AlphaRaster, AlphaRaster] {
  const binary = truth.data.map((value) => (value >= 128 ? 255 : 0));
  const { min, max } = windowExtremes(binary, truth.widthPx, truth.heightPx, REFERENCE_TOLERANCE_PX);
  const judged = truth.data.map((_, i) => (min[i] === max[i] ? 1 : 0));
  const keep = ({ data }: AlphaRaster) => data.filter((_, i) => judged[i] === 1);
  const [a, b] = [keep(alpha), keep(truth)];
  return [raster(a, a.length, 1, 1), raster(b, b.length, 1, 1)];
}

const scoreTable = (scores: Map<string, Score>): string =>
  [...scores]
    .map(([file, { iou, error }]) => `${file}: IoU ${iou.toFixed(4)}, mean error ${error.toFixed(4)}\n`)
    .join('');

describe.skipIf(folder === undefined)('cut-outs against known masks', () => {
  let engine: ImageEngine;
  const scores = new Map<string, Score>();
  beforeAll(async () => {
    engine = createImageEngine({ cacheDir: testCacheDir });
    for (const row of rows) {
      const { file = '', mask_file: maskFile = '' } = row;
      const { full } = await engine.run('cut-out', { photo: readFileSync(join(folder ?? '', file)) });
      const alpha = extractAlpha((await decodePhoto(full)).image);
      const truth = await readMask(join(folder ?? '', maskFile));
      const [a, b] = maskFile.includes('.ref') ? withoutBand(alpha, truth) : [alpha, truth];
      scores.set(file, { iou: intersectionOverUnion(a, b), error: meanAbsoluteError(a, b) });
    }
    process.stdout.write(scoreTable(scores));
  });
  afterAll(() => engine.close());

  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const of = (part: string): Score[] =>
    [...scores].filter(([file]) => file.startsWith(part)).map(([, score]) => score);

  test('cut-outs of composite photos reach a mean IoU of 0.95, with a mean alpha error of at most 0.02', () => {
    const composites = of('composites/');
    expect(composites.length).toBeGreaterThanOrEqual(5);
    expect(mean(composites.map(({ iou }) => iou))).toBeGreaterThanOrEqual(0.95);
    expect(mean(composites.map(({ error }) => error))).toBeLessThanOrEqual(0.02);
  });

  test('cut-outs of real photos reach a mean IoU of 0.93', () => {
    expect(mean(of('objects/').map(({ iou }) => iou))).toBeGreaterThanOrEqual(0.93);
  });

  test('a chair that one segmentation pass misses below clothes is included, and its edge is flagged', async () => {
    const photo = readFileSync(join(folder ?? '', 'objects/un_folded-clothes.jpg'));
    const { foregroundFraction, doubts } = await engine.run('cut-out', { photo });
    // The clothes and legs alone cover 0.13 of the picture; the cut-out must contain more.
    expect(foregroundFraction).toBeGreaterThan(0.3);
    expect(doubts.map(({ reason }) => reason)).toContain('weak-contrast');
  });

  test('every cut-out reaches an IoU of 0.80', () => {
    for (const [file, { iou }] of scores) expect(iou, file).toBeGreaterThanOrEqual(0.8);
  });

  // Minimum quality scores, slightly below the current ones, so that a change that lowers the quality is noticed.
  test('cut-out scores don’t fall below the recorded level', () => {
    expect(mean(of('composites/').map(({ iou }) => iou))).toBeGreaterThanOrEqual(0.995);
    expect(mean(of('composites/').map(({ error }) => error))).toBeLessThanOrEqual(0.0015);
    expect(mean(of('objects/').map(({ iou }) => iou))).toBeGreaterThanOrEqual(0.985);
  });
});
