import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STANDARD_LONGEST_SIDE_PX } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePhoto } from './codec/decode.ts';
import sharp from './codec/sharp.ts';
import { createImageEngine } from './engine.ts';
import type { ImageEngine } from './image-engine.ts';
import { checkPicture } from './models/self-check.ts';
import { seededRandom } from './pixels/raster/random.ts';
import { ImageRefusal } from './pixels/raster/refusal.ts';
import { darkThingsModel } from './testing/dark-things-model.ts';
import { sharedPath, testCacheDir } from './testing/shared-files.ts';
import { IS_THOROUGH } from './testing/thorough.ts';

let engine: ImageEngine;
/** Engine with a tiny network that sees dark things, for tests that don't depend on the network. */
let quickEngine: ImageEngine;
let folder: string;
let photo: Buffer;
/** Photo of a dark block on a light background. */
let blockPhoto: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operator-model-'));
  const file = join(folder, 'dark-things.onnx');
  await writeFile(file, darkThingsModel());
  quickEngine = createImageEngine({ cacheDir: folder, operatorModel: { file, license: 'MIT' } });
  engine = createImageEngine({ cacheDir: testCacheDir });
  await engine.prepare();
  const { data, widthPx, heightPx } = checkPicture();
  photo = await sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .resize(2000, 1500, { fit: 'fill' })
    .jpeg({ quality: 92 })
    .toBuffer();
  blockPhoto = await laidOn(plain(800, 600, '#e8e6e2'), plain(240, 300, '#202830'), 280, 150);
});
afterAll(async () => {
  await Promise.all([engine.close(), quickEngine.close()]);
  await rm(folder, { recursive: true, force: true });
});

const plain = (widthPx: number, heightPx: number, background: string) =>
  sharp({ create: { width: widthPx, height: heightPx, channels: 3, background } });

const flat = (color: string) => plain(800, 600, color).jpeg().toBuffer();

type PlainPicture = ReturnType<typeof plain>;

async function laidOn(
  ground: PlainPicture,
  top: PlainPicture,
  leftPx: number,
  topPx: number,
): Promise<Buffer> {
  const input = await top.png().toBuffer();
  return ground
    .composite([{ input, left: leftPx, top: topPx }])
    .png()
    .toBuffer();
}

const clearSky = () =>
  sharp(
    Buffer.from(
      Array.from({ length: 64 * 48 * 3 }, (_, i) => [90, 140, 220][i % 3] + Math.floor(i / 192) / 2),
    ),
    { raw: { width: 64, height: 48, channels: 3 } },
  )
    .resize(1200, 900)
    .jpeg()
    .toBuffer();

function noise(length: number): Buffer {
  const random = seededRandom(1);
  return Buffer.from(Uint8Array.from({ length }, () => random(256)));
}

