import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findConnectedRegions, findRegions } from './regions.ts';

const pictures = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([widthPx, heightPx]) =>
    fc.record({
      widthPx: fc.constant(widthPx),
      samples: fc
        .array(fc.integer({ min: 0, max: 1 }), {
          minLength: widthPx * heightPx,
          maxLength: widthPx * heightPx,
        })
        .map((values) => Uint8Array.from(values)),
    }),
  );

/** Finds regions by flood fill, as a simple reference for the tested code. */
function floodFill(samples: Uint8Array, widthPx: number): number[][] {
  const regions: number[][] = [];
  const visited = new Set<number>();
  for (let start = 0; start < samples.length; start++) {
    if (samples[start] !== 1 || visited.has(start)) continue;
    const cells = [start];
    visited.add(start);
    for (const i of cells) {
      const x = i % widthPx;
      const beside = [x > 0 ? i - 1 : -1, x < widthPx - 1 ? i + 1 : -1, i - widthPx, i + widthPx];
      for (const next of beside) {
        if (samples[next] !== 1 || visited.has(next)) continue;
        visited.add(next);
        cells.push(next);
      }
    }
    regions.push(cells.toSorted((a, b) => a - b));
  }
  return regions;
}

describe('connected regions', () => {
  it('are those that a flood fill finds, in the order of their first pixels', () => {
    fc.assert(
      fc.property(pictures, ({ samples, widthPx }) => {
        const cellLists = findRegions(samples, widthPx, 1).map((cells) => [...cells]);
        expect(cellLists).toEqual(floodFill(samples, widthPx));
      }),
    );
  });

  it('have the smallest box around their cells', () => {
    fc.assert(
      fc.property(pictures, ({ samples, widthPx }) => {
        for (const { cells, box } of findConnectedRegions(samples, widthPx)) {
          const columns = [...cells].map((cell) => cell % widthPx);
          const rows = [...cells].map((cell) => Math.floor(cell / widthPx));
          const [left, top] = [Math.min(...columns), Math.min(...rows)];
          expect(box).toEqual({
            xPx: left,
            yPx: top,
            widthPx: Math.max(...columns) - left + 1,
            heightPx: Math.max(...rows) - top + 1,
          });
        }
      }),
    );
  });

  it('may have more runs of pixels than the first buffer holds', () => {
    const widthPx = 100;
    const comb = Uint8Array.from({ length: widthPx * widthPx }, (_, i) =>
      i < widthPx || i % 2 === 0 ? 1 : 0,
    );
    expect(findRegions(comb, widthPx, 1).map(({ length }) => length)).toEqual([
      widthPx + (widthPx * (widthPx - 1)) / 2,
    ]);
  });
});
