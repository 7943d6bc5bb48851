// Cut-out of one photo at 1, 4 and 12 megapixels, JPEG in, PNG out, compared with @imgly/background-removal-node. Each
// program runs in a separate process, and they take turns, so that other load on the machine affects all of them.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, contestant, median, row, seconds, stop, warm } from './contestants.ts';
import type { Contestant } from './contestants.ts';
import type { ContestantAnswer } from './cutout/messages.ts';
import { makePhotos } from './cutout/photos.ts';
import { installedIn } from './installed.ts';

/**
 * Options of the command: `--rounds 1 --only "12 MP"` for a quick look; published figures have all sizes and at least
 * five rounds.
 */
const { rounds, only } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' } },
}).values;
const ROUNDS = Number(rounds);
const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.packshot/bench/cutout');
/**
 * Package to compare with, installed with the ONNX Runtime that it declares (1.17.3) and the newest sharp that its
 * code works with; the declared sharp downloads its binary during installation.
 */
const PEER = {
  dependencies: { '@imgly/background-removal-node': '1.4.5' },
  overrides: { sharp: '0.35.5' },
};

/**
 * Time from the start of a process to its first result, with the prepared model on disk, as in every use but the
 * first.
 */
async function cold(contestants: readonly Contestant[], photo: string): Promise<Map<string, number[]>> {
  const durations = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, start } of contestants) {
      const startedMs = performance.now();
      const child = start();
      await ask(child, { photo });
      durations.get(name)?.push(performance.now() - startedMs);
      await stop(child);
    }
  }
  return durations;
}

async function main(): Promise<void> {
  const published = installedIn(join(FOLDER, 'peer'), PEER);
  const program = (name: string): string => join(import.meta.dirname, 'cutout', name);
  const ours = contestant('Packshot', program('ours-process.ts'), join(FOLDER, 'models'));
  const peer = contestant('peer as published (ONNX Runtime 1.17.3)', program('peer-process.ts'), published);
  const peerNew = contestant('peer with ONNX Runtime 1.30.0', program('peer-process.ts'), ROOT);
  const limit = contestant('the network alone', program('network-process.ts'), join(FOLDER, 'models'));
  const contestants = [peer, peerNew, ours, limit];
  const photos = await makePhotos(FOLDER);
  // Makes the first use before the measurement, because it prepares the model.
  await cold([ours], photos[0]?.path ?? '');

  console.log(
    'Peer: `@imgly/background-removal-node` 1.4.5, model "medium" (the same weights). Packshot: int8, alpha refined,',
  );
  console.log(
    `foreground re-estimated, quick rendition included. Medians of ${ROUNDS} interleaved rounds.\n`,
  );
  console.log(
    row(['', 'engine', 'warm', 'ratio', 'cold process', 'ratio', 'loop blocked', 'peak RSS', 'PNG']),
  );
  console.log(row(Array<string>(9).fill('---')));
  for (const { label, path } of photos.filter((photo) => only === undefined || photo.label === only)) {
    console.error(label);
    const answers = await warm(contestants, path, ROUNDS);
    const colds = await cold(contestants, path);
    const of = (name: string, field: keyof ContestantAnswer) =>
      median((answers.get(name) ?? []).map((answer) => answer[field]));
    const [baseWarm, baseCold] = [of(peer.name, 'durationMs'), median(colds.get(peer.name) ?? [])];
    for (const { name } of contestants) {
      const warmMs = of(name, 'durationMs');
      const coldMs = median(colds.get(name) ?? []);
      console.log(
        row([
          label,
          name,
          seconds(warmMs),
          `${(baseWarm / warmMs).toFixed(1)}x`,
          seconds(coldMs),
          `${(baseCold / coldMs).toFixed(1)}x`,
          `${of(name, 'blockedMs').toFixed(0)} ms`,
          `${of(name, 'peakRssMiB').toFixed(0)} MiB`,
          `${(of(name, 'sizeBytes') / 2 ** 20).toFixed(1)} MiB`,
        ]),
      );
    }
  }
}

await main();
