/** Draws and encodes in a worker, so that the page stays responsive. */
import { CANVAS_LIMIT, CanvasLimitError, PROTECTED_CANVAS } from '../../../lib/canvas/canvas-errors.ts';
import { allowOwnWorkers } from '../../../lib/page/worker-policy.ts';
import { UNWRITABLE_FORMAT, UnwritableFormatError } from '../export/unwritable-format.ts';
import type { DrawingAnswer, DrawingJobName, DrawingJobs, DrawingRequest } from './drawing-jobs.ts';

/** Methods of `Worker` that this module uses. */
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
/** Kind of worker: draws with the browser's canvas, or with a software renderer. */
type ThreadKind = keyof typeof startThread;

interface PendingDrawing {
  readonly request: DrawingRequest;
  readonly kind: ThreadKind;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs drawing jobs in workers; each worker is started for its first job. If the browser's canvas can't do a job (too
 * large, or protected pixels), the software renderer repeats it.
 * @param onProtected called once if the browser changes pixels that scripts read
 * @param start starts a worker
 */
export function createOffPage(
  onProtected: () => void,
  start: Readonly<Record<ThreadKind, () => Thread>> = startThread,
): DrawingJobs {
  const waiting = new Map<number, PendingDrawing>();
  const threads: Partial<Record<ThreadKind, Thread>> = {};
  let usual: ThreadKind = 'canvas';
  let lastId = 0;

  const send = (kind: ThreadKind, job: Omit<PendingDrawing, 'kind'>): void => {
    waiting.set(job.request.id, { ...job, kind });
    getThread(kind).postMessage(job.request);
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
  /** Replaces the idle worker of the software renderer, which stays broken after running out of memory. */
  const restartWhenIdle = (): void => {
    if ([...waiting.values()].some(({ kind }) => kind === 'software')) return;
    threads.software?.terminate();
    delete threads.software;
  };
  /** Terminates a worker that failed to load or ran out of memory; the next job starts a new one. */
  const giveUp = (kind: ThreadKind, event: Event): void => {
    threads[kind]?.terminate();
    delete threads[kind];
    const message = 'message' in event ? String(event.message) : 'The drawing thread could not be loaded.';
    const lostJobs = [...waiting.values()].filter((job) => job.kind === kind);
    for (const { request } of lostJobs) settle({ id: request.id, failure: { name: 'Error', message } });
  };
  const getThread = (kind: ThreadKind): Thread => {
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
    mapPictures: job('mapPictures'),
    cropPicture: job('cropPicture'),
    productRows: job('productRows'),
    encodeExport: job('encodeExport'),
    writePng: job('writePng'),
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
    estimateSurroundings: job('estimateSurroundings'),
  };
}

/**
 * Restores the class of an error from a worker, for the classes that callers check: errors lose it between threads.
 * Every other error of the software renderer means that the device can't draw the picture.
 */
function errorFrom(
  { name, message }: { readonly name: string; readonly message: string },
  kind: ThreadKind,
): Error {
  if (name === UNWRITABLE_FORMAT) return new UnwritableFormatError(message);
  if (kind === 'software') return new CanvasLimitError(message);
  return Object.assign(new Error(message), { name });
}
