import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crop } from '../pixels/raster/raster.ts';
import { MODEL_BUILDS } from './builds.ts';
import { openUpscaleSession } from './esrgan-session.ts';
import { decodeModel, encodeModel, float32Values, tensor } from './onnx-format.ts';
import { prepareModel } from './prepare-model.ts';
import { EFFICIENTNET, ESRGAN, NSFW } from './registry.ts';
import { checkPicture, compareEnlargements } from './self-check.ts';
import { judgeShipped, shippedFolder, verifyShipped } from './shipped-model.ts';

const { esrgan, nsfw } = MODEL_BUILDS;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipped-models-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function copyModel({ id }: typeof ESRGAN, name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(shippedFolder({ ...ESRGAN, id }), copy, { recursive: true });
  return copy;
}

test('shipped models match the registry and the notice to the byte', async () => {
  const notice = await readFile(join(shippedFolder(ESRGAN), '../NOTICE.md'), 'utf8');
  for (const model of [ESRGAN, NSFW, EFFICIENTNET]) {
    await verifyShipped(model);
    const files = await readdir(shippedFolder(model));
    expect(files.toSorted()).toEqual([...model.files, 'LICENSE'].toSorted());
    let sizeBytes = 0;
    for (const file of model.files) {
      const bytes = await readFile(join(shippedFolder(model), file));
      sizeBytes += bytes.length;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(notice).toContain(`| \`${model.id}/${file}\` | ${bytes.length} | \`${sha256}\` |`);
    }
    expect(sizeBytes).toBe(model.sizeBytes);
  }
});

test('a damaged or missing file is refused', async () => {
  const copy = await copyModel(NSFW, 'damaged');
  await expect(verifyShipped(NSFW, copy)).resolves.toBeUndefined();
  const file = join(copy, 'model.onnx');
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] ^= 1;
  await writeFile(file, bytes);
  await expect(verifyShipped(NSFW, copy)).rejects.toThrow('not those that the registry names');
  await rm(file);
  await expect(verifyShipped(NSFW, copy)).rejects.toMatchObject({
    name: 'ModelIntegrityError',
    message: 'model.onnx of nsfwjs-mobilenet-v2 cannot be read',
  });
});

describe('the upscaling network', () => {
  /** Halves the products of 8-bit weights, to simulate a processor that miscalculates them. */
  async function spoil(copy: string): Promise<void> {
    const file = join(copy, 'int8.onnx');
    const model = decodeModel(await readFile(file));
    for (const constant of model.graph.initializer) {
      if (!constant.name.endsWith('/kernel:scale')) continue;
      const halved = float32Values(constant).map((scale) => scale / 2);
      Object.assign(constant, tensor(constant.name, [halved.length], halved));
    }
    await writeFile(file, encodeModel(model));
  }

  test('runs in single precision, with the reason, if its 8-bit form gives another result', async () => {
    const copy = await copyModel(ESRGAN, 'spoiled');
    expect(await judgeShipped(esrgan, copy)).toMatchObject({
      precision: 'int8',
      selfCheck: { passed: true },
    });
    await spoil(copy);
    const judged = await judgeShipped(esrgan, copy);
    expect([judged.precision, judged.selfCheck?.passed]).toEqual(['fp32', false]);
    expect(judged.fallbackReason).toMatch(/^8-bit result differs on this CPU: psnrDb \d/);
  });

  test('draws nearly the same picture in 8 bits as in single precision', async () => {
    const picture = crop(checkPicture(), { xPx: 330, yPx: 300, widthPx: 48, heightPx: 40 });
    const [int8, fp32] = await Promise.all(
      [esrgan.preferred, esrgan.fallback].map(async ({ file }) => {
        const session = await openUpscaleSession(join(shippedFolder(ESRGAN), file));
        const enlarged = await session.enlarge(picture);
        await session.release();
        return enlarged;
      }),
    );
    if (int8 === undefined || fp32 === undefined) throw new Error('Two forms make two pictures');
    expect(compareEnlargements(fp32, int8).measures['psnrDb']).toBeGreaterThan(45);
  });
});

test('the moderating network is refused if its answer differs from the known one', async () => {
  const check = () => Promise.resolve({ passed: false, measures: { largestDifference: 0.2 } });
  await expect(judgeShipped({ ...nsfw, check }, folder)).rejects.toThrow(
    'Another answer than the known one: largestDifference 0.2000',
  );
});

test('a model is checked on this machine once, and the result is cached', async () => {
  const stages: string[] = [];
  const prepare = () =>
    prepareModel({
      name: 'nsfw',
      cacheDir: join(folder, 'cache'),
      signal: new AbortController().signal,
      onProgress: (_, stage) => stages.push(stage),
    });
  const prepared = await prepare();
  expect(prepared).toMatchObject({ precision: 'fp32', selfCheck: { passed: true } });
  expect((await stat(prepared.modelFile)).size).toBe(NSFW.sizeBytes);
  expect(stages).toEqual(['Checking the model']);
  expect(await prepare()).toEqual(prepared);
  expect(stages).toHaveLength(1);
});
