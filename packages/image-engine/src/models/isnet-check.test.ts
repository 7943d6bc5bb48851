import { expect, test } from 'vitest';
import { emptyRaster, raster } from '../pixels/raster/raster.ts';
import type { AlphaRaster } from '../pixels/raster/raster.ts';
import { CHECK_PICTURES, checkIsnet, readKnownMask } from './isnet-check.ts';

const SIDE = 1024;

/** Fake network that returns the single-precision result of each check picture, changed by `change`. */
function network(change: (name: string, value: number, x: number, y: number) => number) {
  let next = 0;
  const run = async (): Promise<AlphaRaster> => {
    const name = CHECK_PICTURES[next++];
    const referenceMask = await readKnownMask(name);
    const mask = emptyRaster(SIDE, SIDE, 1);
    for (let y = 0, i = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++, i++) {
        mask.data[i] = change(name, referenceMask.data[(y >> 2) * referenceMask.widthPx + (x >> 2)], x, y);
      }
    }
    return raster(mask.data, SIDE, SIDE, 1);
  };
  return { run, countRuns: () => next };
}

test('a network equal to single precision passes the check, which uses every check picture', async () => {
  const same = network((_, value) => value);
  expect(await checkIsnet(same)).toEqual({ passed: true, measures: { mean: 1, worst: 1 } });
  expect(same.countRuns()).toBe(CHECK_PICTURES.length);
});

test('a network that loses a part of one object fails the check, even in the last picture', async () => {
  const last = CHECK_PICTURES.at(-1);
  const verdict = await checkIsnet(
    network((name, value, x) => (name === last && x > 0.6 * SIDE ? 0 : value)),
  );
  expect(verdict.measures['mean']).toBeGreaterThan(0.93);
  expect(verdict.passed).toBe(false);
});

test('a network with a small error everywhere fails the check by its mean', async () => {
  const verdict = await checkIsnet(network((_, value) => value * 0.985));
  expect(verdict.measures['worst']).toBeGreaterThan(0.975);
  expect(verdict.passed).toBe(false);
});

test('the first picture that fails ends the check', async () => {
  const blind = network(() => 0);
  expect(await checkIsnet(blind)).toEqual({ passed: false, measures: { mean: 0, worst: 0 } });
  expect(blind.countRuns()).toBe(1);
});
