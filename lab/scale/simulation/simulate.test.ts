import { expect, it } from 'vitest';
import { seedRandom } from '../../../packages/server/src/testing/seeded.ts';
import { dayOfArrivals, visitors } from './demand.ts';
import { quantile, simulate } from './simulate.ts';
import type { Arrival } from './simulate.ts';

const SECOND_MS = 1_000;
const service = () => SECOND_MS;
const longest = (waits: readonly number[] = []): number => quantile(waits, 1);

it('has the mean wait of queueing theory for random arrivals, random service times and one worker', () => {
  const random = seedRandom(7);
  const exponential = (meanMs: number): number => -Math.log(1 - random()) * meanMs;
  function* arrivals(): Generator<Arrival> {
    for (let atMs = 0, count = 0; count < 200_000; count += 1) {
      atMs += exponential(2 * SECOND_MS);
      yield { atMs, user: String(count), pictures: 1, group: 'all' };
    }
  }
  const scene = { workers: 1, arrivals: arrivals(), serviceMs: () => exponential(SECOND_MS), pickUpMs: 0 };
  const { waitsMs, busyShare } = simulate(scene);
  const waits = waitsMs.get('all') ?? [];
  const mean = waits.reduce((sum, each) => sum + each, 0) / waits.length;
  // Queueing theory: at a load of one half, the mean wait equals the service time.
  expect(mean / SECOND_MS).toBeGreaterThan(0.95);
  expect(mean / SECOND_MS).toBeLessThan(1.05);
  expect(busyShare).toBeCloseTo(0.5, 1);
});

it('makes a visitor wait for running work only, not for a run of ten thousand photos', () => {
  const scene = (rules: 'product' | 'in-order') => ({
    workers: 1,
    arrivals: visitors(60_000, 3_600_000, 1),
    runs: [{ startsMs: 0, items: 10_000 }],
    rules,
    serviceMs: service,
    pickUpMs: 0,
  });
  expect(longest(simulate(scene('product')).waitsMs.get('visitor'))).toBeLessThanOrEqual(2 * SECOND_MS);
  expect(longest(simulate(scene('in-order')).waitsMs.get('visitor'))).toBeGreaterThan(3_600 * SECOND_MS);
});

it('processes every picture of runs and users, and repeats with equal results', () => {
  const outcome = () =>
    simulate({
      workers: 3,
      arrivals: dayOfArrivals(2_000, 5),
      runs: [{ startsMs: 0, items: 500 }],
      serviceMs: service,
      pickUpMs: 10,
    });
  const { waitsMs } = outcome();
  expect(waitsMs.get('run')).toHaveLength(500);
  const asked = [...dayOfArrivals(2_000, 5)].reduce((sum, { pictures }) => sum + pictures, 0);
  expect((waitsMs.get('one picture')?.length ?? 0) + (waitsMs.get('several')?.length ?? 0)).toBe(asked);
  expect(outcome()).toEqual(outcome());
});
