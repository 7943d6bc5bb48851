/** Draws and encodes on another thread, so that the page goes on answering the hand meanwhile. */
import { allowOwnWorkers } from '../../../lib/page/worker-policy.ts';
import { UNWRITABLE_FORMAT, UnwritableFormatError } from '../export/unwritable-format.ts';
import type { DrawingAnswer, DrawingJobName, DrawingJobs, DrawingRequest } from './drawing-jobs.ts';

/** What of a worker is needed. */
export interface Thread {
  postMessage(request: DrawingRequest): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<DrawingAnswer>) => void): void;
  addEventListener(type: 'error', listener: (event: Event) => void): void;
  terminate(): void;
}

function startThread(): Thread {
  allowOwnWorkers();
  return new Worker(new URL('./drawing-worker.ts', import.meta.url), { type: 'module' });
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The jobs, each on the one thread, which is started with the first of them.
 * @param start makes the thread
 */
export function createOffPage(start: () => Thread = startThread): DrawingJobs {
  const waiting = new Map<number, Waiting>();
  let thread: Thread | null = null;
  let lastId = 0;

  const settle = (id: number, act: (job: Waiting) => void): void => {
    const job = waiting.get(id);
    waiting.delete(id);
    if (job) act(job);
  };
  /** A thread that could not be loaded, or ran out of memory, answers nobody anymore: the next job starts another. */
  const giveUp = (event: Event): void => {
    thread?.terminate();
    thread = null;
    const reason = 'message' in event ? String(event.message) : 'The drawing thread could not be loaded.';
    for (const id of waiting.keys()) settle(id, ({ reject }) => reject(new Error(reason)));
  };
  const started = (): Thread => {
    if (thread) return thread;
    thread = start();
    thread.addEventListener('message', ({ data }) =>
      settle(data.id, ({ resolve, reject }) =>
        'failure' in data ? reject(errorFrom(data.failure)) : resolve(data.value),
      ),
    );
    thread.addEventListener('error', giveUp);
    return thread;
  };
  const job =
    <Name extends DrawingJobName>(name: Name) =>
    (...args: Parameters<DrawingJobs[Name]>): ReturnType<DrawingJobs[Name]> =>
      new Promise<unknown>((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        started().postMessage({ id: lastId, name, args });
      }) as ReturnType<DrawingJobs[Name]>;

  return {
    compose: job('compose'),
    proveComposite: job('proveComposite'),
    planePictures: job('planePictures'),
    cropPicture: job('cropPicture'),
    productRows: job('productRows'),
    encodeExport: job('encodeExport'),
    pngOf: job('pngOf'),
    writePsd: job('writePsd'),
    measureExport: job('measureExport'),
    loadParts: job('loadParts'),
    completeRemoval: job('completeRemoval'),
  };
}

/** Errors lose their class on the way: the one that is looked for gets it back. */
function errorFrom({ name, message }: { readonly name: string; readonly message: string }): Error {
  if (name === UNWRITABLE_FORMAT) return new UnwritableFormatError(message);
  return Object.assign(new Error(message), { name });
}