describe('background removal', () => {
  test('leaves an existing cut-out as it is, a white label included', async () => {
    const [widthPx, heightPx] = [600, 900];
    const bottle = Buffer.alloc(widthPx * heightPx * 4);
    for (let y = 60; y < 840; y++) {
      const half = y < 180 ? 50 : Math.min(160, 50 + (y - 180) * 0.7);
      for (let x = Math.round(300 - half); x < 300 + half; x++) {
        const isLabel = y > 420 && y < 660 && Math.abs(x - 300) < 130;
        bottle.set(isLabel ? [255, 255, 255, 255] : [43, 85, 184, 255], (y * widthPx + x) * 4);
      }
    }
    const cutBefore = await sharp(bottle, { raw: { width: widthPx, height: heightPx, channels: 4 } })
      .png()
      .toBuffer();
    const { full } = await engine.run('cut-out', { photo: cutBefore });
    const [before, after] = [await decodePhoto(cutBefore), await decodePhoto(full)];
    expect(Buffer.compare(Buffer.from(after.image.data), Buffer.from(before.image.data))).toBe(0);
  });

  test('removes the background of a photo that is inside a transparent frame', async () => {
    const framedPhoto = await sharp(blockPhoto)
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
    const { full } = await quickEngine.run('cut-out', { photo: framedPhoto });
    const { image } = await decodePhoto(full);
    // This pixel is inside the framed photo, near its corner, and belongs to the background.
    expect(image.data[(60 * image.widthPx + 60) * 4 + 3]).toBe(0);
  });

  test('returns the original pixels with alpha at full size and a smaller rendition, without blocking the event loop', async () => {
    const progress: number[] = [];
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    const ticksAtStart = new Map<string, number>();
    const result = await engine.run(
      'cut-out',
      { photo },
      {
        onProgress: (fraction, stage) => {
          progress.push(fraction);
          ticksAtStart.set(stage, ticksAtStart.get(stage) ?? ticks);
        },
      },
    );
    clearInterval(timer);
    // The engine computes in each of these stages for longer than the timer's interval. If it blocked the event loop,
    // the count would not grow.
    const counts = ['segment', 'refine', 'defringe', 'encode'].map((stage) => ticksAtStart.get(stage) ?? NaN);
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
    expect([result.widthPx, result.heightPx]).toEqual([2000, 1500]);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThanOrEqual(5);
    expect(result.foregroundFraction).toBeGreaterThan(0.1);
    expect(result.foregroundFraction).toBeLessThan(0.3);
    const original = (await decodePhoto(photo)).image.data;
    const cutOut = (await decodePhoto(result.full)).image.data;
    let opaque = 0;
    let touched = 0;
    let colored = 0;
    for (let i = 0; i < cutOut.length; i += 4) {
      const same =
        cutOut[i] === original[i] && cutOut[i + 1] === original[i + 1] && cutOut[i + 2] === original[i + 2];
      if (cutOut[i + 3] === 255) {
        opaque++;
        if (!same) touched++;
      } else if (cutOut[i + 3] === 0 && (cutOut[i] | cutOut[i + 1] | cutOut[i + 2]) !== 0) colored++;
    }
    expect(opaque).toBeGreaterThan(200_000);
    expect([touched, colored]).toEqual([0, 0]);
    const standard = await sharp(result.standard).metadata();
    expect([standard.format, standard.width, standard.hasAlpha]).toEqual([
      'webp',
      STANDARD_LONGEST_SIDE_PX,
      true,
    ]);
  });

  test('the same photo gives the same bytes, with a cached mask as well', async () => {
    const uncached = createImageEngine({ cacheDir: testCacheDir, cachedMasks: 0 });
    try {
      const run = (each: ImageEngine) => each.run('cut-out', { photo });
      const one = await run(uncached);
      for (const other of [await run(engine), await run(engine)])
        expect(Buffer.compare(other.full, one.full)).toBe(0);
    } finally {
      await uncached.close();
    }
  });

  test('an alpha that the photo already has is kept', async () => {
    const { data, info } = await sharp(blockPhoto).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    for (let i = 3; i < data.length / 2; i += 4) data[i] = 0;
    const halfGone = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
      .png()
      .toBuffer();
    const { image } = await decodePhoto((await quickEngine.run('cut-out', { photo: halfGone })).full);
    expect(image.data.subarray(0, data.length / 2).every((value) => value === 0)).toBe(true);
  });

  /** Cancels a job when it reports a stage, and expects that it reports nothing afterwards. */
  async function expectCanceled(inEngine: ImageEngine, canceledPhoto: Buffer, stage: string): Promise<void> {
    const controller = new AbortController();
    const later: string[] = [];
    const canceled = inEngine.run(
      'cut-out',
      { photo: canceledPhoto },
      {
        signal: controller.signal,
        onProgress: (_, name) => {
          if (controller.signal.aborted) later.push(name);
          if (name !== stage) return;
          controller.abort(new Error('canceled by the user'));
        },
      },
    );
    await expect(canceled).rejects.toThrow('canceled by the user');
    expect(later).toEqual([]);
  }

  test.each(['decode', 'refine', 'defringe', 'encode'])(
    'canceling in stage %s rejects before anything else is done',
    (stage) => expectCanceled(quickEngine, blockPhoto, stage),
  );

  test('the next photo works after several cancellations', async () => {
    await expect(quickEngine.run('cut-out', { photo: blockPhoto })).resolves.toMatchObject({ widthPx: 800 });
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['a white wall', () => flat('#fdfdfb')],
    ...(IS_THOROUGH
      ? ([
          ['a dark wall', () => flat('#101012')],
          ['a clear sky', clearSky],
        ] as [string, () => Promise<Buffer>][])
      : []),
    [
      'noise',
      () =>
        sharp(noise(500 * 500 * 3), { raw: { width: 500, height: 500, channels: 3 } })
          .png()
          .toBuffer(),
    ],
  ])('%s has no subject', async (_, make) => {
    await expect(engine.run('cut-out', { photo: await make() })).rejects.toMatchObject({
      name: 'ImageRefusal',
      code: 'NO_SUBJECT',
    });
  });

  test('an unreadable file is refused at once, a truncated one when it is decoded', async () => {
    await expect(engine.run('cut-out', { photo: Buffer.from('text') })).rejects.toBeInstanceOf(ImageRefusal);
    await expect(engine.run('cut-out', { photo: photo.subarray(0, photo.length / 2) })).rejects.toMatchObject(
      {
        code: 'CORRUPT_IMAGE',
      },
    );
  });

  test('canceling in stage segment rejects before anything else is done', async () => {
    // The masks of earlier photos are cached, so another photo keeps the network busy while its job is canceled.
    await expectCanceled(engine, await sharp(photo).resize(800).jpeg().toBuffer(), 'segment');
  });
});

