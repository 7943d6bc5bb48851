import { expect, test } from 'vitest';
import { raster } from '../raster/raster.ts';
import { coveredShare, inReadingOrder } from './arrange-lines.ts';
import { linePicture, LINE_HEIGHT_PX } from './line-picture.ts';
import { textAreas } from './text-areas.ts';
import type { TextMap } from './text-areas.ts';

const SIDE_PX = 320;

/** Map with a high probability of text where `isPrint` is true. */
function createMap(isPrint: (x: number, y: number) => boolean): TextMap {
  const data = Float32Array.from({ length: SIDE_PX * SIDE_PX }, (_, i) =>
    isPrint((i % SIDE_PX) + 0.5, Math.floor(i / SIDE_PX) + 0.5) ? 0.9 : 0.02,
  );
  return { data, widthPx: SIDE_PX, heightPx: SIDE_PX };
}
const bar =
  (degrees: number, length = 200, thickness = 10) =>
  (x: number, y: number): boolean => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const [dx, dy] = [x - SIDE_PX / 2, y - SIDE_PX / 2];
    return Math.abs(dx * cos + dy * sin) < length / 2 && Math.abs(dy * cos - dx * sin) < thickness / 2;
  };

test.each([0, 8, 20, -35, 80])('a text line at %i degrees is found along its axis', (degrees) => {
  const [area, ...others] = textAreas(createMap(bar(degrees)));
  expect(others).toEqual([]);
  expect((area.angleRad * 180) / Math.PI).toBeCloseTo(degrees, 0);
  expect([area.centerX, area.centerY].map(Math.round)).toEqual([SIDE_PX / 2, SIDE_PX / 2]);
  // The map shows only the core of a line, beyond which letters extend, so the detected line is thicker.
  expect(area.thicknessPx).toBeGreaterThan(20);
  expect(area.thicknessPx).toBeLessThan(34);
  expect(area.bendPx).toBe(0);
});

test('a bent text line is followed', () => {
  const onArc = (x: number, y: number): boolean => {
    const t = (x - 160) / 220;
    return Math.abs(t) < 0.5 && Math.abs(y - (150 + 40 * (1 - 4 * t * t))) < 6;
  };
  const [area] = textAreas(createMap(onArc));
  expect(area.bendPx).toBeGreaterThan(34);
  expect(area.bendPx).toBeLessThan(46);
  const picture = raster(
    Uint8Array.from({ length: SIDE_PX * SIDE_PX * 3 }, (_, i) => {
      const pixel = Math.floor(i / 3);
      return onArc((pixel % SIDE_PX) + 0.5, Math.floor(pixel / SIDE_PX) + 0.5) ? 255 : 0;
    }),
    SIDE_PX,
    SIDE_PX,
    3,
  );
  const line = linePicture(picture, area, { x: 1, y: 1 });
  const middle = line.data.subarray(line.widthPx * 3 * (LINE_HEIGHT_PX / 2)).subarray(0, line.widthPx * 3);
  const white = middle.filter((value) => value > 128).length / middle.length;
  expect(white).toBeGreaterThan(0.8);
});

test('specks and uncertain areas don’t count as text lines', () => {
  expect(textAreas(createMap((x, y) => Math.hypot(x - 50, y - 50) < 1.6))).toEqual([]);
  const map = createMap(bar(0));
  expect(textAreas({ ...map, data: map.data.map((value) => value * 0.45) })).toEqual([]);
});

test('text lines are read from top to bottom and from left to right', () => {
  const at = (centerX: number, centerY: number) => ({
    ...textAreas(createMap(bar(8, 60)))[0],
    centerX,
    centerY,
  });
  const areas = [at(60, 200), at(230, 121), at(60, 100)];
  expect(inReadingOrder(areas).map(({ centerX, centerY }) => [centerX, centerY])).toEqual([
    [60, 100],
    [230, 121],
    [60, 200],
  ]);
});

test('a text line beside the product doesn’t count as printed on the product', () => {
  const map = createMap(bar(0, 80));
  const [area] = textAreas(map);
  const half = raster(
    Uint8Array.from({ length: 32 * 32 }, (_, i) => (i % 32 < 16 ? 255 : 0)),
    32,
    32,
    1,
  );
  expect(coveredShare({ ...area, centerX: 60 }, map, half)).toBe(1);
  expect(coveredShare({ ...area, centerX: 260 }, map, half)).toBe(0);
  expect(coveredShare(area, map, half)).toBeCloseTo(0.5, 0);
});
