import { describe, expect, it } from 'vitest';
import { linearOfSrgb } from '../color/oklab.ts';
import { seededRandom } from '../raster/random.ts';
import { emptyRaster, raster } from '../raster/raster.ts';
import { measurePhotoShadow } from '../light/measure-photo-shadow.ts';
import { gridForChanges, mapsAfterEdit, measureAuxiliaryMaps } from '../light/measure-maps.ts';
import { estimateBackdrop, PLAIN_FROM } from './backdrop.ts';
import type { Backdrop } from './backdrop.ts';
import type { Rgb } from '../raster/raster.ts';

const W = 160;
const H = 120;
const random = seededRandom(5);

/** Photo of a dark product of 40 x 50 px that casts a soft shadow to its right, on a background. */
function createPhoto(groundAt: (x: number, y: number) => Rgb, shadow = 0.5) {
  const data = new Uint8Array(W * H * 3);
  const alpha = new Uint8Array(W * H);
  const ratio = new Float32Array(W * H).fill(1);
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isProduct = x >= 60 && x < 100 && y >= 35 && y < 85;
      alpha[i] = isProduct ? 255 : 0;
      const distance = Math.hypot((x - 105) / 28, (y - 82) / 12);
      ratio[i] = 1 - shadow * Math.min(1, Math.max(0, 1.2 - distance));
      const grain = random(5) - 2;
      const ground = groundAt(x / W, y / H);
      for (let c = 0; c < 3; c++)
        data[i * 3 + c] = isProduct ? 40 : Math.min(255, ground[c] * ratio[i] ** (1 / 2.2) + grain);
    }
  }
  return { photo: raster(data, W, H, 3), alpha: raster(alpha, W, H, 1), ratio };
}

const sweep = (x: number, y: number): Rgb => {
  const light = 1 - 0.35 * ((x - 0.3) ** 2 + (y - 0.4) ** 2);
  return [225 * light, 222 * light, 214 * light];
};
const table = (x: number, y: number): Rgb =>
  y < 0.3 + 0.04 * (x - 0.5) ? [150, 165, 190] : [214 - 20 * x, 190 - 20 * x, 160 - 16 * x];
const tiles = (x: number, y: number): Rgb =>
  (x * 8) % 1 < 0.13 || (y * 6) % 1 < 0.13 ? [150, 150, 150] : [225, 225, 225];
const patches = (x: number, y: number): Rgb =>
  (Math.floor(x * 9) + Math.floor(y * 7)) % 2 === 0 ? [60, 120, 90] : [220, 190, 90];

describe('the backdrop behind a product', () => {
  it.each([
    ['a sweep with a vignette', sweep],
    ['a table before a wall', table],
  ])('%s is plain, and its light is estimated behind the product and its shadow', (_name, groundAt) => {
    const { photo, alpha } = createPhoto(groundAt);
    const backdrop = estimateBackdrop(photo, alpha);
    expect(backdrop.plainness).toBeGreaterThan(PLAIN_FROM);
    const light = new Float32Array(3);
    for (const [x, y] of [
      [0.5, 0.5],
      [0.65, 0.68],
      [0.9, 0.15],
    ] as const) {
      backdrop.lightAt(x, y, light);
      const truth = groundAt(x, y).map((value) => linearOfSrgb(Math.round(value)));
      truth.forEach((value, c) => expect(Math.abs(light[c] / value - 1)).toBeLessThan(0.06));
    }
  });

  it.each([
    ['tiles', tiles],
    ['a pattern', patches],
  ])('%s are not plain', (_name, groundAt) => {
    const { photo, alpha } = createPhoto(groundAt);
    expect(estimateBackdrop(photo, alpha).plainness).toBeLessThan(PLAIN_FROM);
  });
});

