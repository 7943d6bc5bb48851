// Time for which the engine stays busy after a job is canceled. For each tool, jobs on a 12-megapixel photo are aborted
// at moments spread over their duration, and another job is requested at once; the time until that job begins is
// measured.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { median, row } from './contestants.ts';
import { makePhotos } from './cutout/photos.ts';
import { createMask } from './mask.ts';

/** Options of the command: `--aborts 3` for a quick look. */
const { aborts } = parseArgs({ options: { aborts: { type: 'string', default: '12' } } }).values;
const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.packshot/bench/cutout');
/**
 * Size of the photo for enlarging by the network: a 12-megapixel job would take minutes, and aborting it is no
 * different.
 */
const SMALL_LABEL = '1 MP';
const LARGE_LABEL = '12 MP';

interface CancelableJob {
  readonly tool: string;
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

async function createJobs(engine: ImageEngine, small: Buffer, large: Buffer): Promise<CancelableJob[]> {
  const [white, strokes] = [await createMask(large), await createMask(large, '#ff0000')];
  const half = await sharp(large).resize(2000, 1500).png().toBuffer();
  const quarter = await sharp(small).resize(578, 433).png().toBuffer();
  return [
    { tool: 'cut-out', run: (signal) => engine.run('cut-out', { photo: large }, { signal }) },
    {
      tool: 'magic, filling',
      run: (signal) => engine.run('magic', { photo: large, mask: white }, { signal }),
    },
    {
      tool: 'magic, coloring',
      run: (signal) =>
        engine.run('magic', { photo: large, mask: white, prompt: 'make it navy blue' }, { signal }),
    },
    {
      tool: 'harmonize',
      run: (signal) => engine.run('harmonize', { composite: large, productAlpha: white }, { signal }),
    },
    {
      tool: 'refine',
      run: (signal) => engine.run('refine', { photo: large, cutOut: white, strokes }, { signal }),
    },
    { tool: 'describe', run: (signal) => engine.run('describe', { photo: large }, { signal }) },
    {
      tool: 'enlarge 3 MP to 12, faithful',
      run: (signal) => engine.run('upscale', { photo: half, factor: 2, mode: 'faithful' }, { signal }),
    },
    {
      tool: 'enlarge 0.25 MP to 1, detailed',
      run: (signal) => engine.run('upscale', { photo: quarter, factor: 2 }, { signal }),
    },
  ];
}

/**
 * Milliseconds from the abort to the first progress of another job; undefined if the aborted job had already finished.
 */
async function freeAfter(
  engine: ImageEngine,
  job: CancelableJob,
  abortAfterMs: number,
  tiny: Buffer,
): Promise<number | undefined> {
  const controller = new AbortController();
  const running = job.run(controller.signal).then(
    () => true,
    () => false,
  );
  await new Promise((resolve) => setTimeout(resolve, abortAfterMs));
  const abortedMs = performance.now();
  controller.abort();
  const began = Promise.withResolvers<number>();
  await engine.run(
    'upscale',
    { photo: tiny, factor: 2, mode: 'faithful' },
    { onProgress: () => began.resolve(performance.now() - abortedMs) },
  );
  return (await running) ? undefined : began.promise;
}

async function main(): Promise<void> {
  const engine = createImageEngine({ cacheDir: join(FOLDER, 'models'), cachedMasks: 0 });
  for (const tool of ['cut-out', 'upscale'] as const) await engine.prepare(tool);
  const photos = await makePhotos(FOLDER);
  const photo = (label: string): Buffer =>
    readFileSync(photos.find((one) => one.label === label)?.path ?? '');
  const tiny = await sharp(photo(SMALL_LABEL)).resize(16, 16).png().toBuffer();
  console.log(row(['tool', 'job', 'free after, median', 'longest']));
  console.log(row(Array<string>(4).fill('---')));
  for (const job of await createJobs(engine, photo(SMALL_LABEL), photo(LARGE_LABEL))) {
    const never = new AbortController().signal;
    await job.run(never);
    const startedMs = performance.now();
    await job.run(never);
    const durationMs = performance.now() - startedMs;
    const frees: number[] = [];
    for (let i = 0; i < Number(aborts); i++) {
      const free = await freeAfter(engine, job, ((i + 0.5) / Number(aborts)) * durationMs, tiny);
      if (free !== undefined) frees.push(free);
    }
    const ms = (value: number): string => `${value.toFixed(0)} ms`;
    console.log(row([job.tool, ms(durationMs), ms(median(frees)), ms(Math.max(...frees))]));
  }
  await engine.close();
}

await main();
