import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testCacheDir } from '../testing/shared-files.ts';
import { IS_THOROUGH } from '../testing/thorough.ts';
import type { ModelName } from './builds.ts';
import type { Calibration } from './calibration.ts';
import { writeManifest } from './model-build.ts';
import { createStaging, publish, readVerified } from './model-cache.ts';
import { prepareModel } from './prepare-model.ts';
import type { PreparedModel } from './prepare-model.ts';
import { openSession } from './segmentation-session.ts';
import { readPackagedModel } from './packaged-model.ts';
import { ISNET } from './registry.ts';
import { checkPicture } from './self-check.ts';

// Time limit of the tests: building ISNet takes some seconds on two idle cores, at low priority.
vi.setConfig({ testTimeout: 240_000 });

const CALIBRATION = new URL('./isnet-calibration.json', import.meta.url);

let cacheDir: string;
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'engine-cache-'));
});
afterAll(() => rm(cacheDir, { recursive: true, force: true }));

interface PreparationRequest {
  readonly name?: ModelName;
  readonly cacheDir?: string;
  readonly calibrationFile?: string;
  readonly stages?: string[];
}
const prepare = ({ stages, ...request }: PreparationRequest = {}): Promise<PreparedModel> =>
  prepareModel({
    name: 'isnet',
    cacheDir,
    signal: new AbortController().signal,
    onProgress: (_, stage) => stages?.push(stage),
    ...request,
  });
const cacheEntries = async (): Promise<string[]> => (await readdir(join(cacheDir, 'models'))).toSorted();

/** Creates the files of a complete cache entry without building a network. */
async function stage(folder: string, contents: string): Promise<string> {
  const staging = await createStaging(folder);
  const files: Record<string, { sha256: string; sizeBytes: number }> = {};
  for (const file of ['model.onnx', 'weights.bin']) {
    const bytes = Buffer.from(`${contents} of ${file}`);
    files[file] = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
    await writeFile(join(staging, file), bytes);
  }
  await writeManifest(staging, { precision: 'int8', files });
  return staging;
}

describe('model preparation', () => {
  test('the network runs in 8 bits, close to single precision in every check picture, and is reused', async () => {
    const prepared = await prepare({ cacheDir: testCacheDir });
    expect(prepared.precision).toBe('int8');
    expect(prepared.selfCheck?.measures['mean']).toBeGreaterThan(0.99);
    expect(prepared.selfCheck?.measures['worst']).toBeGreaterThan(0.975);
    const stages: string[] = [];
    expect(await prepare({ cacheDir: testCacheDir, stages })).toEqual(prepared);
    expect(stages).toEqual([]);
  });

  test('two concurrent preparations make one intact cache entry, which is then reused', async () => {
    const before = await readdir(join(cacheDir, 'models')).catch(() => []);
    const [one, other] = await Promise.all([prepare({ name: 'nsfw' }), prepare({ name: 'nsfw' })]);
    expect(one).toEqual(other);
    const stages: string[] = [];
    expect(await prepare({ name: 'nsfw', stages })).toEqual(one);
    expect(stages).toEqual([]);
    expect((await cacheEntries()).length).toBe(before.length + 1);
  });

  test('a damaged cache entry of a model is rebuilt', async () => {
    const before = await prepare({ name: 'nsfw' });
    const [entry = ''] = (await cacheEntries()).filter((name) => name.startsWith('nsfw'));
    await writeFile(join(cacheDir, 'models', entry, 'manifest.json'), '{"precision":"int8"');
    const stages: string[] = [];
    expect(await prepare({ name: 'nsfw', stages })).toEqual(before);
    expect(stages.length).toBeGreaterThan(0);
    expect((await cacheEntries()).filter((name) => name.startsWith('nsfw'))).toEqual([entry]);
  });

  test('damage to any file of a cache entry is detected, and an intact entry replaces the damaged one', async () => {
    const folder = join(cacheDir, 'entries', 'network');
    await publish(await stage(folder, 'the first'), folder);
    const files = await readdir(folder);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const bytes = await readFile(join(folder, file));
      const middle = Math.floor(bytes.length / 2);
      const flipped = Uint8Array.from(bytes, (byte, i) => (i === middle ? byte ^ 0xff : byte));
      // The manifest has no checksum, so it is truncated instead of changed: half of it isn't valid JSON.
      await writeFile(join(folder, file), file === 'manifest.json' ? bytes.subarray(0, middle) : flipped);
      expect(await readVerified(folder), file).toBeUndefined();
      await writeFile(join(folder, file), bytes);
      expect(await readVerified(folder), file).toBeDefined();
    }
    await publish(await stage(folder, 'a second'), folder);
    expect(await readFile(join(folder, 'model.onnx'), 'utf8')).toBe('the first of model.onnx');
    await writeFile(join(folder, 'weights.bin'), 'damaged');
    await publish(await stage(folder, 'a third'), folder);
    expect(await readFile(join(folder, 'model.onnx'), 'utf8')).toBe('a third of model.onnx');
    expect(await readdir(dirname(folder))).toEqual([basename(folder)]);
  });

  // Thorough only, because it builds ISNet twice; model-build.test.ts and isnet-check.test.ts test the same rules.
  test.skipIf(!IS_THOROUGH)(
    'quantization ranges that degrade the result cause a fallback to single precision, with the reason',
    async () => {
      const shipped = JSON.parse(await readFile(CALIBRATION, 'utf8')) as Calibration;
      const calibrationFile = join(cacheDir, 'spoiled.json');
      const ranges = Object.fromEntries(
        Object.entries(shipped.ranges).map(([name, [min, max]]) => [name, [min / 20, max / 20]]),
      );
      await writeFile(calibrationFile, JSON.stringify({ ...shipped, ranges }));
      const prepared = await prepare({ calibrationFile });
      expect(prepared.precision).toBe('fp32');
      expect(prepared.fallbackReason).toMatch(/differs/);
      const session = await openSession(prepared.modelFile);
      const mask = await session.run(checkPicture());
      await session.release();
      // Checks that the single-precision network segments the drawn mug and the hole in its handle.
      const at = (x: number, y: number) => mask.data[y * mask.widthPx + x];
      expect([at(490, 550) > 200, at(715, 520) < 50, at(100, 100) < 50]).toEqual([true, true, true]);
    },
  );

  test('aborting stops the build of a model and leaves no files behind', async () => {
    const before = await cacheEntries();
    const calibrationFile = join(cacheDir, 'other.json');
    await writeFile(calibrationFile, `${await readFile(CALIBRATION, 'utf8')}\n`);
    const controller = new AbortController();
    let reportsAfter = 0;
    const building = prepareModel({
      name: 'isnet',
      cacheDir,
      calibrationFile,
      signal: controller.signal,
      onProgress: (fraction) => {
        if (controller.signal.aborted) reportsAfter += 1;
        if (fraction === 0) return;
        controller.abort(new Error('stop'));
      },
    });
    await expect(building).rejects.toThrow('stop');
    expect(reportsAfter).toBe(0);
    expect(await cacheEntries()).toEqual(before);
  });
});

test('model weights that differ from the registry are refused', async () => {
  await expect(readPackagedModel({ ...ISNET, sha256: '0'.repeat(64) })).rejects.toThrow(
    'not the file that the registry names',
  );
  await expect(readPackagedModel({ ...ISNET, packageName: '@packshot/absent' })).rejects.toThrow(
    'not installed',
  );
});
