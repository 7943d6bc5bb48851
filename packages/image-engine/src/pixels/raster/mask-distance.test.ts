import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceInside, DISTANCE_UNITS_PER_PX } from './mask-distance.ts';
import { raster } from './raster.ts';
import { finish } from './work.ts';

const masks = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .chain(([w, h]) =>
    fc
      .array(fc.constantFrom(0, 255, 255, 255, 255), { minLength: w * h, maxLength: w * h })
      .map((values) => raster(Uint8Array.from(values), w, h, 1)),
  );

test('the distance to the nearest pixel outside is right within 3 %', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      const { data, widthPx: w } = mask;
      const outside = [...data.keys()].filter((i) => data[i] === 0);
      const distances = finish(distanceInside(mask));
      for (let i = 0; i < data.length; i++) {
        const far = Math.min(
          ...outside.map((o) => Math.hypot((o % w) - (i % w), Math.floor(o / w) - Math.floor(i / w))),
        );
        if (far === Infinity) expect(distances[i]).toBe(65535);
        else expect(Math.abs(distances[i] / DISTANCE_UNITS_PER_PX - far)).toBeLessThanOrEqual(0.03 * far);
      }
    }),
  );
});

test('the picture’s edge doesn’t count as the edge of a mask', () => {
  const mask = raster(Uint8Array.from([0, 255, 255, 255]), 4, 1, 1);
  expect([...finish(distanceInside(mask))]).toEqual([0, 5, 10, 15]);
});
