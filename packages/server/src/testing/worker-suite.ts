import type { TaskState } from '@packshot/contract';
import type { ModerationScores } from '@packshot/image-engine';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Caller } from '../platform/access/caller.ts';
import { eventually } from './eventually.ts';
import { fakeEngine } from './fake-engine.ts';
import type { FakeWork } from './fake-engine.ts';
import { brokenInvariants } from './invariants.ts';
import { startTestServices } from './test-services.ts';
import type { TestOptions, TestServices } from './test-services.ts';
import { startTestWorker } from './test-worker.ts';
import type { TestWorker, TestWorkerOptions } from './test-worker.ts';

export interface WorkerSuite {
  /** The services of this suite; available from the first test on. */
  readonly services: TestServices;
  /** Starts a worker in this process with the test's engine. It stops when the test ends. */
  work(fake: FakeWork, options?: TestWorkerOptions & { scores?: ModerationScores }): Promise<TestWorker>;
}

/**
 * Creates a suite for tests of workers: separate services, workers on demand, and invariants checked after each test.
 */
export function workerSuite(options: TestOptions): WorkerSuite {
  let services: TestServices | null = null;
  const workers: TestWorker[] = [];
  const suite: WorkerSuite = {
    get services() {
      if (services === null) throw new Error('The services start before the first test');
      return services;
    },
    async work(fake, { scores, ...workerOptions } = {}) {
      const worker = await startTestWorker(suite.services, fakeEngine(fake, scores), workerOptions);
      workers.push(worker);
      return worker;
    },
  };
  beforeAll(async () => {
    services = await startTestServices(options);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(await brokenInvariants(suite.services.pool)).toEqual([]);
  });
  afterAll(() => services?.stop());
  return suite;
}

/** States that a watcher of tasks has received, and the end of its stream. */
export interface TaskWatch {
  readonly states: readonly TaskState[];
  /** Resolves when a state that matches was received. */
  sees(what: string, isIt: (state: TaskState) => boolean): Promise<TaskState>;
  readonly ended: Promise<void>;
}

export function watchTasks(
  { generations }: TestServices,
  caller: Caller,
  taskIds: readonly string[],
  timeoutMs = 30_000,
): TaskWatch {
  const states: TaskState[] = [];
  const ended = (async () => {
    for await (const state of generations.watch(caller, taskIds, AbortSignal.timeout(timeoutMs))) {
      states.push(state);
    }
  })();
  return {
    states,
    ended,
    sees: (what, isIt) => eventually(what, async () => states.find(isIt)),
  };
}
