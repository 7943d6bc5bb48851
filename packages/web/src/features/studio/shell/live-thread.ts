/** Plans and composes scenes in a worker, so that the page stays responsive. */
import { allowOwnWorkers } from '../../../lib/page/worker-policy.ts';
import type { LiveAnswer, LiveJobName, LiveJobs, LiveRequest } from './live-messages.ts';

function startWorker(): Worker {
  allowOwnWorkers();
  return new Worker(new URL('./live-worker.ts', import.meta.url), { type: 'module' });
}

/** Longest wait for an answer; browsers end workers without an event if the memory is short. */
const ANSWER_WITHIN_MS = 60_000;

/** @returns functions that work in a worker, which is started for the first call */
export function createLiveThread(start = startWorker): LiveJobs {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | null = null;
  let lastId = 0;

  const replaceWorker = (): void => {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error('The scene’s thread ended.'));
    waiting.clear();
  };

  const getWorker = (): Worker => {
    if (worker) return worker;
    const thread = start();
    worker = thread;
    thread.addEventListener('message', ({ data }: MessageEvent<LiveAnswer>) => {
      const job = waiting.get(data.id);
      waiting.delete(data.id);
      if ('value' in data) job?.resolve(data.value);
      else job?.reject(new Error(data.failure));
    });
    // A worker that failed to load or ran out of memory is replaced for the next call.
    thread.addEventListener('error', replaceWorker);
    return thread;
  };

  const job =
    <Name extends LiveJobName>(name: Name) =>
    (order: Parameters<LiveJobs[Name]>[0]): ReturnType<LiveJobs[Name]> => {
      const answer = Promise.withResolvers<unknown>();
      lastId += 1;
      waiting.set(lastId, answer);
      getWorker().postMessage({ id: lastId, name, order } satisfies LiveRequest);
      const timer = setTimeout(replaceWorker, ANSWER_WITHIN_MS);
      const stop = (): void => clearTimeout(timer);
      answer.promise.then(stop, stop);
      return answer.promise as ReturnType<LiveJobs[Name]>;
    };
  const stopLive = job('stopLive');
  // `stopLive` doesn't start a worker: without one there is no composition to stop.
  return {
    composeLive: job('composeLive'),
    planLive: job('planLive'),
    stopLive: async () => (worker ? stopLive(undefined) : undefined),
  };
}
