import { expect, it } from 'vitest';
import { ITEMS_AT_ONCE, ITEMS_OF_ALL, sharePlaces } from './share-places.ts';
import type { RunInWork } from './share-places.ts';

const run = (id: string, ownerId: string, part: Partial<RunInWork> = {}): RunInWork => ({
  id,
  ownerId,
  waiting: 10_000,
  inWork: 0,
  settled: 0,
  ...part,
});
const placesByRun = (runs: readonly RunInWork[], occupiedPlaces = 0): Record<string, number> =>
  Object.fromEntries(sharePlaces(runs, occupiedPlaces));

it('a single run gets no more places than the limit per run, and no more than it has photos', () => {
  expect(placesByRun([run('a', 'ann')])).toEqual({ a: ITEMS_AT_ONCE });
  expect(placesByRun([run('a', 'ann', { waiting: 3 })])).toEqual({ a: 3 });
  expect(placesByRun([run('a', 'ann', { inWork: 6 })])).toEqual({ a: 2 });
  expect(placesByRun([run('a', 'ann')], ITEMS_OF_ALL)).toEqual({});
});

it('places for running items are shared among owners, however many runs an owner has', () => {
  const many = Array.from({ length: 20 }, (_, at) => run(`a${at}`, 'ann'));
  const places = placesByRun([...many, run('b', 'bob')]);
  expect(places['b']).toBe(ITEMS_AT_ONCE);
  expect(Object.values(places).reduce((sum, each) => sum + each, 0)).toBe(ITEMS_OF_ALL);
});

it('a free place goes to an owner without running items', () => {
  const long = ['a', 'b', 'c'].map((id) => run(id, 'ann', { inWork: id === 'c' ? 7 : 8 }));
  expect(placesByRun([...long, run('d', 'dan', { waiting: 5 })])).toEqual({ d: 1 });
});

it('among runs with equally many running items, the run with the least progress gets the place', () => {
  const owners = Array.from({ length: ITEMS_OF_ALL }, (_, at) =>
    run(`r${at}`, `owner ${at}`, { settled: 40 }),
  );
  const places = placesByRun([...owners, run('late', 'late')]);
  expect(places['late']).toBe(1);
});
