import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { ISNET_SCALING } from '../models/segmentation-session.ts';
import { BEHAVIOUR } from '../testing/unruly-thread.ts';
import { EngineCrashError, ThreadHost } from './thread-host.ts';

const MODEL = { modelFile: 'none', scaling: ISNET_SCALING };
const UNRULY = new URL('../testing/unruly-thread.ts', import.meta.url);
const job = (behaviour: number, tag = 0) => ({ photo: Uint8Array.of(behaviour, tag), model: MODEL });

let host: ThreadHost;
afterEach(() => host.close());
const start = (): ThreadHost => (host = new ThreadHost(UNRULY));

test.each([
  ['throws', BEHAVIOUR.throwError],
  ['exits', BEHAVIOUR.exit],
])('a thread that %s fails its job alone; the next ones run in a new thread', async (_, behaviour) => {
  start();
  const failing = host.submit('remove-background', job(behaviour), {});
  const next = [
    host.submit('remove-background', job(BEHAVIOUR.succeed, 7), {}),
    host.submit('remove-background', job(BEHAVIOUR.succeed, 8), {}),
  ];
  await expect(failing).rejects.toBeInstanceOf(EngineCrashError);
  expect((await Promise.all(next)).map((result) => result.png[1])).toEqual([7, 8]);
  expect(host.queueLength).toBe(0);
});

test('jobs end in the order of arrival', async () => {
  start();
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map((tag) =>
      host.submit('remove-background', job(BEHAVIOUR.succeed, tag), {}).then(() => order.push(tag)),
    ),
  );
  expect(order).toEqual([1, 2, 3, 4]);
});

test('a job that waits can be cancelled without touching the one that runs', async () => {
  start();
  const running = new AbortController();
  const waiting = new AbortController();
  const first = host.submit('remove-background', job(BEHAVIOUR.hang), { signal: running.signal });
  const second = host.submit('remove-background', job(BEHAVIOUR.succeed), { signal: waiting.signal });
  waiting.abort(new Error('changed my mind'));
  await expect(second).rejects.toThrow('changed my mind');
  expect(host.queueLength).toBe(1);
  running.abort(new Error('too slow'));
  await expect(first).rejects.toThrow('too slow');
  await expect(host.submit('remove-background', job(BEHAVIOUR.succeed, 9), {})).resolves.toMatchObject({
    widthPx: 1,
  });
});

test('a signal that was aborted before never starts a job', async () => {
  start();
  await expect(
    host.submit('remove-background', job(BEHAVIOUR.succeed), {
      signal: AbortSignal.abort(new Error('early')),
    }),
  ).rejects.toThrow('early');
  expect(host.queueLength).toBe(0);
});

test('closing rejects what runs and what waits', async () => {
  start();
  const jobs = [
    host.submit('remove-background', job(BEHAVIOUR.hang), {}),
    host.submit('remove-background', job(BEHAVIOUR.succeed), {}),
  ];
  const outcomes = Promise.allSettled(jobs);
  await host.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(host.submit('remove-background', job(BEHAVIOUR.succeed), {})).rejects.toThrow('closed');
});

test('when no thread can be started every job hears why, and later ones try again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engine-thread-'));
  const file = join(folder, 'thread.mjs');
  try {
    host = new ThreadHost(pathToFileURL(file));
    const jobs = [1, 2].map((tag) => host.submit('remove-background', job(BEHAVIOUR.succeed, tag), {}));
    for (const outcome of await Promise.allSettled(jobs)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'EngineCrashError' } });
    }
    await writeFile(file, `import ${JSON.stringify(UNRULY.href)};`);
    await expect(host.submit('remove-background', job(BEHAVIOUR.succeed), {})).resolves.toBeDefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
