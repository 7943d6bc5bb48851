// Enlarges one small photo to four times its size, PNG in, PNG out, compared with UpscalerJS with the same weights.
// Each program runs in a separate process, and they take turns, so that other load on the machine affects both.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contestant, median, row, seconds, warm } from './contestants.ts';
import { makePhotos } from './cutout/photos.ts';
import { installedIn } from './installed.ts';

/**
 * Options of the command: `--rounds 1 --side 64` for a quick look. UpscalerJS takes at least a third of a millisecond
 * per pixel of the photo.
 */
const { rounds, side } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, side: { type: 'string', default: '256' } },
}).values;
const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.packshot/bench/upscale');
/**
 * Package to compare with. Uses the TensorFlow.js version that it requires, with the fastest backend that installs
 * everywhere.
 */
const PEER = {
  dependencies: {
    '@tensorflow/tfjs': '4.11.0',
    '@tensorflow/tfjs-backend-wasm': '4.11.0',
    '@upscalerjs/esrgan-thick': '1.0.0',
    upscaler: '1.0.0',
  },
};

interface ResizePipeline {
  resize(width: number, height: number, options: { fit: 'fill' }): ResizePipeline;
  png(): ResizePipeline;
  toFile(path: string): Promise<unknown>;
}

async function makePhoto(sidePx: number): Promise<string> {
  const sharp = createRequire(join(ROOT, 'packages/image-engine/'))('sharp') as (
    path: string,
  ) => ResizePipeline;
  const [source] = await makePhotos(join(FOLDER, '../cutout'));
  const path = join(FOLDER, `photo-${sidePx}.png`);
  await sharp(source?.path ?? '')
    .resize(sidePx, sidePx, { fit: 'fill' })
    .png()
    .toFile(path);
  return path;
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const program = (name: string): string => join(import.meta.dirname, 'upscale', name);
  const peer = contestant(
    'UpscalerJS 1.0.0 (TensorFlow.js 4.11.0, WebAssembly)',
    program('peer-process.ts'),
    installedIn(join(FOLDER, 'peer'), PEER),
  );
  const ours = contestant('Packshot (detailed)', program('ours-process.ts'), join(FOLDER, 'models'));
  const answers = await warm([peer, ours], await makePhoto(Number(side)), Number(rounds));
  const of = (name: string, field: 'durationMs' | 'peakRssMiB') =>
    median((answers.get(name) ?? []).map((answer) => answer[field]));

  const sizes = `${side} x ${side} to ${4 * Number(side)} x ${4 * Number(side)}`;
  console.log(`${sizes}, \`@upscalerjs/esrgan-thick\` 4x. Medians of ${rounds} interleaved rounds, warm.\n`);
  console.log(row(['engine', 'time', 'ratio', 'peak RSS']));
  console.log(row(Array<string>(4).fill('---')));
  for (const { name } of [peer, ours]) {
    const durationMs = of(name, 'durationMs');
    console.log(
      row([
        name,
        seconds(durationMs),
        `${(of(peer.name, 'durationMs') / durationMs).toFixed(1)}x`,
        `${of(name, 'peakRssMiB').toFixed(0)} MiB`,
      ]),
    );
  }
}

await main();
