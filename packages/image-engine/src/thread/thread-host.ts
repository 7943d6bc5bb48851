import { Worker } from 'node:worker_threads';
import { ImageRefusal } from '../pixels/refusal.ts';
import type { FromThread, JobMessage, ToThread } from './messages.ts';
import type { ToolInput, ToolName, ToolResult } from './tool-jobs.ts';

const THREAD_FILE = new URL('./engine-thread.ts', import.meta.url);

/** A job that is silent for longer than this hangs: the thread is replaced. The longest stage takes a few seconds. */
const SILENCE_TIMEOUT_MS = 120_000;
/** A cancelled job leaves the thread at its next stage; one that has not by then is stuck, and so is the thread. */
const CANCEL_GRACE_MS = 15_000;
/**
 * A thread that is asked to leave does so at its next stage. Ending it from outside in the middle of native code would
 * abort the whole process, so that is done only to one that is still there after this.
 */
const LEAVE_GRACE_MS = 20_000;

/** The engine's thread stopped in the middle of a job. The job may be tried again. */
export class EngineCrashError extends Error {
  override readonly name = 'EngineCrashError';
}

interface Job {
  readonly id: number;
  readonly message: JobMessage;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((fraction: number, stage: string) => void) | undefined;
  readonly resolve: (result: ToolResult<ToolName>) => void;
  readonly reject: (reason: unknown) => void;
  readonly onAbort: () => void;
}

export interface SubmitOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number, stage: string) => void) | undefined;
}

/**
 * Owns the engine's thread: starts it when there is work, feeds it one job at a time in the order of arrival, and
 * starts another one after a crash or a hang. A cancelled job rejects at once; what the thread still computes for it
 * is dropped.
 */
export class ThreadHost {
  readonly #threadFile: URL;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  /** The job that the thread works on; `settled` once its caller has an answer. */
  #current: { job: Job; settled: boolean; timer: NodeJS.Timeout } | undefined;
  #starting = false;
  #closed = false;
  #lastJobId = 0;

  /** `threadFile` is what the thread runs. */
  constructor(threadFile: URL = THREAD_FILE) {
    this.#threadFile = threadFile;
  }

  get queueLength(): number {
    return this.#waiting.length + (this.#current === undefined ? 0 : 1);
  }

  submit<Tool extends ToolName>(
    tool: Tool,
    input: ToolInput<Tool>,
    { signal, onProgress }: SubmitOptions,
  ): Promise<ToolResult<Tool>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new Error('The engine is closed'));
        return;
      }
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const id = ++this.#lastJobId;
      const onAbort = (): void => this.#cancel(id);
      const job: Job = {
        id,
        // Tool and input belong together by this function's signature.
        message: { kind: 'job', jobId: id, tool, input } as JobMessage,
        signal,
        onProgress,
        resolve,
        reject,
        onAbort,
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#advance();
    });
  }

  /** Rejects everything that waits or runs and ends the thread. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new Error('The engine is closed');
    for (const job of this.#waiting.splice(0)) this.#settle(job, () => job.reject(closed));
    this.#failCurrent(closed);
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker !== undefined) await leave(worker);
  }

  #advance(): void {
    if (this.#closed || this.#current !== undefined || this.#waiting.length === 0) return;
    if (this.#worker === undefined) {
      this.#start();
      return;
    }
    if (this.#starting) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    const timer = setTimeout(
      () => this.#replace(new EngineCrashError('The engine took too long')),
      SILENCE_TIMEOUT_MS,
    );
    this.#current = { job, settled: false, timer };
    this.#post(job.message);
  }

  #start(): void {
    this.#starting = true;
    const worker = new Worker(this.#threadFile);
    this.#worker = worker;
    worker.on('message', (message: FromThread) => {
      if (worker === this.#worker) this.#receive(message);
    });
    worker.on('error', (error) => this.#lost(worker, error));
    worker.on('exit', (code) => this.#lost(worker, new Error(`exit code ${code}`)));
  }

  #receive(message: FromThread): void {
    if (message.kind === 'ready') {
      this.#starting = false;
      this.#advance();
      return;
    }
    const current = this.#current;
    if (current === undefined || current.job.id !== message.jobId) return;
    const { job } = current;
    if (message.kind === 'progress') {
      if (current.settled) return;
      current.timer.refresh();
      job.onProgress?.(message.fraction, message.stage);
      return;
    }
    clearTimeout(current.timer);
    this.#current = undefined;
    if (!current.settled) {
      this.#settle(job, () => {
        if (message.kind === 'done') job.resolve(message.result);
        else if (message.kind === 'refused') {
          job.reject(
            new ImageRefusal(
              message.code,
              message.cause === undefined ? undefined : { cause: message.cause },
            ),
          );
        } else if (message.kind === 'failed') job.reject(new Error(message.message));
        else job.reject(job.signal?.reason);
      });
    }
    this.#advance();
  }

  #cancel(jobId: number): void {
    const position = this.#waiting.findIndex((job) => job.id === jobId);
    if (position >= 0) {
      const [job] = this.#waiting.splice(position, 1);
      if (job !== undefined) this.#settle(job, () => job.reject(job.signal?.reason));
      return;
    }
    const current = this.#current;
    if (current === undefined || current.job.id !== jobId || current.settled) return;
    current.settled = true;
    this.#settle(current.job, () => current.job.reject(current.job.signal?.reason));
    clearTimeout(current.timer);
    current.timer = setTimeout(
      () => this.#replace(new EngineCrashError('The engine did not stop')),
      CANCEL_GRACE_MS,
    );
    this.#post({ kind: 'cancel', jobId });
  }

  /** The thread is gone, by itself. */
  #lost(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    const wasStarting = this.#starting;
    this.#starting = false;
    const crash = new EngineCrashError(`The engine's thread stopped: ${error.message}`, { cause: error });
    // A thread that does not even start would not start for the next job either.
    if (wasStarting) this.#failAll(crash);
    else this.#failCurrent(crash);
    this.#advance();
  }

  #replace(reason: EngineCrashError): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#failCurrent(reason);
    if (worker !== undefined) void leave(worker);
    this.#advance();
  }

  #failCurrent(reason: unknown): void {
    const current = this.#current;
    if (current === undefined) return;
    this.#current = undefined;
    clearTimeout(current.timer);
    if (!current.settled) this.#settle(current.job, () => current.job.reject(reason));
  }

  #failAll(reason: unknown): void {
    this.#failCurrent(reason);
    for (const job of this.#waiting.splice(0)) this.#settle(job, () => job.reject(reason));
  }

  #settle(job: Job, answer: () => void): void {
    job.signal?.removeEventListener('abort', job.onAbort);
    answer();
  }

  #post(message: ToThread): void {
    this.#worker?.postMessage(message);
  }
}

/** Asks a thread to end and waits until it has. */
async function leave(worker: Worker): Promise<void> {
  const exited = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  const message: ToThread = { kind: 'end' };
  worker.postMessage(message);
  const force = setTimeout(() => void worker.terminate(), LEAVE_GRACE_MS);
  await exited;
  clearTimeout(force);
}
