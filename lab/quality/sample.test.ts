import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import type { TruthItem } from '../ground-truth/ground-truth-item.ts';
import { colorDifference, toLab } from '../../packages/image-engine/src/pixels/color/color-difference.ts';
import type { Truth } from './measures.ts';
import { readTruth, SAMPLE_FOLDER } from './read-ground-truth.ts';

interface Sample {
  readonly item: TruthItem;
  readonly truth: Truth;
  readonly photo: Uint8Array;
}

const { items } = JSON.parse(readFileSync(join(SAMPLE_FOLDER, 'manifest.json'), 'utf8')) as {
  items: TruthItem[];
};
const samples: Sample[] = [];

beforeAll(async () => {
  for (const item of items) {
    const folder = join(SAMPLE_FOLDER, item.id);
    const { image } = await decodePhoto(readFileSync(join(folder, 'photo.jpg')));
    samples.push({ item, truth: await readTruth(folder, item), photo: image.data });
  }
});

test('the sample of the ground truth has every kind of thing, and no held-out item', () => {
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['opaque', 'thin', 'fur', 'clear']));
  expect(items.every(({ split }) => split === 'tuning')).toBe(true);
  for (const { id } of items) expect(existsSync(join(SAMPLE_FOLDER, id, 'photo.jpg')), id).toBe(true);
});

test('the photo shows the truth’s colors where the thing is opaque', () => {
  for (const { item, truth, photo } of samples) {
    let [sum, count] = [0, 0];
    truth.alpha.data.forEach((alpha, i) => {
      if (alpha < 255) return;
      const own = toLab(truth.foreground[i * 3], truth.foreground[i * 3 + 1], truth.foreground[i * 3 + 2]);
      sum += colorDifference(own, toLab(photo[i * 4], photo[i * 4 + 1], photo[i * 4 + 2]));
      count++;
    });
    // The remaining difference comes from noise and JPEG compression.
    expect(sum / count, item.id).toBeLessThan(6);
  }
});

test('the box of an item contains all of its visible pixels', () => {
  for (const { item, truth } of samples) {
    const { leftPx, topPx, widthPx, heightPx } = item.box;
    const inside = truth.alpha.data.reduce((count, alpha, i) => {
      const [x, y] = [i % item.widthPx, Math.floor(i / item.widthPx)];
      const isIn = x >= leftPx && x < leftPx + widthPx && y >= topPx && y < topPx + heightPx;
      return count + (alpha > 10 && !isIn ? 1 : 0);
    }, 0);
    expect(inside, item.id).toBe(0);
  }
});

test('no item transmits more light than its alpha covers', () => {
  const clear = samples.filter(({ truth }) => truth.transmission !== undefined);
  expect(clear.length).toBeGreaterThan(0);
  for (const { item, truth } of clear) {
    const excess = truth.transmission?.reduce(
      (worst, share, i) => Math.max(worst, share - truth.alpha.data[Math.floor(i / 3)]),
      0,
    );
    expect(excess, item.id).toBeLessThanOrEqual(2);
  }
});
