/** Draws and encodes on another thread, so that the page goes on answering the hand meanwhile. */
import { CANVAS_LIMIT, CanvasLimitError, PROTECTED_CANVAS } from '../../../lib/canvas/canvas-errors.ts';
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

const startThread = {
  canvas(): Thread {
    allowOwnWorkers();
    return new Worker(new URL('./drawing-worker.ts', import.meta.url), { type: 'module' });
  },
  software(): Thread {
    allowOwnWorkers();
    return new Worker(new URL('./software-drawing-worker.ts', import.meta.url), { type: 'module' });
  },
};
/** By the browser's canvas, or by a program that needs none. */
type ThreadKind = keyof typeof startThread;

interface Waiting {
  readonly request: DrawingRequest;
  readonly kind: ThreadKind;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The jobs, each on a thread that is started with the first of them. A job that the browser's canvas can't do (too large, or its
 * pixels are protected) is done again by software.
 * @param onProtected called once where the browser protects what is read back
 * @param start makes a thread
 */
export function createOffPage(
  onProtected: () => void,
  start: Readonly<Record<ThreadKind, () => Thread>> = startThread,
): DrawingJobs {
  const waiting = new Map<number, Waiting>();
  const threads: Partial<Record<ThreadKind, Thread>> = {};
  let usual: ThreadKind = 'canvas';
  let lastId = 0;

  const send = (kind: ThreadKind, job: Omit<Waiting, 'kind'>): void => {
    waiting.set(job.request.id, { ...job, kind });
    started(kind).postMessage(job.request);
  };
  const protect = (): void => {
    if (usual === 'canvas') onProtected();
    usual = 'software';
  };
  const settle = (answer: DrawingAnswer): void => {
    const job = waiting.get(answer.id);
    if (!job) return;
    waiting.delete(answer.id);
    if (!('failure' in answer)) return job.resolve(answer.value);
    const { name } = answer.failure;
    if (name === PROTECTED_CANVAS) protect();
    if (name === PROTECTED_CANVAS || name === CANVAS_LIMIT) send('software', job);
    else {
      job.reject(errorFrom(answer.failure, job.kind));
      if (job.kind === 'software') restartWhenIdle();
    }
  };
  /** A program that ran out of memory stays broken: the next job gets another. */
  const restartWhenIdle = (): void => {
    if ([...waiting.values()].some(({ kind }) => kind === 'software')) return;
    threads.software?.terminate();
    delete threads.software;
  };
  /** A thread that could not be loaded, or ran out of memory, answers no more: the next job starts another. */
  const giveUp = (kind: ThreadKind, event: Event): void => {
    threads[kind]?.terminate();
    delete threads[kind];
    const message = 'message' in event ? String(event.message) : 'The drawing thread could not be loaded.';
    const lost = [...waiting.values()].filter((job) => job.kind === kind);
    for (const { request } of lost) settle({ id: request.id, failure: { name: 'Error', message } });
  };
  const started = (kind: ThreadKind): Thread => {
    const running = threads[kind];
    if (running) return running;
    const thread = start[kind]();
    threads[kind] = thread;
    thread.addEventListener('message', ({ data }) => settle(data));
    thread.addEventListener('error', (event) => giveUp(kind, event));
    return thread;
  };
  const job =
    <Name extends DrawingJobName>(name: Name) =>
    (...args: Parameters<DrawingJobs[Name]>): ReturnType<DrawingJobs[Name]> =>
      new Promise<unknown>((resolve, reject) => {
        lastId += 1;
        send(usual, { request: { id: lastId, name, args }, resolve, reject });
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
    exportMask: job('exportMask'),
    exportCorrection: job('exportCorrection'),
    pixelsOn: job('pixelsOn'),
    makeThumbnail: job('makeThumbnail'),
    resizePicture: job('resizePicture'),
    visibleBox: job('visibleBox'),
    edgeColor: job('edgeColor'),
    surroundingsOf: job('surroundingsOf'),
  };
}

/** Errors lose their class on the way: those that are looked for get it back. What software can't draw either, nothing can. */
function errorFrom(
  { name, message }: { readonly name: string; readonly message: string },
  kind: ThreadKind,
): Error {
  if (name === UNWRITABLE_FORMAT) return new UnwritableFormatError(message);
  if (kind === 'software') return new CanvasLimitError(message);
  return Object.assign(new Error(message), { name });
}
