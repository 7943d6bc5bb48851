import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProvenance } from '@packshot/contract';
import { IMAGE_MAX_PIXELS } from '../pixels/file/header/probe.ts';
import { afterAll, expect, test } from 'vitest';
import { openOwnSigner } from '../credentials/index.ts';
import { createImageEngine } from '../engine.ts';
import { crossingStrokes, grainyPhoto } from '../testing/grainy-photo.ts';
import { canReadPeaks, childRunning, forgetPeak, peakMegabytes } from '../testing/process-memory.ts';
import { testCacheDir } from '../testing/shared-files.ts';

/** Free memory that the engine needs according to docs/operations.md. */
const CUT_OUT_MEGABYTES = 750;
const LARGEST_MEGABYTES = 1_200;

const engine = createImageEngine({ cacheDir: testCacheDir });
const folder = mkdtempSync(join(tmpdir(), 'memory-'));
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function sign(bytes: Uint8Array): Promise<void> {
  const { sign: signBytes, ...identity } = openOwnSigner(folder, { now: () => new Date() })();
  const order = { files: [{ bytes }], provenance: createProvenance(['photo']), identity };
  await engine.run('sign', order, { sign: signBytes });
}

/** Peak memory of the engine's process during a job. */
async function measurePeak<Result>(
  job: () => Promise<Result>,
): Promise<{ result: Result; megabytes: number }> {
  const pid = childRunning('engine-process.ts');
  if (pid === undefined) throw new Error('The engine has no process');
  forgetPeak(pid);
  const result = await job();
  // The process ID must be the same, because a restarted process would have another memory peak.
  expect(childRunning('engine-process.ts')).toBe(pid);
  return { result, megabytes: peakMegabytes(pid) };
}

test.skipIf(!canReadPeaks())(
  'jobs on the largest photos, and a cut-out after them, stay within their memory',
  async () => {
    await engine.prepare();
    const [widthPx, heightPx] = [8192, 6144];
    expect(widthPx * heightPx).toBeLessThanOrEqual(IMAGE_MAX_PIXELS);
    const photo = await grainyPhoto(widthPx, heightPx);
    const cutOut = await measurePeak(() => engine.run('cut-out', { photo }));
    expect(cutOut.megabytes).toBeLessThan(LARGEST_MEGABYTES);
    const strokes = await crossingStrokes(2048, 1536);
    // The correction tool reads three pictures and needs the most memory.
    const correction = await measurePeak(() =>
      engine.run('refine', { photo, cutOut: cutOut.result.full, strokes }),
    );
    expect(correction.megabytes).toBeLessThan(LARGEST_MEGABYTES);
    // Other jobs run first, so that the peak includes memory left behind by large jobs, and the caches of a photo's
    // other jobs.
    const phonePhoto = await grainyPhoto(4000, 3000);
    await engine.run('moderate', { photo: phonePhoto });
    await sign(cutOut.result.standard);
    const usual = await measurePeak(() => engine.run('cut-out', { photo: phonePhoto }));
    expect(usual.megabytes).toBeLessThan(CUT_OUT_MEGABYTES);
  },
  120_000,
);
