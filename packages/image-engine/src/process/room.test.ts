import { afterEach, expect, test, vi } from 'vitest';
import { Cached } from '../tools/cached.ts';
import type { Evictable } from '../tools/cached.ts';
import { cutOut } from '../tools/cut-out/tool.ts';
import { moderate } from '../tools/moderate/tool.ts';
import { computeLimits } from './job-limits.ts';
import { createLeftovers, makeRoom } from './room.ts';

const MIB = 1024 ** 2;
const ROOM_BYTES = 600 * MIB;
const NEED = { startBytes: 0, roomBytes: ROOM_BYTES, hasStarted: false };

/** Fake cached resources that occupy memory and record their eviction. */
function pretendHeld(heldBytes: Record<'network' | 'sets' | 'own', number>) {
  const forgottenNames: string[] = [];
  const createEvictable = (name: string, bytes: number): Evictable => ({
    heldBytes: bytes,
    get isCached() {
      return !forgottenNames.includes(name);
    },
    evict: async () => void forgottenNames.push(name),
  });
  const own = createEvictable('own', heldBytes.own);
  const cachedItems = [
    createEvictable('network', heldBytes.network),
    createEvictable('sets', heldBytes.sets),
    own,
  ];
  const resident = () => cachedItems.reduce((sum, each) => sum + (each.isCached ? each.heldBytes : 0), 0);
  return { gone: forgottenNames, own, cached: cachedItems, resident };
}

test('cached data is evicted only when memory is short, and no more than is needed', async () => {
  const third = ROOM_BYTES / 3;
  const lets = async (neededBytes: number) => {
    const { gone, own, cached, resident } = pretendHeld({ network: third, sets: third, own: third / 2 });
    await makeRoom([own], { ...NEED, neededBytes }, cached, resident);
    return gone;
  };
  expect(await lets(third / 2)).toEqual([]);
  // Memory that the job's own tool already occupies is part of the job's need, so nothing is evicted.
  expect(await lets(third / 2 + third / 3)).toEqual([]);
  expect(await lets(third * 1.5)).toEqual(['network']);
  expect(await lets(ROOM_BYTES * 2)).toEqual(['network', 'sets']);
});

/**
 * Memory of the engine's process between cut-outs of 12 megapixels with all caches full, after a hundred other jobs:
 * 600 MiB, as measured.
 */
const RESIDENT = 600 * MIB;
const KEPT = { segmenter: 300, library: 40, signer: 30, moderator: 20 };

test.each([
  { name: 'moderate', tool: moderate, keeps: ['moderator'] },
  { name: 'cut-out', tool: cutOut, keeps: ['segmenter'] },
] as const)('a job on a phone photo doesn’t evict the cached data of other jobs: $name', async (row) => {
  const forgetPicture = async (widthPx: number, heightPx: number, hasStarted: boolean) => {
    const forgottenNames: string[] = [];
    const cachedItems = Object.entries(KEPT).map(([name, mebibytes]) => ({
      name,
      heldBytes: mebibytes * MIB,
      isCached: true,
      evict: async () => void forgottenNames.push(name),
    }));
    const own = cachedItems.filter(({ name }) => row.keeps.some((keeps) => keeps === name));
    const need = { ...computeLimits(row.tool.allowance, widthPx * heightPx), hasStarted };
    await makeRoom(own, need, cachedItems, () => RESIDENT);
    return forgottenNames.length;
  };
  expect(await forgetPicture(4000, 3000, true)).toBe(0);
  // Larger photos have a higher documented memory limit, so nothing is evicted.
  expect(await forgetPicture(6000, 4000, true)).toBe(0);
  expect(await forgetPicture(4000, 3000, false)).toBeGreaterThan(0);
});

test('a cached value is opened once, replaced by another one, and opened again after a failure', async () => {
  const released: string[] = [];
  const cache = new Cached<string>(1, (value) => void released.push(value));
  let opened = 0;
  const open = (name: string) => async () => {
    opened++;
    if (opened === 1) throw new Error('The file is missing');
    return `${name} ${opened}`;
  };
  await expect(cache.of('a', open('a'))).rejects.toThrow('missing');
  expect(cache.isCached).toBe(false);
  expect([await cache.of('a', open('a')), await cache.of('a', open('a'))]).toEqual(['a 2', 'a 2']);
  expect(await cache.of('b', open('b'))).toBe('b 3');
  await cache.evict();
  expect(cache.isCached).toBe(false);
  expect(released).toEqual(['a 2', 'b 3']);
});

afterEach(() => {
  vi.useRealTimers();
});

test('a job’s garbage is collected before the next job, or after an idle moment', () => {
  vi.useFakeTimers();
  const collect = vi.fn<() => void>();
  const leftovers = createLeftovers(collect, () => 100 * MIB);
  leftovers.now();
  expect(collect).not.toHaveBeenCalled();
  leftovers.later();
  expect(collect).not.toHaveBeenCalled();
  leftovers.now();
  vi.runAllTimers();
  expect(collect).toHaveBeenCalledTimes(1);
  leftovers.later();
  vi.runAllTimers();
  expect(collect).toHaveBeenCalledTimes(2);
});

test('no job waits for the collection of a small amount of garbage', () => {
  vi.useFakeTimers();
  const collect = vi.fn<() => void>();
  const leftovers = createLeftovers(collect, () => 50 * MIB);
  leftovers.later();
  leftovers.now();
  expect(collect).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(collect).toHaveBeenCalledTimes(1);
});

test('a cached network isn’t evicted if evicting a smaller value frees enough memory', async () => {
  const lets = async (excessBytes: number) => {
    const { gone, own, cached, resident } = pretendHeld({
      network: 300 * MIB,
      sets: 40 * MIB,
      own: 20 * MIB,
    });
    const roomBytes = resident() - excessBytes;
    await makeRoom([own], { ...NEED, neededBytes: 20 * MIB, roomBytes }, cached, resident);
    return gone;
  };
  expect(await lets(13 * MIB)).toEqual(['sets']);
  expect(await lets(41 * MIB)).toEqual(['network']);
  expect(await lets(320 * MIB)).toEqual(['network', 'sets']);
});

test('an evicted value counts as room even if the process doesn’t shrink', async () => {
  const { gone, own, cached, resident } = pretendHeld({ network: 300 * MIB, sets: 40 * MIB, own: 20 * MIB });
  const residentBytes = resident();
  const need = { ...NEED, neededBytes: 20 * MIB, roomBytes: residentBytes - 13 * MIB };
  await makeRoom([own], need, cached, () => residentBytes);
  expect(gone).toEqual(['sets']);
});
