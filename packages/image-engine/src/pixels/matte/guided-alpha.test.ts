import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyGuidedAlpha } from './guided-alpha.ts';
import { raster } from '../raster/raster.ts';
import type { RgbaRaster, RgbRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';

/** Red disc on a blue background with an anti-aliased edge, as a picture and as alpha. */
function disc(sidePx: number): { image: RgbaRaster; alpha: Uint8Array } {
  const data = new Uint8Array(sidePx * sidePx * 4);
  const alpha = new Uint8Array(sidePx * sidePx);
  for (let i = 0; i < alpha.length; i++) {
    const distance = Math.hypot((i % sidePx) + 0.5 - sidePx / 2, Math.floor(i / sidePx) + 0.5 - sidePx / 2);
    const a = Math.min(1, Math.max(0, sidePx * 0.3 - distance + 0.5));
    alpha[i] = Math.round(a * 255);
    data.set([220 * a + 20 * (1 - a), 30 * a + 60 * (1 - a), 30 * a + 200 * (1 - a), 255], i * 4);
  }
  return { image: raster(data, sidePx, sidePx, 4), alpha };
}

const withoutAlpha = (image: RgbaRaster): RgbRaster =>
  raster(
    image.data.filter((_, i) => i % 4 !== 3),
    image.widthPx,
    image.heightPx,
    3,
  );

describe('refining a coarse mask by the photo', () => {
  test('the edge of a coarse mask moves to the photo’s edge', () => {
    const { image, alpha } = disc(256);
    const truth = raster(alpha, 256, 256, 1);
    const guide = resample(withoutAlpha(image), 64, 64, 'linear');
    const mask = resample(truth, 64, 64, 'linear');
    const enlarged = resample(mask, 256, 256, 'linear').data;
    applyGuidedAlpha(image, guide, mask);
    const error = (values: (i: number) => number) =>
      alpha.reduce((sum, value, i) => sum + Math.abs(value - values(i)), 0) / alpha.length;
    const guided = error((i) => image.data[i * 4 + 3]);
    expect(guided).toBeLessThan(error((i) => enlarged[i]) / 2);
  });

  test('refining changes no colors, and alpha never exceeds the picture’s original alpha', () => {
    const { image, alpha } = disc(64);
    fc.assert(
      fc.property(fc.nat(255), (had) => {
        const copy = raster(image.data.slice(), 64, 64, 4);
        for (let i = 3; i < copy.data.length; i += 4) copy.data[i] = had;
        applyGuidedAlpha(copy, withoutAlpha(image), raster(alpha, 64, 64, 1));
        for (let i = 0; i < copy.data.length; i++) {
          if (i % 4 === 3) expect(copy.data[i]).toBeLessThanOrEqual(had);
          else expect(copy.data[i]).toBe(image.data[i]);
        }
      }),
      { numRuns: 8 },
    );
  });

  test('a mask that is all opaque or all empty is used unchanged', () => {
    const { image } = disc(32);
    for (const value of [255, 0]) {
      applyGuidedAlpha(image, withoutAlpha(image), raster(new Uint8Array(1024).fill(value), 32, 32, 1));
      expect(image.data.filter((_, i) => i % 4 === 3).every((alpha) => alpha === value)).toBe(true);
    }
  });

  test('the photo and the mask may have any sizes', () => {
    const size = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(size, size, size, size, fc.nat(255), (w, h, gw, gh, value) => {
        const image = raster(new Uint8Array(w * h * 4).fill(255), w, h, 4);
        const guide = raster(new Uint8Array(gw * gh * 3).fill(120), gw, gh, 3);
        applyGuidedAlpha(image, guide, raster(new Uint8Array(gw * gh).fill(value), gw, gh, 1));
        const alphas = new Set(image.data.filter((_, i) => i % 4 === 3));
        expect(alphas.size).toBe(1);
      }),
    );
  });
});
