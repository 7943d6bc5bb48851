import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { BEHAVIOR } from '../testing/unruly-behavior.ts';
import type { JobOptions } from '../image-engine.ts';
import { EngineCrashError, ProcessHost } from './process-host.ts';
import type { MakeModelReady } from './process-host.ts';

const { loadavg } = os;
/** Replaces the machine's load average, also for modules that have imported it already. */
function setLoadAverage(average: typeof loadavg): void {
  os.loadavg = average;
  syncBuiltinESMExports();
}
afterAll(() => setLoadAverage(loadavg));

const UNRULY = new URL('../testing/unruly-process.ts', import.meta.url);
const noModel = (): Promise<never> => Promise.reject(new Error('No job here needs a model'));
const LIMITS = {
  timeoutMs: 60_000,
  memoryBytes: 1024 ** 3,
  neededBytes: 0,
  startBytes: 0,
  roomBytes: 1024 ** 3,
};
const job = (behavior: number, tag = 0) => ({ photo: Uint8Array.of(behavior, tag) });

let host: ProcessHost;
afterEach(() => host.close());
const start = (): ProcessHost => (host = new ProcessHost(noModel, UNRULY));

test.each([
  ['throws an error', BEHAVIOR.throwError],
  ['exits', BEHAVIOR.exit],
])('a job whose process %s fails alone, and the next jobs run in a new process', async (_, behavior) => {
  start();
  const failing = host.submit('cut-out', job(behavior), LIMITS, {});
  const next = [
    host.submit('cut-out', job(BEHAVIOR.succeed, 7), LIMITS, {}),
    host.submit('cut-out', job(BEHAVIOR.succeed, 8), LIMITS, {}),
  ];
  await expect(failing).rejects.toBeInstanceOf(EngineCrashError);
  expect((await Promise.all(next)).map((result) => result.full[1])).toEqual([7, 8]);
  expect(host.queueLength).toBe(0);
});

test('jobs end in the order of arrival', async () => {
  start();
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map((tag) =>
      host.submit('cut-out', job(BEHAVIOR.succeed, tag), LIMITS, {}).then(() => order.push(tag)),
    ),
  );
  expect(order).toEqual([1, 2, 3, 4]);
});

test('a waiting job can be canceled without affecting the running one', async () => {
  start();
  const running = new AbortController();
  const waiting = new AbortController();
  const first = host.submit('cut-out', job(BEHAVIOR.hang), LIMITS, { signal: running.signal });
  const second = host.submit('cut-out', job(BEHAVIOR.succeed), LIMITS, { signal: waiting.signal });
  waiting.abort(new Error('changed my mind'));
  await expect(second).rejects.toThrow('changed my mind');
  expect(host.queueLength).toBe(1);
  running.abort(new Error('too slow'));
  await expect(first).rejects.toThrow('too slow');
  await expect(host.submit('cut-out', job(BEHAVIOR.succeed, 9), LIMITS, {})).resolves.toMatchObject({
    widthPx: 1,
  });
});

test('a signal that was aborted before never starts a job', async () => {
  start();
  await expect(
    host.submit('cut-out', job(BEHAVIOR.succeed), LIMITS, {
      signal: AbortSignal.abort(new Error('early')),
    }),
  ).rejects.toThrow('early');
  expect(host.queueLength).toBe(0);
});

test('closing rejects running and waiting jobs', async () => {
  start();
  const jobs = [
    host.submit('cut-out', job(BEHAVIOR.hang), LIMITS, {}),
    host.submit('cut-out', job(BEHAVIOR.succeed), LIMITS, {}),
  ];
  const outcomes = Promise.allSettled(jobs);
  await host.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(host.submit('cut-out', job(BEHAVIOR.succeed), LIMITS, {})).rejects.toThrow('closed');
});

test('every job is rejected with the reason why no process can be started, and later jobs try again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engine-process-'));
  const file = join(folder, 'process.mjs');
  try {
    host = new ProcessHost(noModel, pathToFileURL(file));
    const jobs = [1, 2].map((tag) => host.submit('cut-out', job(BEHAVIOR.succeed, tag), LIMITS, {}));
    for (const outcome of await Promise.allSettled(jobs)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'EngineCrashError' } });
    }
    await writeFile(file, `import ${JSON.stringify(UNRULY.href)};`);
    await expect(host.submit('cut-out', job(BEHAVIOR.succeed), LIMITS, {})).resolves.toBeDefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a canceled job that doesn’t respond is killed, and the next one runs in a new process', async () => {
  start();
  const controller = new AbortController();
  const began = Promise.withResolvers<void>();
  const stuck = host.submit('cut-out', job(BEHAVIOR.spin), LIMITS, {
    signal: controller.signal,
    onProgress: () => began.resolve(),
  });
  await began.promise;
  const pid = host.pid;
  controller.abort(new Error('stop'));
  await expect(stuck).rejects.toThrow('stop');
  await host.submit('cut-out', job(BEHAVIOR.succeed), LIMITS, {});
  expect(host.pid).not.toBe(pid);
});

