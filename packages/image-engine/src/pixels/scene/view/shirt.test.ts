import { describe, expect, it } from 'vitest';
import { emptyRaster } from '../../raster/raster.ts';
import { seenOn } from './seen-product-view.ts';
import type { PhotoGrid } from './seen-product-view.ts';
import { isSpreadShirt, isSpreadSweater } from './shirt.ts';

const SIDE_PX = 256;

type InsideTest = (x: number, y: number) => boolean;

/** Draws a shape, with positions from 0 to 1 across and down. */
function drawOutline(isInside: InsideTest): PhotoGrid {
  const alpha = emptyRaster(SIDE_PX, SIDE_PX, 1);
  for (let i = 0; i < alpha.data.length; i++) {
    const [x, y] = [i % SIDE_PX, Math.floor(i / SIDE_PX)].map((px) => (px + 0.5) / SIDE_PX);
    if (isInside(x, y)) alpha.data[i] = 255;
  }
  const photoGrid = seenOn(emptyRaster(SIDE_PX, SIDE_PX, 3), alpha);
  if (photoGrid === undefined) throw new Error('It is large enough');
  return photoGrid;
}

const looksLikeShirt = (isInside: InsideTest): boolean => isSpreadShirt(drawOutline(isInside));
const looksLikeSweater = (isInside: InsideTest): boolean => isSpreadSweater(drawOutline(isInside));

/**
 * Outline of a shirt with sloping shoulders, sleeves that end at `sleeveEnd`, and a body; parameters are half widths.
 */
const shirt =
  ({ sleeves = 0.38, sleeveEnd = 0.42, body = 0.23 } = {}) =>
  (x: number, y: number): boolean => {
    if (y < 0.12 || y > 0.88) return false;
    const shoulder = Math.min(sleeves, 0.17 + (y - 0.12) * 1.1);
    const half = y < sleeveEnd ? shoulder : body;
    return Math.abs(x - 0.5) < half;
  };

/** Outline of a robot: a head, arms that stand out, and a body. */
const robot: InsideTest = (x, y) => {
  if (y < 0.12 || y > 0.88) return false;
  return Math.abs(x - 0.5) < (y < 0.28 ? 0.16 : y < 0.42 ? 0.38 : 0.24);
};
const casserole: InsideTest = (x, y) => {
  if (y < 0.15 || y > 0.85) return false;
  return Math.abs(x - 0.5) < (y < 0.22 ? 0.1 : y < 0.34 ? 0.26 : y < 0.42 ? 0.36 : 0.26);
};

describe('a spread-out shirt', () => {
  it('is recognized by its outline', () => {
    expect(looksLikeShirt(shirt())).toBe(true);
    expect(looksLikeShirt(shirt({ sleeves: 0.34, body: 0.26 }))).toBe(true);
  });

  it.each<[string, InsideTest]>([
    ['a box', (x, y) => Math.abs(x - 0.5) < 0.3 && Math.abs(y - 0.5) < 0.35],
    ['a top without sleeves', shirt({ sleeves: 0.25, body: 0.23 })],
    ['a lamp', (x, y) => y > 0.1 && y < 0.9 && Math.abs(x - 0.5) < (y < 0.4 ? 0.15 + 0.5 * (y - 0.1) : 0.06)],
    ['a bottle', (x, y) => y > 0.1 && y < 0.9 && Math.abs(x - 0.5) < (y < 0.3 ? 0.1 : 0.28)],
    ['a shirt from the side', (x, y) => shirt()(x, y) && x > 0.42],
    ['a casserole with a knob and two handles', casserole],
    ['a robot with short arms', robot],
    ['a skirt', (x, y) => y > 0.1 && y < 0.9 && Math.abs(x - 0.5) < 0.15 + 0.25 * y],
  ])('isn’t confused with %s', (_, isInside) => {
    expect(looksLikeShirt(isInside)).toBe(false);
  });
});

/** Outline of a sweater: a hood, a body, and sleeves that hang beside it with a gap between. */
const sweater: InsideTest = (x, y) => {
  const away = Math.abs(x - 0.5);
  if (y < 0.1 || y > 0.92) return false;
  if (y < 0.28) return away < 0.11;
  if (y < 0.45) return away < 0.11 + (y - 0.28) * 1.4;
  return away < 0.22 || (away > 0.25 && away < 0.35 && y < 0.86);
};

describe('a spread-out sweater', () => {
  it('is recognized by the sleeves beside it', () => {
    expect(looksLikeSweater(sweater)).toBe(true);
    expect(looksLikeShirt(sweater)).toBe(false);
  });

  it.each<[string, InsideTest]>([
    [
      'an armchair',
      (x, y) => sweater(x, y) && (y < 0.8 || (Math.abs(x - 0.5) > 0.15 && Math.abs(x - 0.5) < 0.2)),
    ],
    ['a jug with two thin handles', (x, y) => sweater(x, y) && !(Math.abs(x - 0.5) > 0.28 && y > 0.45)],
    ['a box on two others', (x, y) => y > 0.1 && y < 0.9 && Math.abs(x - 0.5) < 0.35],
    ['a sweater with one sleeve', (x, y) => sweater(x, y) && x < 0.72],
  ])('isn’t confused with %s', (_, isInside) => {
    expect(looksLikeSweater(isInside)).toBe(false);
  });
});
