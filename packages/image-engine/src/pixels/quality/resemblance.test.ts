import { describe, expect, it } from 'vitest';
import { raster } from '../raster/raster.ts';
import type { RgbaRaster } from '../raster/raster.ts';
import { measureResemblance } from './resemblance.ts';

type CellColor = readonly [number, number, number, number];

const drawCells = (side: number, color: (x: number, y: number) => CellColor): RgbaRaster =>
  raster(
    Uint8Array.from({ length: side * side * 4 }, (_, i) => {
      const at = Math.floor(i / 4);
      return color(at % side, Math.floor(at / side))[i % 4] ?? 0;
    }),
    side,
    side,
    4,
  );
const stripes = (x: number, y: number): CellColor => [(x * 9) % 256, (y * 5) % 256, 90, 255];
/** Product in the center of a transparent picture. */
const PRODUCT = drawCells(40, (x, y) => (Math.hypot(x - 20, y - 20) < 12 ? stripes(x, y) : [0, 0, 0, 0]));
const onto = (
  ground: CellColor,
  change: (x: number, y: number) => CellColor | null = () => null,
): RgbaRaster =>
  drawCells(40, (x, y) => change(x, y) ?? (Math.hypot(x - 20, y - 20) < 12 ? stripes(x, y) : ground));
const SAME = [1, 0, 0, 1, 0, 0] as const;
const layers = [{ image: PRODUCT, toCells: SAME }];

describe('the resemblance of a file to its declared layers', () => {
  it('is full for a picture at its declared place, on the declared background', () => {
    const { top, rest, cells } = measureResemblance(onto([10, 200, 30, 255]), layers, [10, 200, 30]);
    expect(top.cells).toBeGreaterThan(250);
    expect(rest.cells).toBeGreaterThan(800);
    expect([top.unlike, rest.unlike]).toEqual([0, 0]);
    expect(cells).toBe(38 * 38);
    const mirrored = drawCells(40, (x, y) =>
      Math.hypot(19 - x, y - 20) < 12 ? stripes(39 - x, y) : [0, 0, 0, 0],
    );
    const turned = measureResemblance(mirrored, [{ image: PRODUCT, toCells: [-1, 0, 0, 1, 40, 0] }], null);
    expect([turned.top.unlike, turned.rest.unlike]).toEqual([0, 0]);
  });

  it('is reduced by pixels drawn over the picture, and by undeclared pixels beside the picture', () => {
    const letter = (x: number, y: number): CellColor | null =>
      x > 17 && x < 21 && y > 14 && y < 24 ? [255, 0, 0, 255] : null;
    const shadow = (_x: number, y: number): CellColor | null => (y > 34 ? [120, 120, 120, 255] : null);
    expect(
      measureResemblance(onto([255, 255, 255, 255], letter), layers, [255, 255, 255]).top.unlike,
    ).toBeGreaterThan(15);
    const shaded = measureResemblance(onto([255, 255, 255, 255], shadow), layers, [255, 255, 255]);
    expect([shaded.top.unlike, shaded.rest.unlike > 100]).toEqual([0, true]);
  });

  it('is low for another picture, another place or a degenerate matrix', () => {
    const elsewhere = [{ image: PRODUCT, toCells: [1, 0, 0, 1, 6, 0] as const }];
    expect(
      measureResemblance(onto([255, 255, 255, 255]), elsewhere, [255, 255, 255]).top.unlike,
    ).toBeGreaterThan(50);
    const nowhere = [{ image: PRODUCT, toCells: [0, 0, 0, 0, 0, 0] as const }];
    expect(measureResemblance(onto([255, 255, 255, 255]), nowhere, null).top.cells).toBe(0);
  });

  it('accounts for the declared layer below a translucent product', () => {
    const below = drawCells(40, (x) => [x * 6, x * 6, x * 6, 255]);
    const both = [...layers, { image: below, toCells: SAME }];
    const file = drawCells(40, (x, y) =>
      Math.hypot(x - 20, y - 20) < 12 ? stripes(x, y) : [x * 6, x * 6, x * 6, 255],
    );
    const { top, rest } = measureResemblance(file, both, null);
    expect([top.unlike, rest.unlike]).toEqual([0, 0]);
  });
});
