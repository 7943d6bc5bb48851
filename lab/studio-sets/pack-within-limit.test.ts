import { describe, expect, it } from 'vitest';
import { packWithinLimit } from './pack-within-limit.ts';

const packAt = async (quality: number) => ({ packed: `quality ${quality}`, sizeBytes: quality * 1000 });

describe('packWithinLimit', () => {
  it('returns the best quality that is smaller than the limit', async () => {
    expect(await packWithinLimit([90, 60, 30], 61_000, packAt)).toBe('quality 60');
  });

  it('names the size of a set that is too large even at the lowest quality', async () => {
    await expect(packWithinLimit([90, 60, 30], 30_000, packAt)).rejects.toThrow(
      'The set takes 30000 bytes at the lowest quality, but must be smaller than 30000.',
    );
  });
});