describe('the product’s shadow measured from a photo', () => {
  it('is the share of light that arrives, not the color of the background', () => {
    const { photo, alpha, ratio } = createPhoto(table);
    const measuredShadow = measurePhotoShadow(photo, alpha, estimateBackdrop(photo, alpha));
    let [error, none] = [0, 0];
    for (let i = 0; i < ratio.length; i++) {
      if (alpha.data[i] > 0) continue;
      error += Math.abs((measuredShadow?.data[i] ?? 0) / 255 - ratio[i]);
      none += 1 - ratio[i];
    }
    expect(error).toBeLessThan(none / 3);
    // The wall is far from the product, so it has no shadow.
    expect(measuredShadow?.data[10 * W + 20]).toBe(255);
  });

  it('is absent when no object casts a shadow', () => {
    const { photo, alpha } = createPhoto(sweep, 0);
    expect(measurePhotoShadow(photo, alpha, estimateBackdrop(photo, alpha))).toBeUndefined();
  });

  it('isn’t measured on a background so dark that it shows only grain', () => {
    const { photo, alpha } = createPhoto((x) => [7 - 4 * x, 7 - 4 * x, 7 - 4 * x]);
    const estimatedBackdrop = estimateBackdrop(photo, alpha);
    expect(measurePhotoShadow(photo, alpha, estimatedBackdrop)).toBeUndefined();
  });

  it('has no hole right under the product, where the shadow is deepest', () => {
    const { photo, alpha } = createPhoto(sweep);
    for (let y = 85; y < 89; y++) photo.data.fill(3, (y * W + 88) * 3, (y * W + 106) * 3);
    const measuredShadow = measurePhotoShadow(photo, alpha, estimateBackdrop(photo, alpha));
    expect(measuredShadow?.data[86 * W + 96]).toBeLessThan(190);
  });

  it('is deep where hardly any light arrives, even far from the product', () => {
    const { photo, alpha, ratio } = createPhoto(sweep, 0.97);
    const measuredShadow = measurePhotoShadow(photo, alpha, estimateBackdrop(photo, alpha));
    const deep = [...ratio.keys()].filter((i) => alpha.data[i] === 0 && ratio[i] < 0.1);
    expect(deep.length).toBeGreaterThan(40);
    for (const i of deep) expect(measuredShadow?.data[i]).toBeLessThan(75);
  });

  it('excludes a dark object with sharp edges beside the product', () => {
    const { photo, alpha } = createPhoto(sweep);
    for (let y = 88; y < 106; y++) photo.data.fill(4, (y * W + 20) * 3, (y * W + 50) * 3);
    const measuredShadow = measurePhotoShadow(photo, alpha, estimateBackdrop(photo, alpha));
    for (let y = 92; y < 102; y++)
      for (let x = 24; x < 46; x++) expect(measuredShadow?.data[y * W + x]).toBe(255);
  });

  it('excludes a dark floor that spans the frame', () => {
    const { photo, alpha } = createPhoto((_x, y) => (y > 0.65 ? [120, 118, 115] : [228, 226, 222]));
    const wall = linearOfSrgb(228);
    const lit: Backdrop = { plainness: 1, lightAt: (_x, _y, into) => into.fill(wall) };
    expect(measurePhotoShadow(photo, alpha, lit)).toBeUndefined();
  });

  it('excludes a faint area far from the shadow', () => {
    const isMark = (x: number, y: number): boolean => x < 0.2 && y > 0.6;
    const { photo, alpha } = createPhoto((x, y) => {
      const [r, g, b] = sweep(x, y);
      return isMark(x, y) ? [r * 0.987, g * 0.987, b * 0.987] : [r, g, b];
    });
    const measuredShadow = measurePhotoShadow(photo, alpha, estimateBackdrop(photo, alpha));
    for (let y = 80; y < 105; y++)
      for (let x = 10; x < 28; x++) expect(measuredShadow?.data[y * W + x]).toBe(255);
  });

  it('excludes a vein of the background that runs from a deep shadow', () => {
    const isVein = (y: number): boolean => y > 0.62 && y < 0.7;
    const { photo, alpha } = createPhoto((x, y) => {
      const [r, g, b] = sweep(x, y);
      return x > 0.55 && isVein(y) ? [r * 0.975, g * 0.975, b * 0.975] : [r, g, b];
    }, 0.8);
    const measuredShadow = measurePhotoShadow(photo, alpha, estimateBackdrop(photo, alpha));
    expect(measuredShadow?.data[80 * W + 108]).toBeLessThan(100);
    for (let x = 148; x < 152; x++) expect(measuredShadow?.data[79 * W + x]).toBe(255);
  });

  it('isn’t taken from a wall of painted bricks, whose joints would show', () => {
    const bricks = (x: number, y: number): Rgb => {
      const joint = (x * 10 + (Math.floor(y * 12) % 2) / 2) % 1 < 0.12 || (y * 12) % 1 < 0.15 ? 0.965 : 1;
      const [r, g, b] = sweep(x, y);
      return [r * joint, g * joint, b * joint];
    };
    for (const [groundAt, isTaken] of [
      [sweep, true],
      [bricks, false],
    ] as const) {
      const { photo, alpha } = createPhoto(groundAt);
      const cutOut = emptyRaster(W, H, 4);
      alpha.data.forEach((value, i) => (cutOut.data[i * 4 + 3] = value));
      expect(measureAuxiliaryMaps(cutOut, photo).photoShadow !== undefined).toBe(isTaken);
    }
  });

  it('is absent when the shadow would cover most of the picture', () => {
    const { photo, alpha } = createPhoto(sweep);
    const lit: Backdrop = { plainness: 1, lightAt: (_x, _y, into) => into.fill(1) };
    expect(measurePhotoShadow(photo, alpha, lit)).toBeUndefined();
  });

  it('is kept when another object is removed from the cut-out, without including that object', () => {
    const { photo, alpha } = createPhoto(sweep);
    const other = (i: number): boolean => i % W >= 12 && i % W < 36 && i >= 60 * W && i < 85 * W;
    const both = new Uint8Array(W * H * 4);
    for (let i = 0; i < W * H; i++) {
      if (other(i)) photo.data.set([120, 110, 105], i * 3);
      both[i * 4 + 3] = other(i) ? 255 : alpha.data[i];
    }
    const cutOut = raster(both, W, H, 4);
    const before = gridForChanges(cutOut, {});
    for (let i = 0; i < W * H; i++) if (other(i)) both[i * 4 + 3] = 0;
    const { photoShadow } = mapsAfterEdit(cutOut, photo, {}, before);
    expect(photoShadow?.data[82 * W + 108]).toBeLessThan(190);
    expect(photoShadow?.data[72 * W + 24]).toBe(255);
  });

  it('ends softly at the frame', () => {
    const { photo, alpha } = createPhoto(sweep);
    const measuredShadow = measurePhotoShadow(photo, alpha, estimateBackdrop(photo, alpha));
    for (let y = 0; y < H; y++) expect(measuredShadow?.data[y * W + W - 1]).toBeGreaterThan(250);
  });
});
