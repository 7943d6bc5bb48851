import { expect, test } from 'vitest';
import { raster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';
import { guideThrough, shownShare } from './guide.ts';
import { levelFromImage } from './level.ts';
import type { Level } from './level.ts';
import { findSegments } from './segments.ts';

const W = 160;
const H = 120;
const isHole = (x: number, y: number): boolean => Math.hypot(x - 80, y - 60) < 22;
/** Level with the given picture, whose hole is filled with gray. */
const createLevel = (brightness: (x: number, y: number) => number): Level => {
  const place = (i: number): [number, number] => [i % W, Math.floor(i / W)];
  const data = Uint8Array.from({ length: W * H * 4 }, (_, k) =>
    k % 4 === 3 ? 255 : isHole(...place(k >> 2)) ? 128 : brightness(...place(k >> 2)),
  );
  const mask = Uint8Array.from({ length: W * H }, (_, i) => (isHole(...place(i)) ? 255 : 0));
  const box = { xPx: 0, yPx: 0, widthPx: W, heightPx: H };
  return finish(levelFromImage(raster(data, W, H, 4), raster(mask, W, H, 1), box, 1));
};
/** Edges are two pixels wide, as in photos. */
const soft = (below: number): number => 200 - 110 * Math.max(0, Math.min(1, below / 2 + 0.5));
const edge = (x: number, y: number): number => soft(y - 50 - 0.12 * x);

test('an edge is found on both sides of the hole, with its darker side', () => {
  const [first, second, ...others] = findSegments(createLevel(edge), 10);
  expect(others).toEqual([]);
  for (const segment of [first, second]) {
    expect(segment.alongY / segment.alongX).toBeCloseTo(0.12, 1);
    expect(segment.darkSide[0]).toBeCloseTo(90, -1);
    expect(segment.brightSide[0]).toBeCloseTo(200, -1);
  }
});

test('an edge that the hole interrupts is guided through it', () => {
  const level = createLevel(edge);
  const guide = guideThrough(level, 44);
  const [line, ...others] = guide?.through ?? [];
  expect(others).toEqual([]);
  const inside = line.at(-1);
  for (const [x, y] of [
    [inside?.x0 ?? 0, inside?.y0 ?? 0],
    [inside?.x1 ?? 0, inside?.y1 ?? 0],
  ])
    expect(Math.abs(y - 50 - 0.12 * x)).toBeLessThan(1.5);
  if (guide === undefined) return;
  // Near the hole's border the line is visible for a few pixels even without being continued.
  expect(shownShare(level, guide, 1)).toBeLessThan(0.4);
  const whole = { ...level, samples: level.samples.slice() };
  for (let i = 0; i < W * H; i++) whole.samples.fill(edge(i % W, Math.floor(i / W)), i * 5, i * 5 + 3);
  expect(shownShare(whole, guide, 1)).toBeGreaterThan(0.9);
});

test('edges on both sides of a hole are not joined if they don’t line up', () => {
  const step = (x: number, y: number): number => soft(y - (x < 80 ? 45 : 75));
  expect(guideThrough(createLevel(step), 44)).toBeUndefined();
});
