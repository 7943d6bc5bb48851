import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImageEngine } from '../engine.ts';
import type { ImageEngine } from '../image-engine.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import { seededRandom } from '../pixels/raster/random.ts';
import { damageFile } from '../testing/damage-file.ts';
import { testCacheDir } from '../testing/shared-files.ts';
import sharp from './sharp.ts';

/**
 * Number of damaged files. For a longer search with another seed: DAMAGED_FILES=200000 DAMAGE_SEED=7 npm test --
 * --project engine src/codec/damaged-files.test.ts
 */
const COUNT = Number(process.env['DAMAGED_FILES'] ?? 400);
const SEED = Number(process.env['DAMAGE_SEED'] ?? 1);
/** One in this many files is HEIC, and one is AVIF, because each needs its own process and most of a second. */
const ONE_HEIC_IN = 70;

interface GoodFile {
  readonly name: string;
  readonly format: 'png' | 'jpeg' | 'webp' | 'heic' | 'avif';
  readonly bytes: Uint8Array;
}

let engine: ImageEngine;
beforeAll(() => {
  engine = createImageEngine({ cacheDir: testCacheDir });
});
afterAll(() => engine.close());

/** Valid files of one or two kilobytes in several pixel formats of PNG, JPEG and WebP. */
async function goodFiles(): Promise<readonly GoodFile[]> {
  const mug = readFileSync(new URL('../testing/fixtures/mug.png', import.meta.url));
  const small = sharp(await sharp(mug).resize(48, 40, { fit: 'cover' }).png().toBuffer());
  const encodedFiles: readonly (readonly [string, GoodFile['format'], Promise<Buffer>])[] = [
    ['color', 'png', small.clone().flatten().png().toBuffer()],
    ['alpha', 'png', small.clone().ensureAlpha(0.5).png().toBuffer()],
    ['palette', 'png', small.clone().png({ palette: true, colors: 16 }).toBuffer()],
    ['interlaced', 'png', small.clone().png({ progressive: true }).toBuffer()],
    ['16 bits', 'png', small.clone().toColourspace('rgb16').png().toBuffer()],
    [
      'gray, with profile and orientation',
      'png',
      small.clone().grayscale().withMetadata({ orientation: 6 }).png().toBuffer(),
    ],
    ['baseline', 'jpeg', small.clone().flatten().jpeg().toBuffer()],
    ['progressive', 'jpeg', small.clone().flatten().jpeg({ progressive: true }).toBuffer()],
    ['CMYK', 'jpeg', small.clone().flatten().toColourspace('cmyk').jpeg().toBuffer()],
    [
      'with profile and orientation',
      'jpeg',
      small.clone().flatten().withIccProfile('p3').withMetadata({ orientation: 8 }).jpeg().toBuffer(),
    ],
    ['lossy', 'webp', small.clone().flatten().webp().toBuffer()],
    ['lossy with alpha', 'webp', small.clone().ensureAlpha(0.5).webp().toBuffer()],
    ['lossless', 'webp', small.clone().webp({ lossless: true }).toBuffer()],
    ['with profile', 'webp', small.clone().withIccProfile('p3').webp().toBuffer()],
  ];
  const files = encodedFiles.map(async ([name, format, bytes]) => ({
    name,
    format,
    bytes: new Uint8Array(await bytes),
  }));
  return Promise.all(files);
}

const HEIC: GoodFile = {
  name: 'phone',
  format: 'heic',
  bytes: new Uint8Array(readFileSync(new URL('../testing/fixtures/mug.heic', import.meta.url))),
};

const AVIF: GoodFile = {
  name: 'saved from a browser',
  format: 'avif',
  bytes: new Uint8Array(
    await sharp(readFileSync(new URL('../testing/fixtures/mug.png', import.meta.url)))
      .resize(48, 40, { fit: 'cover' })
      .avif({ effort: 0 })
      .toBuffer(),
  ),
};

/** Decodes and encodes a whole picture in the engine's process, as in production. */
const readThrough = (photo: Uint8Array) => engine.run('upscale', { photo, factor: 2, mode: 'faithful' });

test('every undamaged file is readable', async () => {
  for (const { name, format, bytes } of [...(await goodFiles()), HEIC, AVIF]) {
    expect(await readThrough(bytes), `${format}, ${name}`).toHaveProperty('full');
  }
});

test(
  `${COUNT} damaged files of seed ${SEED} end in a picture or a refusal, in bounded time and memory`,
  { timeout: 120_000 + COUNT * 500 },
  async () => {
    const files = await goodFiles();
    const outcomes = new Map<string, number>();
    for (let i = 0; i < COUNT; i += 1) {
      const random = seededRandom(SEED * 1_000_003 + i);
      const slow = [HEIC, AVIF][i % ONE_HEIC_IN];
      const file = slow ?? files[i % files.length] ?? HEIC;
      const { bytes, what } = damageFile(file.bytes, file.format, random);
      const outcome = await readThrough(bytes).then(
        () => 'a picture',
        (error: unknown) => {
          if (error instanceof ImageRefusal) return error.code;
          // The engine crashed, exceeded a limit of time or memory, or threw an unexpected error.
          throw new Error(`DAMAGE_SEED=${SEED}, file ${i}, ${file.format} ${file.name}: ${what}`, {
            cause: error,
          });
        },
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    // Some files must be decoded: if nearly all were refused at the header, the decoders would remain untested.
    expect(outcomes.get('a picture') ?? 0).toBeGreaterThan(COUNT / 20);
    expect(outcomes.get('CORRUPT_IMAGE') ?? 0).toBeGreaterThan(COUNT / 5);
  },
);
