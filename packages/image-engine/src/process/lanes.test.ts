import { getPriority } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { BEHAVIOR } from '../testing/unruly-behavior.ts';
import type { JobOptions } from '../image-engine.ts';
import { Lanes } from './lanes.ts';
import { NICENESS } from './messages.ts';
import type { ProcessRole } from './messages.ts';
import { ProcessHost } from './process-host.ts';

const UNRULY = new URL('../testing/unruly-process.ts', import.meta.url);
const noModel = (): Promise<never> => Promise.reject(new Error('No job here needs a model'));
const LIMITS = {
  timeoutMs: 60_000,
  memoryBytes: 1024 ** 3,
  neededBytes: 0,
  startBytes: 0,
  roomBytes: 1024 ** 3,
};

const hosts: ProcessHost[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

function host(role: ProcessRole = 'usual'): ProcessHost {
  const one = new ProcessHost(noModel, UNRULY, role);
  hosts.push(one);
  return one;
}

function lanes() {
  const [first, spare] = [host(), host('spare')];
  const both = new Lanes(first, [spare]);
  const submit = (behavior: number, options: JobOptions = {}) =>
    both.submit('cut-out', { photo: Uint8Array.of(behavior, 0) }, LIMITS, options);
  /** Starts a job that runs until the test ends it. */
  const startLasting = (isBackground: boolean) => {
    const controller = new AbortController();
    const ended = submit(BEHAVIOR.hang, { isBackground, signal: controller.signal });
    ended.catch(() => undefined);
    return {
      async end() {
        controller.abort(new Error('enough'));
        await expect(ended).rejects.toThrow('enough');
      },
    };
  };
  return { first, spare, both, submit, lasting: startLasting };
}

test('two background jobs run in parallel, and a third one starts when either has ended', async () => {
  const { first, spare, both, submit, lasting: startLasting } = lanes();
  const [, second] = [startLasting(true), startLasting(true)];
  const third = submit(BEHAVIOR.succeed, { isBackground: true });
  expect([first.queueLength, spare.queueLength, both.queueLength]).toEqual([1, 1, 3]);
  await second.end();
  await third;
  expect([first.queueLength, spare.queueLength, both.queueLength]).toEqual([1, 0, 1]);
});

test('the next background job begins as soon as a canceled job has left its process', async () => {
  const { submit } = lanes();
  // Starts both processes first, so that new jobs run immediately.
  await Promise.all([1, 2].map(() => submit(BEHAVIOR.succeed, { isBackground: true })));
  const controllers = [new AbortController(), new AbortController()] as const;
  const running = controllers.map(({ signal }) =>
    submit(BEHAVIOR.hang, { isBackground: true, signal }).catch(() => undefined),
  );
  const next = submit(BEHAVIOR.succeed, { isBackground: true });
  controllers[0].abort(new Error('canceled'));
  await running[0];
  expect((await next).widthPx).toBe(1);
  controllers[1].abort(new Error('enough'));
  await Promise.all(running);
});

test('an interactive job runs before earlier background jobs, and always in the first process', async () => {
  const { spare, submit, lasting: startLasting } = lanes();
  const running = [startLasting(true), startLasting(true)];
  const order: string[] = [];
  const patient = submit(BEHAVIOR.succeed, { isBackground: true }).then(() => order.push('patient'));
  const hurried = submit(BEHAVIOR.succeed).then(() => order.push('hurried'));
  await running[1]?.end();
  // The spare process is free, but a foreground job still waits for the first process, so the background job must wait
  // too.
  expect(spare.queueLength).toBe(0);
  await running[0]?.end();
  await Promise.all([patient, hurried]);
  expect(order).toEqual(['hurried', 'patient']);
});

test('no background job begins while an interactive job runs', async () => {
  const { spare, both, submit, lasting: startLasting } = lanes();
  const hurried = startLasting(false);
  const patient = submit(BEHAVIOR.succeed, { isBackground: true });
  expect([spare.queueLength, both.queueLength]).toEqual([0, 2]);
  await hurried.end();
  await patient;
});

test('a waiting background job can be canceled, and is refused when the engine closes', async () => {
  const { both, submit, lasting: startLasting } = lanes();
  startLasting(false);
  const controller = new AbortController();
  const canceled = submit(BEHAVIOR.succeed, { isBackground: true, signal: controller.signal });
  const remainingJob = submit(BEHAVIOR.succeed, { isBackground: true });
  controller.abort(new Error('not needed'));
  await expect(canceled).rejects.toThrow('not needed');
  await expect(
    submit(BEHAVIOR.succeed, { isBackground: true, signal: AbortSignal.abort(new Error('early')) }),
  ).rejects.toThrow('early');
  expect(both.queueLength).toBe(2);
  await Promise.all([expect(remainingJob).rejects.toThrow('closed'), both.close()]);
});

test('the spare process for background jobs ends after a minute without work, and starts again for the next job', async () => {
  const spare = host('spare');
  const succeed = () => spare.submit('cut-out', { photo: Uint8Array.of(BEHAVIOR.succeed, 0) }, LIMITS, {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await succeed();
  vi.advanceTimersByTime(59_000);
  expect(spare.pid).toBeDefined();
  vi.advanceTimersByTime(1_000);
  expect(spare.pid).toBeUndefined();
  await succeed();
  expect(spare.pid).toBeDefined();
});

test.each(['yielding', 'spare'] as const)('a %s process has a lower priority than others', async (role) => {
  const engine = new ProcessHost(noModel, undefined, role);
  hosts.push(engine);
  engine.start();
  await vi.waitFor(() => expect(getPriority(engine.pid)).toBeGreaterThanOrEqual(NICENESS[role]), 20_000);
});