test.each([
  ['time', BEHAVIOR.spin, { timeoutMs: 300 }],
  ['memory', BEHAVIOR.grow, { memoryBytes: 128 * 1024 ** 2 }],
] as const)('a job that takes too much %s fails alone', async (limit, behavior, less) => {
  start();
  const greedy = host.submit('cut-out', job(behavior), { ...LIMITS, ...less }, {});
  const next = host.submit('cut-out', job(BEHAVIOR.succeed, 7), LIMITS, {});
  await expect(greedy).rejects.toMatchObject({ name: 'JobLimitError', limit });
  expect((await next).full[1]).toBe(7);
});

test.each([
  [1e6, true],
  [0, false],
])(
  'a timeout under a machine load of %d is reported as caused by the machine: %s',
  async (load, isMachineBusy) => {
    setLoadAverage(() => [load, 0, 0]);
    start();
    const greedy = host.submit('cut-out', job(BEHAVIOR.spin), { ...LIMITS, timeoutMs: 300 }, {});
    await expect(greedy).rejects.toMatchObject({ limit: 'time', isMachineBusy });
  },
);

describe('a job that turns out to need a model', () => {
  /** Starts a host with a given way of preparing models, which may take time. */
  const startWith = (makeModelReady: MakeModelReady): ProcessHost =>
    (host = new ProcessHost(makeModelReady, UNRULY));
  const createNeedy = (options: JobOptions = {}, limits = LIMITS) =>
    host.submit('cut-out', job(BEHAVIOR.needModel), limits, options);

  test('gets the model, and the wait for the model doesn’t count toward its timeout', async () => {
    const stages: string[] = [];
    startWith(async (name, onProgress) => {
      onProgress({ stage: 'Quantizing', fraction: 0.5 });
      await setTimeout(900);
      return { modelFile: `${name}.onnx` };
    });
    const onProgress = (fraction: number, stage: string) => stages.push(`${stage} ${fraction}`);
    const { full } = await createNeedy({ onProgress }, { ...LIMITS, timeoutMs: 600 });
    expect(Buffer.from(full).toString()).toBe('isnet.onnx');
    expect(stages).toEqual(['prepare 0']);
  });

  test('fails alone when the model can’t be prepared', async () => {
    startWith(() => Promise.reject(new Error('The disk is full')));
    const failing = createNeedy();
    const next = host.submit('cut-out', job(BEHAVIOR.succeed, 7), LIMITS, {});
    await expect(failing).rejects.toThrow('The disk is full');
    expect((await next).full[1]).toBe(7);
  });

  test('can be canceled while the model is prepared, which ends the preparation', async () => {
    const receivedSignal = Promise.withResolvers<AbortSignal | undefined>();
    startWith((_name, _onProgress, signal) => {
      receivedSignal.resolve(signal);
      return new Promise(() => undefined);
    });
    const controller = new AbortController();
    const canceled = createNeedy({ signal: controller.signal });
    const signal = await receivedSignal.promise;
    controller.abort(new Error('changed my mind'));
    await expect(canceled).rejects.toThrow('changed my mind');
    expect(signal?.aborted).toBe(true);
    await expect(host.submit('cut-out', job(BEHAVIOR.succeed), LIMITS, {})).resolves.toBeDefined();
  });
});

test('closing the engine ends a process that doesn’t respond', async () => {
  start();
  const began = Promise.withResolvers<void>();
  const stuck = host.submit('cut-out', job(BEHAVIOR.spin), LIMITS, {
    onProgress: () => began.resolve(),
  });
  await began.promise;
  const pid = host.pid ?? 0;
  const outcomes = Promise.allSettled([stuck]);
  await host.close();
  expect(await outcomes).toMatchObject([{ status: 'rejected', reason: { message: 'The engine is closed' } }]);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
