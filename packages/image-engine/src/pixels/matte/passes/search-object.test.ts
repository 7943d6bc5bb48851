import { describe, expect, test } from 'vitest';
import { emptyRaster, raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { onlyIn, searchPasses, wholeIn } from './search-object.ts';
import type { Searched } from './search-object.ts';

const SIDE = 100;
/** Left, top, right and bottom edge of a box. */
type BoxEdges = readonly [number, number, number, number];

const isIn = ([left, top, right, bottom]: BoxEdges, i: number): boolean => {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  return x >= left && x < right && y >= top && y < bottom;
};
const maskOfBoxes = (...boxes: readonly BoxEdges[]): AlphaRaster =>
  raster(
    Uint8Array.from({ length: SIDE ** 2 }, (_, i) => (boxes.some((box) => isIn(box, i)) ? 255 : 0)),
    SIDE,
    SIDE,
    1,
  );
/** Photo of red objects on a gray background. */
function createPhoto(...boxes: readonly BoxEdges[]): RgbRaster {
  const photo = emptyRaster(SIDE, SIDE, 3);
  for (let i = 0; i < SIDE ** 2; i++)
    photo.data.set(boxes.some((box) => isIn(box, i)) ? [200, 30, 30] : [150, 150, 150], 3 * i);
  return photo;
}

const AREA: BoxEdges = [20, 20, 80, 80];
const JAR: BoxEdges = [30, 30, 50, 70];
const CUP: BoxEdges = [58, 50, 74, 70];
const TABLE: BoxEdges = [0, 60, 100, 100];
const everywhere = { left: true, top: true, right: true, bottom: true };

function search(passes: readonly AlphaRaster[], rest: Partial<Searched> = {}) {
  const result = searchPasses({
    passes,
    present: emptyRaster(SIDE, SIDE, 1),
    area: maskOfBoxes(AREA),
    photo: createPhoto(JAR, CUP),
    goesOn: everywhere,
    ...rest,
  });
  const shows = ([left, top, right, bottom]: BoxEdges): boolean =>
    (result.mask.data[Math.floor((top + bottom) / 2) * SIDE + Math.floor((left + right) / 2)] ?? 0) >= 250;
  return { ...result, shows };
}

describe('the search in a drawn area', () => {
  test('returns the parts that two segmentation passes show, and requests a third pass for a disputed part', () => {
    const result = search([maskOfBoxes(JAR, CUP), maskOfBoxes(JAR)]);
    expect([JAR, CUP].map(result.shows)).toEqual([true, false]);
    expect(result.isDisputed).toBe(true);
    const decided = search([maskOfBoxes(JAR, CUP), maskOfBoxes(JAR), maskOfBoxes(CUP)]);
    expect([JAR, CUP].map(decided.shows)).toEqual([true, true]);
    expect(search([maskOfBoxes(JAR), maskOfBoxes(JAR)]).isDisputed).toBe(false);
  });

  test('excludes a table that continues beyond the area, unless the photo ends there', () => {
    const passes = [maskOfBoxes(JAR, TABLE), maskOfBoxes(JAR, TABLE)];
    const corner: BoxEdges = [80, 85, 100, 100];
    expect(search(passes).shows(corner)).toBe(false);
    expect(Math.max(...search([maskOfBoxes(TABLE), maskOfBoxes(TABLE)]).mask.data)).toBe(0);
    const ends = { left: false, top: false, right: false, bottom: false };
    const area = maskOfBoxes([0, 45, 100, 100]);
    expect(search([maskOfBoxes(TABLE), maskOfBoxes(TABLE)], { area, goesOn: ends }).shows(TABLE)).toBe(true);
  });

  test('excludes parts already in the cut-out, dust, neighboring objects, holes and the gaps of a mesh', () => {
    const present = maskOfBoxes(JAR);
    const dust: BoxEdges = [60, 30, 61, 31];
    const beside: BoxEdges = [75, 30, 100, 45];
    const passes = [maskOfBoxes(JAR, dust, beside), maskOfBoxes(JAR, dust, beside)];
    expect(Math.max(...search(passes, { present }).mask.data)).toBe(0);
    const whole: BoxEdges = [25, 25, 75, 75];
    const frame = maskOfBoxes(whole);
    const hole: BoxEdges = [42, 42, 58, 58];
    const holed = raster(
      frame.data.map((value, i) => (isIn(hole, i) ? 0 : value)),
      SIDE,
      SIDE,
      1,
    );
    const isFilled = (photo: RgbRaster): boolean =>
      search([frame, maskOfBoxes(whole)], { present: holed, photo }).shows(hole);
    expect(isFilled(createPhoto())).toBe(false);
    expect(isFilled(createPhoto(whole))).toBe(true);
    const mesh = raster(
      frame.data.map((value, i) => (i % 3 === 0 ? value : 0)),
      SIDE,
      SIDE,
      1,
    );
    const filled = search([frame, maskOfBoxes(whole)], { present: mesh, photo: createPhoto(whole) });
    expect(Math.max(...filled.mask.data)).toBe(0);
  });
});

describe('connected parts of a drawn area', () => {
  test('include a part inside the area as a whole, and exclude a part beside the area', () => {
    const at = (mask: AlphaRaster, x: number, y: number) => mask.data[y * SIDE + x];
    const whole = wholeIn(maskOfBoxes(JAR, [78, 40, 99, 50]), maskOfBoxes(AREA));
    expect([at(whole, 40, 50), at(whole, 79, 45), at(whole, 25, 25)]).toEqual([255, 0, 0]);
  });

  test('exclude a neighboring object that reaches into the area, unless nothing else is in the area', () => {
    const ball: BoxEdges = [75, 40, 99, 50];
    const at = (mask: AlphaRaster, x: number) => mask.data[45 * SIDE + x];
    const limitedArea = onlyIn(maskOfBoxes(JAR, ball), maskOfBoxes(AREA));
    expect([at(limitedArea, 40), at(limitedArea, 77), at(limitedArea, 95)]).toEqual([255, 0, 0]);
    expect(at(onlyIn(maskOfBoxes(ball), maskOfBoxes(AREA)), 77)).toBe(255);
  });
});
