// The magic tool and harmonizing at 1 and 12 megapixels by stages, compared with the minimum for any program: reading
// the picture and writing the same two files. The programs take turns, so that other load on the machine affects all of
// them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { encodePng, encodeStandardWebp } from '../../packages/image-engine/src/codec/encode.ts';
import { createImageEngine } from '../../packages/image-engine/src/index.ts';
import type { ImageEngine } from '../../packages/image-engine/src/index.ts';
import { raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { median, row, seconds } from './contestants.ts';
import { makePhotos } from './cutout/photos.ts';
import { createMask } from './mask.ts';

/** Options of the command: `--rounds 1` for a quick look. */
const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } }).values;
const ROUNDS = Number(rounds);
const ROOT = join(import.meta.dirname, '../..');
const LABELS = ['1 MP', '12 MP'];

interface Edit {
  readonly name: string;
  /** Runs the edit once; returns the duration of each stage by name. */
  readonly run: () => Promise<{ stagesMs: Record<string, number> }>;
}

async function createEdits(engine: ImageEngine, photo: Buffer): Promise<Edit[]> {
  const mask = await createMask(photo);
  return [
    { name: 'reading and writing alone, by sharp', run: async () => readAndWrite(photo) },
    { name: 'magic, filling', run: () => engine.run('magic', { photo, mask }) },
    { name: 'magic, coloring', run: () => engine.run('magic', { photo, mask, prompt: 'make it navy blue' }) },
    { name: 'harmonize', run: () => engine.run('harmonize', { composite: photo, productAlpha: mask }) },
  ];
}

/** Reads the photo and writes the files that every tool produces: a PNG, and a WebP for quick display. */
async function readAndWrite(photo: Buffer): Promise<{ stagesMs: Record<string, number> }> {
  const { data, info } = await sharp(photo).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const image = raster(new Uint8Array(data.buffer, data.byteOffset, data.length), info.width, info.height, 4);
  await Promise.all([encodePng(image), encodeStandardWebp(image)]);
  return { stagesMs: {} };
}

async function main(): Promise<void> {
  const engine = createImageEngine({ cacheDir: join(ROOT, '.packshot/bench/cutout/models') });
  try {
    const photos = await makePhotos(join(ROOT, '.packshot/bench/cutout'));
    console.log(
      `A mask of a twenty-fifth of the photo, in its middle. Medians of ${ROUNDS} interleaved rounds.\n`,
    );
    console.log(row(['photo', 'what', 'time', 'stages']));
    console.log(row(Array<string>(4).fill('---')));
    for (const { label, path } of photos.filter((photo) => LABELS.includes(photo.label))) {
      const edits = await createEdits(engine, readFileSync(path));
      const timingsByEdit = edits.map(() => [] as { durationMs: number; stagesMs: Record<string, number> }[]);
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const [at, { run }] of edits.entries()) {
          const startedMs = performance.now();
          const { stagesMs } = await run();
          // The first round is a warm-up and isn't counted.
          if (round >= 0) timingsByEdit[at]?.push({ durationMs: performance.now() - startedMs, stagesMs });
        }
        console.error(`${label}, round ${round + 1} of ${ROUNDS}`);
      }
      for (const [at, { name }] of edits.entries())
        console.log(formatRow(label, name, timingsByEdit[at] ?? []));
    }
  } finally {
    await engine.close();
  }
}

function formatRow(
  label: string,
  name: string,
  timings: readonly { durationMs: number; stagesMs: Record<string, number> }[],
): string {
  const stages = Object.keys(timings[0]?.stagesMs ?? {})
    .map((stage) => `${stage} ${median(timings.map(({ stagesMs }) => stagesMs[stage] ?? 0)).toFixed(0)} ms`)
    .join(', ');
  return row([label, name, seconds(median(timings.map(({ durationMs }) => durationMs))), stages]);
}

await main();