describe('the magic tool', () => {
  const picture = () => laidOn(plain(96, 64, '#78a05a'), plain(8, 8, '#c00000'), 40, 24);
  const mask = () => laidOn(plain(96, 64, '#000000'), plain(14, 14, '#ffffff'), 37, 21);

  test('shares the engine’s process with other tools, in the order of arrival', async () => {
    const order: string[] = [];
    const cutOut = quickEngine.run('cut-out', { photo: blockPhoto }).then(() => order.push('cut-out'));
    const filled = quickEngine.run('magic', { photo: await picture(), mask: await mask() });
    await Promise.all([cutOut, filled.then(() => order.push('magic'))]);
    expect(order).toEqual(['cut-out', 'magic']);
    const { image } = await decodePhoto((await filled).full);
    const middle = (28 * 96 + 44) * 4;
    expect([...image.data.subarray(middle, middle + 3)]).toEqual([0x78, 0xa0, 0x5a]);
  });

  test('refuses a prompt that it can’t carry out, before the job is queued', async () => {
    const refused = engine.run('magic', {
      photo: await picture(),
      mask: await mask(),
      prompt: 'add a dragon',
    });
    await expect(refused).rejects.toMatchObject({ code: 'PROMPT_NOT_UNDERSTOOD' });
    expect(engine.status().queueLength).toBe(0);
  });
});

describe('harmonizing', () => {
  const mask = () => laidOn(plain(96, 64, '#000000'), plain(40, 40, '#ffffff'), 28, 12);

  test('changes nothing at strength 0', async () => {
    const photo = await plain(96, 64, '#4060a0').png().toBuffer();
    const { full } = await engine.run('harmonize', {
      composite: photo,
      productAlpha: await mask(),
      strength: 0,
    });
    expect((await decodePhoto(full)).image.data).toEqual((await decodePhoto(photo)).image.data);
  });

  test.each([-0.1, 1.1, Number.NaN])(
    'refuses a strength of %d before the job is queued',
    async (strength) => {
      const refused = engine.run('harmonize', {
        composite: await mask(),
        productAlpha: await mask(),
        strength,
      });
      await expect(refused).rejects.toBeInstanceOf(RangeError);
      expect(engine.status().queueLength).toBe(0);
    },
  );
});

