import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeWithSharp } from '../codec/sharp-decode.ts';
import { layersSizeBytes } from '../pixels/stage/layers.ts';
import { SetCache } from './set-cache.ts';
import { readSetDescriptions, SETS_FOLDER } from './set-description.ts';

const [first, second] = (await readSetDescriptions()).map(({ id }) => id);
if (first === undefined || second === undefined) throw new Error('Two sets ship at least');

describe('the cache of decoded sets', () => {
  it('the cache reads a set once for concurrent callers, and evicts the oldest beyond its budget', async () => {
    const cache = new SetCache(SETS_FOLDER, 1);
    const [a, same] = await Promise.all([cache.get(first), cache.get(first)]);
    expect(same).toBe(a);
    expect(cache.sizeBytes).toBe(layersSizeBytes(a));
    const b = await cache.get(second);
    expect(cache.sizeBytes).toBe(layersSizeBytes(b));
    expect(await cache.get(second)).toBe(b);
    expect(await cache.get(first)).not.toBe(a);
  });

  it('the cache does not keep failures', async () => {
    const cache = new SetCache(SETS_FOLDER);
    await expect(cache.get('the-moon-eye')).rejects.toThrow();
    expect(cache.sizeBytes).toBe(0);
  });

  it('only a shipped set’s files may be AVIF: the same bytes are refused as a user’s picture', async () => {
    const bytes = await readFile(join(SETS_FOLDER, first, 'albedo.avif'));
    await expect(decodeWithSharp(bytes)).rejects.toMatchObject({ code: 'CORRUPT_IMAGE' });
  });
});
