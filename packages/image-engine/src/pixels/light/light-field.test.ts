import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyLight,
  cellsFor,
  GAIN_UNIT,
  gainRows,
  createLightField,
  MAX_GAIN,
  MIN_GAIN,
} from './light-field.ts';
import { silhouetteNormals } from './silhouette-normals.ts';

const SIZE = { widthPx: 96, heightPx: 64 };
const { columns, rows } = cellsFor(SIZE);
const gains = fc
  .array(fc.double({ min: 0.01, max: 6, noNaN: true }), {
    minLength: columns * rows * 3,
    maxLength: columns * rows * 3,
  })
  .map((values) => Float32Array.from(values));

describe('the light field on a product', () => {
  it('has cells of eight pixels or more, and at most 64 on a side', () => {
    expect({ columns, rows }).toEqual({ columns: 12, rows: 8 });
    expect(cellsFor({ widthPx: 2048, heightPx: 1000 })).toEqual({ columns: 64, rows: 32 });
  });

  it('keeps every gain within its bounds, between cells too, whatever the light', () => {
    fc.assert(
      fc.property(gains, fc.double({ min: 0, max: 1, noNaN: true }), (light, strength) => {
        const readGainRow = gainRows(createLightField(light, columns, rows, strength), SIZE);
        for (let y = 0; y < SIZE.heightPx; y++) {
          const row = readGainRow(y);
          expect(Math.min(...row)).toBeGreaterThan(MIN_GAIN - 1e-4);
          expect(Math.max(...row)).toBeLessThan(MAX_GAIN + 1e-4);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('leaves every sample as it is at strength 0, and has more effect with more strength', () => {
    const light = new Float32Array(columns * rows * 3).fill(0.5);
    const strengths = [0, 0.3, 0.7, 1].map((strength) => createLightField(light, columns, rows, strength));
    expect(new Set(strengths[0]?.gains)).toEqual(new Set([GAIN_UNIT]));
    const lit = strengths.map((field) => {
      const data = new Float32Array(SIZE.widthPx * SIZE.heightPx * 4).fill(0.8);
      applyLight({ ...SIZE, data }, field);
      return data[400] ?? NaN;
    });
    expect(lit[0]).toBe(Math.fround(0.8));
    expect(lit).toEqual(lit.toSorted((a, b) => b - a));
    expect(lit[3]).toBeCloseTo(0.4, 4);
  });

  it('never makes color brighter than its alpha', () => {
    const data = Float32Array.from({ length: SIZE.widthPx * SIZE.heightPx * 4 }, () => 0.6);
    applyLight(
      { ...SIZE, data },
      createLightField(new Float32Array(columns * rows * 3).fill(1.8), columns, rows, 1),
    );
    expect(Math.max(...data)).toBe(Math.fround(0.6));
  });
});

describe('the surface normals computed from an outline', () => {
  it('point outward on every side of a disk, and toward the camera in its middle', () => {
    const side = 33;
    const alpha = Float32Array.from({ length: side * side }, (_, i) =>
      Math.hypot((i % side) - 16, Math.floor(i / side) - 16) < 14 ? 1 : 0,
    );
    const normals = silhouetteNormals(alpha, side, side);
    const at = (x: number, y: number) => [...normals.subarray((y * side + x) * 3, (y * side + x) * 3 + 3)];
    expect(at(16, 16)[2]).toBeCloseTo(1, 2);
    expect(at(4, 16)[0]).toBeLessThan(-0.3);
    expect(at(28, 16)[0]).toBeGreaterThan(0.3);
    expect(at(16, 4)[1]).toBeLessThan(-0.3);
    expect(at(16, 28)[1]).toBeGreaterThan(0.3);
  });
});
