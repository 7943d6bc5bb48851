import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksWith, growBlocks, stripsIn } from './blocks.ts';
import { boxFilterArea, boxMean, boxMeanWithin } from './box-filter.ts';

/** Grid with a few marked samples, and a radius. */
const cases = fc.record({
  widthPx: fc.integer({ min: 1, max: 30 }),
  heightPx: fc.integer({ min: 1, max: 30 }),
  marked: fc.array(fc.nat(), { maxLength: 4 }),
  radiusPx: fc.integer({ min: 0, max: 9 }),
});

function createMarks(widthPx: number, heightPx: number, marked: readonly number[]): Uint8Array {
  const marks = new Uint8Array(widthPx * heightPx);
  for (const at of marked) marks[at % marks.length] = 1;
  return marks;
}

function samplesIn(area: ReturnType<typeof blocksWith>): number[] {
  const samples: number[] = [];
  for (const { left, right, top, bottom } of stripsIn(area)) {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) samples.push(y * area.widthPx + x);
  }
  return samples;
}

describe('an area in blocks', () => {
  it('contains each sample once, and all marked samples', () => {
    fc.assert(
      fc.property(cases, ({ widthPx, heightPx, marked }) => {
        const marks = createMarks(widthPx, heightPx, marked);
        const samples = samplesIn(blocksWith(marks, widthPx, 1));
        expect(new Set(samples).size).toBe(samples.length);
        expect(samples.filter((i) => marks[i] === 1).length).toBe(marks.filter((mark) => mark === 1).length);
      }),
    );
  });

  it('grows by at least the given distances', () => {
    fc.assert(
      fc.property(cases, ({ widthPx, heightPx, marked, radiusPx }) => {
        const area = blocksWith(createMarks(widthPx, heightPx, marked), widthPx, 1);
        const wider = new Set(samplesIn(growBlocks(area, radiusPx, 2 * radiusPx)));
        for (const i of samplesIn(area)) {
          const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
          for (const u of [x - radiusPx, x + radiusPx]) {
            for (const v of [y - 2 * radiusPx, y + 2 * radiusPx]) {
              if (u >= 0 && v >= 0 && u < widthPx && v < heightPx) expect(wider).toContain(v * widthPx + u);
            }
          }
        }
      }),
    );
  });

  it('gets the same local means as the whole grid', () => {
    fc.assert(
      fc.property(cases, ({ widthPx, heightPx, marked, radiusPx }) => {
        const source = Float32Array.from({ length: widthPx * heightPx }, (_, i) => ((i * 37) % 101) / 100);
        const area = blocksWith(createMarks(widthPx, heightPx, marked), widthPx, 1);
        const [whole, within] = [new Float32Array(source.length), new Float32Array(source.length)];
        boxMean(source, whole, widthPx, heightPx, radiusPx, new Float32Array(source.length));
        boxMeanWithin(source, within, boxFilterArea(area, radiusPx), new Float32Array(source.length));
        for (const i of samplesIn(area)) expect(within[i]).toBeCloseTo(whole[i], 5);
      }),
    );
  });
});
