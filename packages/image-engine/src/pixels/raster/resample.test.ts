import fc from 'fast-check';
import { expect, test } from 'vitest';
import { raster } from './raster.ts';
import { resample } from './resample.ts';
import type { ResampleKernel } from './resample.ts';

const side = fc.integer({ min: 1, max: 24 });
const kernel = fc.constantFrom<ResampleKernel>('lanczos3', 'cubic', 'linear');
const gray = fc
  .tuple(side, side)
  .chain(([w, h]) =>
    fc.uint8Array({ minLength: w * h, maxLength: w * h }).map((data) => raster(data, w, h, 1)),
  );

test('a picture of one color stays so when resampled', () => {
  fc.assert(
    fc.property(side, side, side, side, kernel, fc.nat(255), (w, h, toW, toH, kind, value) => {
      const flat = raster(new Uint8Array(w * h * 3).fill(value), w, h, 3);
      expect(new Set(resample(flat, toW, toH, kind).data)).toEqual(new Set([value]));
    }),
  );
});

test('resampling to the same size gives the same picture', () => {
  fc.assert(
    fc.property(gray, kernel, (picture, kind) => {
      expect(resample(picture, picture.widthPx, picture.heightPx, kind).data).toEqual(picture.data);
    }),
  );
});

test('resampling a mirrored picture gives the mirrored result', () => {
  const mirror = (picture: ReturnType<typeof raster<1>>) =>
    raster(picture.data.toReversed(), picture.widthPx, picture.heightPx, 1);
  fc.assert(
    fc.property(gray, side, side, kernel, (picture, toW, toH, kind) => {
      const one = resample(mirror(picture), toW, toH, kind).data;
      const other = mirror(resample(picture, toW, toH, kind)).data;
      // The two orders of summation may differ in the last bit, so one level of difference is allowed.
      one.forEach((value, i) => expect(Math.abs(value - other[i])).toBeLessThanOrEqual(1));
    }),
  );
});

test('an edge enlarged four times stays in place', () => {
  const edge = raster(Uint8Array.from([0, 0, 255, 255]), 4, 1, 1);
  const large = resample(edge, 16, 1, 'linear').data;
  expect(large[7] + large[8]).toBeGreaterThanOrEqual(254);
  expect(large[7]).toBeLessThan(128);
  expect(large[8]).toBeGreaterThan(127);
});