describe('describing', () => {
  const bottle = readFileSync(new URL('testing/fixtures/serum-bottle.png', import.meta.url));

  test('returns a sentence and the facts behind it', async () => {
    const stages: string[] = [];
    const { finalDescription, facts } = await engine.run(
      'describe',
      { photo: bottle },
      { onProgress: (_, stage) => stages.push(stage) },
    );
    expect(finalDescription).toMatch(/^A .*serum bottle/);
    expect(facts.kind).toMatchObject({ noun: 'serum' });
    expect(stages).toEqual(['decode', 'segment', 'measure', 'name', 'read']);
  });

  test('returns no description when no product stands out', async () => {
    const { finalDescription } = await quickEngine.run('describe', { photo: await flat('#888888') });
    expect(finalDescription).toBeNull();
  });

  test('frees the engine for the next job when a description is canceled while printed text is read', async () => {
    const controller = new AbortController();
    let abortedMs = 0;
    const job = engine.run(
      'describe',
      { photo: bottle },
      {
        signal: controller.signal,
        onProgress: (_, stage) => {
          if (stage !== 'read') return;
          abortedMs = performance.now();
          controller.abort(new Error('stop'));
        },
      },
    );
    await expect(job).rejects.toThrow('stop');
    const next = { photo: await flat('#888888'), factor: 2, mode: 'faithful' } as const;
    await expect(engine.run('upscale', next)).resolves.toBeDefined();
    expect(abortedMs).toBeGreaterThan(0);
  });
});

const heicFile = sharedPath('hostile/heic/heic__IMG_5195.HEIC');
test.skipIf(heicFile === undefined)('the decoding of a HEIC photo can be canceled', async () => {
  const bytes = readFileSync(heicFile ?? '');
  const controller = new AbortController();
  const canceled = engine.run('cut-out', { photo: bytes }, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('stop')), 300);
  await expect(canceled).rejects.toThrow('stop');
});

test('a HEIC photo is cut out', async () => {
  const mug = readFileSync(new URL('testing/fixtures/mug.heic', import.meta.url));
  const { widthPx, heightPx } = (await decodePhoto(mug)).image;
  await expect(quickEngine.run('cut-out', { photo: mug })).resolves.toMatchObject({ widthPx, heightPx });
});

test('status and models report the state of the engine and its models', async () => {
  expect(engine.status()).toEqual({
    ready: true,
    precision: 'int8',
    fallbackReason: null,
    preparation: null,
    queueLength: 0,
  });
  expect(await engine.models()).toMatchObject([
    { id: 'isnet-general-use', sizeBytes: 88_188_479, license: 'AGPL-3.0-only' },
    { id: 'esrgan-thick-4x', sizeBytes: 7_792_825, license: 'MIT' },
    { id: 'pp-ocrv4-mobile', tool: 'describe', sizeBytes: 15_594_089, license: 'MIT' },
    { id: 'nsfwjs-mobilenet-v2', tool: 'moderation', sizeBytes: 3_112_161, license: 'MIT' },
    { id: 'efficientnet-lite0', tool: 'describe', sizeBytes: 4_896_060, license: 'Apache-2.0' },
  ]);
});

test('a segmentation model set by the operator replaces the built-in one', async () => {
  const picture = await laidOn(plain(200, 160, '#f0f0f0'), plain(80, 60, '#101010'), 50, 40);
  const { image } = await decodePhoto((await quickEngine.run('cut-out', { photo: picture })).full);
  const alphaAt = (x: number, y: number) => image.data[(y * 200 + x) * 4 + 3];
  expect([alphaAt(90, 70), alphaAt(10, 10), alphaAt(190, 150)]).toEqual([255, 0, 0]);
  expect(await quickEngine.models()).toMatchObject([
    { id: 'operator', file: 'dark-things.onnx', license: 'MIT' },
    { id: 'esrgan-thick-4x' },
    { id: 'pp-ocrv4-mobile' },
    { id: 'nsfwjs-mobilenet-v2' },
    { id: 'efficientnet-lite0' },
  ]);
  expect(quickEngine.status().precision).toBe('fp32');
});

test('a closed engine refuses a job with the error “closed”', async () => {
  const closed = createImageEngine({ cacheDir: testCacheDir });
  await closed.close();
  await expect(closed.run('cut-out', { photo })).rejects.toThrow('closed');
});
