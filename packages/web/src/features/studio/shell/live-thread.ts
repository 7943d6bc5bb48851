/** Composes made scenes in a worker, so that the page stays responsive. */
import type { LiveFrame } from '@packshot/image-engine/pixels';
import { allowOwnWorkers } from '../../../lib/page/worker-policy.ts';
import type { LiveSceneOrder } from '../composite/live-scene.ts';
import type { LiveAnswer, LiveRequest } from './live-messages.ts';

function startWorker(): Worker {
  allowOwnWorkers();
  return new Worker(new URL('./live-worker.ts', import.meta.url), { type: 'module' });
}

/** @returns a function that composes a scene; its worker is started for the first one */
export function createLiveThread(start = startWorker): (order: LiveSceneOrder) => Promise<LiveFrame> {
  const waiting = new Map<number, PromiseWithResolvers<LiveFrame>>();
  let worker: Worker | null = null;
  let lastId = 0;

  const started = (): Worker => {
    if (worker) return worker;
    const thread = start();
    worker = thread;
    thread.addEventListener('message', ({ data }: MessageEvent<LiveAnswer>) => {
      const job = waiting.get(data.id);
      waiting.delete(data.id);
      if ('frame' in data) job?.resolve(data.frame);
      else job?.reject(new Error(data.failure));
    });
    // A worker that failed to load or ran out of memory is replaced for the next scene.
    thread.addEventListener('error', () => {
      thread.terminate();
      worker = null;
      for (const { reject } of waiting.values()) reject(new Error('The scene’s thread ended.'));
      waiting.clear();
    });
    return thread;
  };

  return (order) => {
    const job = Promise.withResolvers<LiveFrame>();
    lastId += 1;
    waiting.set(lastId, job);
    started().postMessage({ id: lastId, order } satisfies LiveRequest);
    return job.promise;
  };
}
