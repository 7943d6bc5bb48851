import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readVerified } from './model-cache.ts';
import { prepareModel } from './prepare-model.ts';
import type { PreparedModel } from './prepare-model.ts';
import { openSession } from './segmentation-session.ts';
import { readPackagedModel } from './packaged-model.ts';
import { ISNET } from './registry.ts';
import { checkPicture, compareMasks } from './self-check.ts';

// A build takes about 4 s on two idle cores, at low priority.
vi.setConfig({ testTimeout: 240_000 });

let cacheDir: string;
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'engine-cache-'));
});
afterAll(() => rm(cacheDir, { recursive: true, force: true }));

const prepare = (calibrationFile?: string, stages: string[] = []): Promise<PreparedModel> =>
  prepareModel({
    name: 'isnet',
    cacheDir,
    calibrationFile,
    signal: new AbortController().signal,
    onProgress: (_, stage) => stages.push(stage),
  });
const cacheEntries = async (): Promise<string[]> => (await readdir(join(cacheDir, 'models'))).toSorted();

describe('preparing the model', () => {
  test('two concurrent preparations build one intact entry and nothing else, which is then found', async () => {
    const [one, other] = await Promise.all([prepare(), prepare()]);
    expect(one).toEqual(other);
    expect(one.precision).toBe('int8');
    expect(one.selfCheck?.measures['iou']).toBeGreaterThan(0.97);
    const stages: string[] = [];
    expect(await prepare(undefined, stages)).toEqual(one);
    expect(stages).toEqual([]);
    expect(await cacheEntries()).toEqual([basename(dirname(one.modelFile))]);
  });

  test('damage to any file is detected, and the entry is rebuilt', async () => {
    const before = await prepare();
    const folder = dirname(before.modelFile);
    const files = await readdir(folder);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const bytes = await readFile(join(folder, file));
      const damaged = Uint8Array.from(bytes);
      damaged[Math.floor(bytes.length / 2)] ^= 0xff;
      await writeFile(join(folder, file), damaged);
      expect(await readVerified(folder), file).toBeUndefined();
      await writeFile(join(folder, file), bytes);
      expect(await readVerified(folder), file).toBeDefined();
    }
    await writeFile(before.modelFile, 'damaged');
    const stages: string[] = [];
    const { selfCheck, files: rebuilt } = await prepare(undefined, stages);
    expect(stages.length).toBeGreaterThan(0);
    expect([selfCheck, rebuilt['model.onnx'].sizeBytes]).toEqual([
      before.selfCheck,
      before.files['model.onnx'].sizeBytes,
    ]);
    expect(await cacheEntries()).toHaveLength(1);
  });

  test('ranges that degrade the picture cause a fallback to single precision, with the reason', async () => {
    const shipped = JSON.parse(await readFile(new URL('./isnet-ranges.json', import.meta.url), 'utf8')) as {
      ranges: Record<string, [number, number]>;
    };
    const calibrationFile = join(cacheDir, 'spoiled.json');
    const spoiled = Object.fromEntries(
      Object.entries(shipped.ranges).map(([name, [min, max]]) => [name, [min / 20, max / 20]]),
    );
    await writeFile(calibrationFile, JSON.stringify({ ranges: spoiled }));
    const prepared = await prepare(calibrationFile);
    expect(prepared.precision).toBe('fp32');
    expect(prepared.fallbackReason).toMatch(/differs/);
    const session = await openSession(prepared.modelFile);
    const mask = await session.run(checkPicture());
    await session.release();
    // Single precision finds the drawn mug, and the hole in its handle.
    const at = (x: number, y: number) => mask.data[y * mask.widthPx + x];
    expect([at(490, 550) > 200, at(715, 520) < 50, at(100, 100) < 50]).toEqual([true, true, true]);
  });

  test('aborting stops the build and leaves nothing behind', async () => {
    const before = await cacheEntries();
    const calibrationFile = join(cacheDir, 'other.json');
    const shipped = await readFile(new URL('./isnet-ranges.json', import.meta.url), 'utf8');
    await writeFile(calibrationFile, `${shipped}\n`);
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

test('weights that are not the registry’s are refused', async () => {
  await expect(readPackagedModel({ ...ISNET, sha256: '0'.repeat(64) })).rejects.toThrow(
    'not the file that the registry names',
  );
  await expect(readPackagedModel({ ...ISNET, packageName: '@packshot/absent' })).rejects.toThrow(
    'not installed',
  );
});

test('the self-check rejects masks that differ, and pictures without an object', () => {
  const size = { widthPx: 10, heightPx: 10, channels: 1 as const };
  const mask = (inside: number) => ({
    ...size,
    data: new Uint8Array(100).map((_, i) => (i < inside ? 255 : 0)),
  });
  expect(compareMasks(mask(30), mask(30)).passed).toBe(true);
  expect(compareMasks(mask(30), mask(20)).passed).toBe(false);
  expect(compareMasks(mask(0), mask(0)).passed).toBe(false);
  expect(compareMasks(mask(100), mask(100)).passed).toBe(false);
});
