// npm run bench -- signing
//
// Cost of Content Credentials: a 12-megapixel photo with grain is encoded like the engine's pictures, and signed in the
// engine's process. The two steps take turns, so that other load on the machine affects both; the result is their
// ratio.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import { provenanceOfUpload } from '@packshot/image-engine/provenance';
import sharp from 'sharp';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { encodePng } from '../../packages/image-engine/src/codec/encode.ts';
import { median, row } from './contestants.ts';
import { makePhotos } from './cutout/photos.ts';

/** Options of the command: `--rounds 2` for a quick look. */
const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } }).values;
const ROUNDS = Number(rounds);
const LABEL = '12 MP';
const FOLDER = join(import.meta.dirname, '../../.packshot/bench/cutout');

type Encode = (photo: Uint8Array) => Promise<Uint8Array>;

/** Encoders by format; PNG is the format that the server stores. */
async function encoders(photo: Uint8Array): Promise<readonly (readonly [string, Encode])[]> {
  const { image } = await decodePhoto(photo);
  return [
    ['PNG', () => encodePng(image)],
    ['JPEG, quality 88', (bytes) => sharp(bytes).jpeg({ quality: 88 }).toBuffer()],
    ['WebP, quality 88', (bytes) => sharp(bytes).webp({ quality: 88 }).toBuffer()],
  ];
}

async function measure(engine: ImageEngine, photo: Uint8Array): Promise<void> {
  const signer = openOwnSigner(join(FOLDER, 'credentials'), { now: () => new Date() });
  const provenance = provenanceOfUpload(photo);
  const sign = async (bytes: Uint8Array): Promise<void> => {
    const { sign: byKey, ...identity } = signer();
    await engine.run('sign', { files: [{ bytes }], provenance, identity }, { sign: byKey });
  };
  console.log(`A photo of ${LABEL}, medians of ${ROUNDS} rounds, in turn.\n`);
  console.log(row(['format', 'MB', 'encoded, ms', 'signed, ms', 'signed : encoded', 'slowest, ms']));
  console.log(row(['---', '---:', '---:', '---:', '---:', '---:']));
  for (const [format, encode] of await encoders(photo)) {
    const encodedMs: number[] = [];
    const signedMs: number[] = [];
    let megabytes = 0;
    // The first round is a warm-up and isn't counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const startedMs = performance.now();
      const bytes = await encode(photo);
      const readyMs = performance.now();
      await sign(bytes);
      const doneMs = performance.now();
      console.error(`  ${format}, round ${round} of ${ROUNDS}: ${(doneMs - readyMs).toFixed(0)} ms`);
      if (round === 0) continue;
      megabytes = bytes.length / 1e6;
      encodedMs.push(readyMs - startedMs);
      signedMs.push(doneMs - readyMs);
    }
    const ratio = median(signedMs.map((ms, at) => ms / (encodedMs[at] ?? Number.NaN)));
    const figures = [median(encodedMs).toFixed(0), median(signedMs).toFixed(0), ratio.toFixed(2)];
    console.log(row([format, megabytes.toFixed(1), ...figures, Math.max(...signedMs).toFixed(0)]));
  }
}

const engine = createImageEngine({ cacheDir: join(FOLDER, 'models') });
try {
  const photos = await makePhotos(FOLDER);
  const photo = photos.find(({ label }) => label === LABEL);
  if (photo === undefined) throw new Error(`There is no photo of ${LABEL}.`);
  await measure(engine, new Uint8Array(readFileSync(photo.path)));
} finally {
  await engine.close();
}
