// Memory use of the engine's process: each tool on photos of several sizes, one job after another in one process, so
// that memory that a job doesn't free counts for the next job. Linux only.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createProvenance, UPSCALE_MAX_SIDE_PX } from '../../packages/contract/src/index.ts';
import { createImageEngine } from '../../packages/image-engine/src/index.ts';
import type { ImageEngine } from '../../packages/image-engine/src/index.ts';
import { crossingStrokes, grainyPhoto } from '../../packages/image-engine/src/testing/grainy-photo.ts';
import {
  canReadPeaks,
  childRunning,
  forgetPeak,
  peakMegabytes,
} from '../../packages/image-engine/src/testing/process-memory.ts';
import { row } from './contestants.ts';
import { createMask } from './mask.ts';

/** Options of the command: `--only 12` for one size, in megapixels. */
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const ROOT = join(import.meta.dirname, '../..');
const SIZES = [
  { megapixels: 1, widthPx: 1155, heightPx: 866 },
  { megapixels: 12, widthPx: 4000, heightPx: 3000 },
  { megapixels: 24, widthPx: 3000, heightPx: 8000 },
  { megapixels: 50, widthPx: 8192, heightPx: 6144 },
];
/** Side of the photo whose enlargement has the largest possible size. */
const ENLARGED_FROM_PX = UPSCALE_MAX_SIDE_PX / 4;
/** Largest photo encoded as AVIF, in megapixels. libaom would take minutes for more. */
const MOST_OF_AVIF = 12;

type MeasuredTool = (engine: ImageEngine, photo: Buffer, cutOut: Uint8Array) => Promise<unknown>;

const scene = (product: Uint8Array, engine: ImageEngine, withLayers: boolean) =>
  engine.run('scene', {
    product,
    prompt: 'on a marble table in soft light',
    light: 'auto',
    palette: [],
    aspectRatioId: 1,
    isLarger: true,
    seed: 1,
    variant: 0,
    count: 2,
    withLayers,
  });

/** Strokes on a picture a fifth of the photo's size on each side, because a browser draws on a smaller rendition. */
async function strokesFor(photo: Buffer): Promise<Uint8Array> {
  const { width, height } = await sharp(photo).metadata();
  return crossingStrokes(Math.round(width / 5), Math.round(height / 5));
}

const TOOLS: Readonly<Record<string, MeasuredTool>> = {
  moderation: (engine, photo) => engine.run('moderate', { photo }),
  'cut-out': (engine, photo) => engine.run('cut-out', { photo }),
  scene: (engine, photo) => scene(photo, engine, false),
  'scene with layers': (engine, _, cutOut) => scene(cutOut, engine, true),
  'cut-out, after scenes': (engine, photo) => engine.run('cut-out', { photo }),
  correction: async (engine, photo, cutOut) =>
    engine.run('refine', { photo, cutOut, strokes: await strokesFor(photo) }),
  'magic, filling': async (engine, photo) => engine.run('magic', { photo, mask: await createMask(photo) }),
  'magic, coloring': async (engine, photo) =>
    engine.run('magic', { photo, mask: await createMask(photo), prompt: 'make it navy blue' }),
  harmonize: async (engine, photo) =>
    engine.run('harmonize', { composite: photo, productAlpha: await createMask(photo) }),
  describe: (engine, photo) => engine.run('describe', { photo }),
};

/** Runs a job and returns the peak memory of the engine's process, as text. */
async function measurePeak(job: () => Promise<unknown>): Promise<string> {
  const before = childRunning('engine-process.ts');
  if (before === undefined) throw new Error('The engine has no process');
  forgetPeak(before);
  await job();
  const after = childRunning('engine-process.ts');
  if (after !== before) throw new Error('The process was replaced meanwhile');
  return peakMegabytes(after).toFixed(0);
}

async function main(): Promise<void> {
  const engine = createImageEngine({ cacheDir: join(ROOT, '.packshot/bench/cutout/models'), cachedMasks: 0 });
  const columns: string[][] = [];
  const sizes = SIZES.filter(({ megapixels }) => only === undefined || Number(only) === megapixels);
  try {
    for (const tool of ['cut-out', 'upscale', 'moderate'] as const) {
      await engine.prepare(tool);
    }
    for (const { megapixels, widthPx, heightPx } of sizes) {
      const photo = Buffer.from(await grainyPhoto(widthPx, heightPx));
      const { full: cutOut } = await engine.run('cut-out', { photo });
      const peaks: string[] = [];
      for (const [name, run] of Object.entries(TOOLS)) {
        const peak = await measurePeak(() => run(engine, photo, cutOut));
        console.error(`${megapixels} MP, ${name}: ${peak}`);
        peaks.push(peak);
      }
      peaks.push(megapixels > MOST_OF_AVIF ? 'not measured' : await measurePeak(() => asAvif(engine, photo)));
      columns.push(peaks);
    }
    console.log(
      'Most megabytes (10⁶ bytes) that the engine’s process held during a job, in the order of the table, sizes from left to',
    );
    console.log('right, all in one process.\n');
    console.log(
      row([
        'job',
        ...sizes.map(({ megapixels, widthPx, heightPx }) => `${megapixels} MP (${widthPx} x ${heightPx})`),
      ]),
    );
    console.log(row(['---', ...sizes.map(() => '---:')]));
    for (const [i, name] of [...Object.keys(TOOLS), 'AVIF file'].entries()) {
      console.log(row([name, ...columns.map((peaks) => peaks[i] ?? '')]));
    }
    const small = Buffer.from(await grainyPhoto(ENLARGED_FROM_PX, ENLARGED_FROM_PX));
    const faithful = await measurePeak(() =>
      engine.run('upscale', { photo: small, factor: 4, mode: 'faithful' }),
    );
    const tiny = Buffer.from(await grainyPhoto(300, 300));
    const detailed = await measurePeak(() =>
      engine.run('upscale', { photo: tiny, factor: 4, mode: 'detailed' }),
    );
    console.log(
      `\nEnlarging to ${UPSCALE_MAX_SIDE_PX} x ${UPSCALE_MAX_SIDE_PX}: ${faithful}; by the network, 1200 x 1200: ${detailed}.`,
    );
  } finally {
    await engine.close();
  }
}

const asAvif = (engine: ImageEngine, photo: Buffer) =>
  engine.run('export', {
    photo,
    quality: 60,
    metadata: { altText: '', provenance: createProvenance(['photo']) },
  });

if (canReadPeaks()) await main();
