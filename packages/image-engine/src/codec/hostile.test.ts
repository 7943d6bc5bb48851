import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import { hostileRows, sharedPath } from '../testing/shared-files.ts';
import { decodePhoto } from './decode.ts';

const folder = sharedPath('hostile');
/** Maximum growth of the process's memory, in MiB: room for two of the largest accepted pictures. */
const MAX_GROWTH_MIB = 500;
const SAMPLE_INTERVAL_MS = 20;
/**
 * Refusal codes that the engine may return for files which the collection expects to be accepted: the engine also
 * refuses pictures of a few pixels.
 */
const STRICTER = new Set(['TOO_SMALL']);

/** Memory of this process, in MiB. Other tests run in the same process. */
const rssMib = (): number => process.memoryUsage.rss() / 1024 / 1024;
let [startMib, peakMib] = [0, 0];
let sampling: NodeJS.Timeout | undefined;
beforeAll(() => {
  startMib = rssMib();
  sampling = setInterval(() => (peakMib = Math.max(peakMib, rssMib())), SAMPLE_INTERVAL_MS);
});
afterAll(() => clearInterval(sampling));

describe.skipIf(folder === undefined)('hostile files', () => {
  const rows = folder === undefined ? [] : hostileRows(folder);

  test.each(rows.map((row) => [row['file'] ?? '', row['expected'] ?? ''] as const))(
    'the hostile file %s gets the expected answer: %s',
    async (file, expected) => {
      const bytes = readFileSync(join(folder ?? '', file));
      let code: string | undefined;
      try {
        const { image } = await decodePhoto(bytes);
        expect(image.data.length).toBe(image.widthPx * image.heightPx * 4);
      } catch (error) {
        if (!(error instanceof ImageRefusal)) throw error;
        code = error.code;
      }
      if (expected === 'reject') expect(code).toBeDefined();
      if (expected === 'accept' && code !== undefined) expect(STRICTER).toContain(code);
    },
    15_000,
  );

  test('memory stays bounded through all hostile files', () => {
    expect(peakMib).toBeGreaterThan(0);
    expect(peakMib - startMib).toBeLessThan(MAX_GROWTH_MIB);
  });
});
