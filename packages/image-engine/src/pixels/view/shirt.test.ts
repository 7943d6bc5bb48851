import { describe, expect, it } from 'vitest';
import { emptyRaster } from '../raster.ts';
import { seenOn } from './seen.ts';
import { isSpreadShirt } from './shirt.ts';

const SIDE_PX = 256;

/** Whether what is drawn at each place, from 0 to 1 across and down, looks like a spread shirt. */
function looksLikeShirt(isInside: (x: number, y: number) => boolean): boolean {
  const alpha = emptyRaster(SIDE_PX, SIDE_PX, 1);
  for (let i = 0; i < alpha.data.length; i++) {
    const [x, y] = [i % SIDE_PX, Math.floor(i / SIDE_PX)].map((px) => (px + 0.5) / SIDE_PX);
    if (isInside(x, y)) alpha.data[i] = 255;
  }
  const seen = seenOn(emptyRaster(SIDE_PX, SIDE_PX, 3), alpha);
  if (seen === undefined) throw new Error('It is large enough');
  return isSpreadShirt(seen);
}

/** How far from the middle its outline is at a height: shoulders that fall, sleeves that end at `sleeveEnd`, and a body. */
const shirt =
  ({ sleeves = 0.38, sleeveEnd = 0.42, body = 0.23 } = {}) =>
  (x: number, y: number): boolean => {
    if (y < 0.12 || y > 0.88) return false;
    const shoulder = Math.min(sleeves, 0.17 + (y - 0.12) * 1.1);
    const half = y < sleeveEnd ? shoulder : body;
    return Math.abs(x - 0.5) < half;
  };

describe('a shirt that was spread out', () => {
  it('is known by its outline', () => {
    expect(looksLikeShirt(shirt())).toBe(true);
    expect(looksLikeShirt(shirt({ sleeves: 0.34, body: 0.26 }))).toBe(true);
  });

  it.each<[string, (x: number, y: number) => boolean]>([
    ['a box', (x, y) => Math.abs(x - 0.5) < 0.3 && Math.abs(y - 0.5) < 0.35],
    ['a top without sleeves', shirt({ sleeves: 0.25, body: 0.23 })],
    ['a lamp', (x, y) => y > 0.1 && y < 0.9 && Math.abs(x - 0.5) < (y < 0.4 ? 0.15 + 0.5 * (y - 0.1) : 0.06)],
    ['a bottle', (x, y) => y > 0.1 && y < 0.9 && Math.abs(x - 0.5) < (y < 0.3 ? 0.1 : 0.28)],
    ['a shirt from the side', (x, y) => shirt()(x, y) && x > 0.42],
    ['a skirt', (x, y) => y > 0.1 && y < 0.9 && Math.abs(x - 0.5) < 0.15 + 0.25 * y],
  ])('%s is none', (_, isInside) => {
    expect(looksLikeShirt(isInside)).toBe(false);
  });
});
