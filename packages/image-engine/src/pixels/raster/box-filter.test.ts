import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxMean, windowExtremes } from './box-filter.ts';

const picture = fc
  .record({
    w: fc.integer({ min: 1, max: 12 }),
    h: fc.integer({ min: 1, max: 12 }),
    r: fc.integer({ min: 0, max: 15 }),
  })
  .chain(({ w, h, r }) =>
    fc.uint8Array({ minLength: w * h, maxLength: w * h }).map((data) => ({ data, w, h, r })),
  );

function windowAt(data: Uint8Array, w: number, h: number, r: number, x: number, y: number): number[] {
  const values: number[] = [];
  for (let yy = Math.max(0, y - r); yy <= Math.min(h - 1, y + r); yy++) {
    for (let xx = Math.max(0, x - r); xx <= Math.min(w - 1, x + r); xx++) values.push(data[yy * w + xx]);
  }
  return values;
}

test('the running mean equals the mean of each window', () => {
  fc.assert(
    fc.property(picture, ({ data, w, h, r }) => {
      const source = Float32Array.from(data);
      const target = new Float32Array(source.length);
      boxMean(source, target, w, h, r, new Float32Array(source.length));
      for (let i = 0; i < data.length; i++) {
        const values = windowAt(data, w, h, r, i % w, Math.floor(i / w));
        expect(target[i]).toBeCloseTo(values.reduce((a, b) => a + b) / values.length, 2);
      }
    }),
  );
});

test('the mean may overwrite its source', () => {
  const source = Float32Array.from([0, 10, 20, 30]);
  boxMean(source, source, 2, 2, 1, new Float32Array(4));
  expect([...source]).toEqual([15, 15, 15, 15]);
});

test('the extremes are those of each window', () => {
  fc.assert(
    fc.property(picture, ({ data, w, h, r }) => {
      const { min, max } = windowExtremes(data, w, h, r);
      for (let i = 0; i < data.length; i++) {
        const values = windowAt(data, w, h, r, i % w, Math.floor(i / w));
        expect([min[i], max[i]]).toEqual([Math.min(...values), Math.max(...values)]);
      }
    }),
  );
});
