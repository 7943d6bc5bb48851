import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { url as inspectorAddress } from 'node:inspector';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelName } from '../models/builds.ts';
import type { ReadyModel } from '../models/prepare-model.ts';
import type { JobOptions } from '../image-engine.ts';
import type { PreparationListener } from '../models/shared-preparation.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import { ALLOCATOR_SETTINGS } from './allocator-settings.ts';
import { isMachineBusy, JobLimitError, MEMORY_LIMIT_SIGNAL } from './job-limits.ts';
import type { JobLimits } from './job-limits.ts';
import { SPARE_PROCESS } from './messages.ts';
import type { FromProcess, JobMessage, ToProcess } from './messages.ts';
import type { ToolInput, ToolName, ToolResult } from '../tools/index.ts';
import type { SignBytes } from '../tools/sign/cose.ts';

const PROCESS_FILE = new URL('./engine-process.ts', import.meta.url);

/**
 * A canceled job leaves the process at its next stage, which keeps loaded networks. One that has not by then is in the
 * middle of a long one: killing it and starting another process takes less than the longest stages do.
 */
const CANCEL_GRACE_MS = 150;

/**
 * Of V8's young generation, which grows with what passes through it: after fifty photos it held 100 MB of a process whose pictures lie outside
 * of it, and large photos were given less room for that.
 */
const YOUNG_HALF_MIB = 4;

/** Node's compile cache, where this process has one: the other starts in half the time. */
function compileCache(): NodeJS.ProcessEnv {
  const ofThisVersion = getCompileCacheDir();
  return ofThisVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(ofThisVersion) };
}

/** Opens Node's inspector in the engine on a port after that of this process, if it listens here. */
function inspectorFlags(isSpare: boolean): string[] {
  const address = inspectorAddress();
  if (address === undefined) return [];
  return [`--inspect=127.0.0.1:${Number(new URL(address).port) + (isSpare ? 2 : 1)}`];
}

const STDERR_TAIL_LENGTH = 2_000;
/** A process for spare time holds half a gigabyte, which nobody misses it for while a run goes on. */
const SPARE_ENDS_AFTER_MS = 60_000;
/** It gets a tenth of a core at worst. */
const SPARE_TIMES_LONGER = 8;

/** The engine's process stopped in the middle of a job, by a fault. The job may be tried again. */
export class EngineCrashError extends Error {
  override readonly name = 'EngineCrashError';
}

interface Job {
  readonly id: number;
  readonly message: JobMessage;
  readonly limits: JobLimits;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((fraction: number, stage: string) => void) | undefined;
  readonly onStage: JobOptions['onStage'];
  readonly sign: SignBytes | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly onAbort: () => void;
}

/** Makes a model ready that a job has turned out to need. */
export type MakeModelReady = (
  name: ModelName,
  onProgress: PreparationListener,
  signal: AbortSignal | undefined,
) => Promise<ReadyModel>;

/** The job that the process works on. */
interface Current {
  readonly job: Job;
  /** Its caller has an answer. */
  settled: boolean;
  /** Its progress so far. */
  fraction: number;
  timer: NodeJS.Timeout;
}

/**
 * Owns the engine's process: starts it when there is work, feeds it one job at a time in the order of arrival, and starts
 * another one after a crash, or when a job takes more time or memory than it may. A canceled job rejects at once; what the
 * process still computes for it is dropped, and the process itself soon after.
 */
export class ProcessHost {
  readonly #processFile: string;
  readonly #makeModelReady: MakeModelReady;
  readonly #isSpare: boolean;
  readonly #waiting: Job[] = [];
  #child: ChildProcess | undefined;
  #current: Current | undefined;
  #starting = false;
  #closed = false;
  #lastJobId = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #sayFree: (() => void) | undefined;

  /**
   * @param processFile what the process runs
   * @param isSpare it has a lower priority, networks get one thread, and it ends when nothing was asked of it for a while
   */
  constructor(makeModelReady: MakeModelReady, processFile: URL = PROCESS_FILE, isSpare = false) {
    this.#makeModelReady = makeModelReady;
    this.#isSpare = isSpare;
    this.#processFile = fileURLToPath(processFile);
  }

  get queueLength(): number {
    return this.#waiting.length + (this.#current === undefined ? 0 : 1);
  }

  /**
   * Calls `listener` each time when there is nothing left to do. After a cancellation that is later than its caller's answer: the process has to leave the
   * job first, or is replaced.
   */
  onFree(listener: () => void): void {
    this.#sayFree = listener;
  }

  /** The system's number of the process; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process, if there is none, so that the next job finds it ready. */
  start(): void {
    if (this.#closed || this.#child !== undefined) return;
    this.#starting = true;
    const child = fork(this.#processFile, this.#isSpare ? [SPARE_PROCESS] : [], {
      // Nothing of what the engine itself runs with, and no secrets of ours in there.
      execArgv: ['--expose-gc', `--max-semi-space-size=${YOUNG_HALF_MIB}`, ...inspectorFlags(this.#isSpare)],
      env: { ...ALLOCATOR_SETTINGS, ...compileCache() },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    let stderr = '';
    child.stderr?.on('data', (part: Buffer) => {
      stderr = (stderr + part.toString()).slice(-STDERR_TAIL_LENGTH);
    });
    child.on('message', (message) => {
      if (child === this.#child) this.#receive(message as FromProcess);
    });
    child.on('error', (error) => this.#lost(child, error));
    child.on('exit', (code, signal) => {
      const error =
        signal === MEMORY_LIMIT_SIGNAL
          ? new JobLimitError('memory')
          : new Error(`it ended with ${signal ?? `exit code ${code}`}: ${stderr}`);
      this.#lost(child, error);
    });
  }

  submit<Tool extends ToolName>(
    tool: Tool,
    input: ToolInput<Tool>,
    limits: JobLimits,
    { signal, onProgress, onStage, sign }: JobOptions,
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
      const { timeoutMs: _, ...memory } = limits;
      const job: Job = {
        id,
        // Tool, input and result belong together by this function's signature.
        message: { kind: 'job', jobId: id, tool, input, ...memory } as JobMessage,
        limits,
        signal,
        onProgress,
        onStage,
        sign,
        resolve: resolve as (result: unknown) => void,
        reject,
        onAbort,
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#advance();
    });
  }

  /** Rejects everything that waits or runs and ends the process. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new Error('The engine is closed');
    for (const job of this.#waiting.splice(0)) this.#settle(job, () => job.reject(closed));
    this.#failCurrent(closed);
    clearTimeout(this.#idleTimer);
    await this.#end();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child !== undefined) await end(child);
  }

  #advance(): void {
    clearTimeout(this.#idleTimer);
    if (this.#closed || this.#current !== undefined) return;
    if (this.#waiting.length === 0) {
      if (this.#isSpare) this.#idleTimer = setTimeout(() => void this.#end(), SPARE_ENDS_AFTER_MS).unref();
      this.#sayFree?.();
      return;
    }
    if (this.#child === undefined) {
      this.start();
      return;
    }
    if (this.#starting) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    this.#current = { job, settled: false, fraction: 0, timer: this.#timerOf(job) };
    this.#post(job.message);
  }

  #timerOf({ limits }: Job): NodeJS.Timeout {
    const timeoutMs = limits.timeoutMs * (this.#isSpare ? SPARE_TIMES_LONGER : 1);
    return setTimeout(() => this.#replace(new JobLimitError('time', isMachineBusy())), timeoutMs);
  }

  #receive(message: FromProcess): void {
    if (message.kind === 'ready') {
      this.#starting = false;
      this.#advance();
      return;
    }
    const current = this.#current;
    if (current === undefined || current.job.id !== message.jobId) return;
    const { job } = current;
    if (message.kind === 'progress') {
      current.fraction = message.fraction;
      if (current.settled) return;
      job.onStage?.(message.stage, message.atMs ?? Date.now());
      job.onProgress?.(message.fraction, message.stage);
      return;
    }
    if (message.kind === 'model-needed') {
      void this.#provide(current, message.name);
      return;
    }
    if (message.kind === 'signature-needed') {
      void this.#sign(current, message.bytes);
      return;
    }
    clearTimeout(current.timer);
    this.#current = undefined;
    if (!current.settled) {
      if (message.kind === 'done') job.onStage?.(null, message.atMs ?? Date.now());
      this.#settle(job, () => answer(job, message));
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
    this.#stop(current, current.job.signal?.reason);
  }

  async #sign(current: Current, bytes: Uint8Array): Promise<void> {
    const { id: jobId, sign } = current.job;
    const isOver = (): boolean => this.#current !== current || current.settled;
    try {
      if (sign === undefined) throw new Error('This job was given nothing to sign with');
      const signature = await sign(bytes);
      if (!isOver()) this.#post({ kind: 'signature', jobId, signature });
    } catch (error) {
      if (!isOver()) this.#stop(current, error);
    }
  }

  /** Making a model ready is not the job's own work: its time begins again afterwards. */
  async #provide(current: Current, name: ModelName): Promise<void> {
    const { job } = current;
    const isOver = (): boolean => this.#current !== current || current.settled;
    if (isOver()) return;
    clearTimeout(current.timer);
    try {
      const onProgress = (): void => {
        if (isOver()) return;
        job.onStage?.('prepare', Date.now());
        job.onProgress?.(current.fraction, 'prepare');
      };
      const model = await this.#makeModelReady(name, onProgress, job.signal);
      if (isOver()) return;
      current.timer = this.#timerOf(job);
      this.#post({ kind: 'model', name, model });
    } catch (error) {
      if (!isOver()) this.#stop(current, error);
    }
  }

  /** Answers the caller at once, and gives the process a moment to leave the job. */
  #stop(current: Current, reason: unknown): void {
    current.settled = true;
    this.#settle(current.job, () => current.job.reject(reason));
    clearTimeout(current.timer);
    current.timer = setTimeout(() => {
      this.#replace(new EngineCrashError('The engine did not stop'));
      this.start();
    }, CANCEL_GRACE_MS);
    this.#post({ kind: 'cancel', jobId: current.job.id });
  }

  /** The process is gone, by itself. */
  #lost(child: ChildProcess, error: Error): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    const wasStarting = this.#starting;
    this.#starting = false;
    const reason =
      error instanceof JobLimitError
        ? error
        : new EngineCrashError(`The engine's process stopped: ${error.message}`, { cause: error });
    // A process that does not even start would not start for the next job either.
    if (wasStarting) this.#failAll(reason);
    else this.#failCurrent(reason);
    this.#advance();
  }

  #replace(reason: Error): void {
    const child = this.#child;
    this.#child = undefined;
    this.#starting = false;
    if (child !== undefined) void end(child);
    this.#failCurrent(reason);
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

  #settle(job: Job, settle: () => void): void {
    job.signal?.removeEventListener('abort', job.onAbort);
    settle();
  }

  #post(message: ToProcess): void {
    // A process that is gone says so by its exit, which settles the job.
    this.#child?.send(message, () => undefined);
  }
}

type Outcome = Exclude<FromProcess, { kind: 'ready' | 'progress' | 'model-needed' | 'signature-needed' }>;

function answer(job: Job, outcome: Outcome): void {
  if (outcome.kind === 'done') job.resolve(outcome.result);
  else if (outcome.kind === 'refused') {
    const { code, cause } = outcome;
    job.reject(new ImageRefusal(code, cause === undefined ? undefined : { cause }));
  } else if (outcome.kind === 'failed') job.reject(new Error(outcome.message));
  else job.reject(job.signal?.reason);
}

/** Ends a process, whatever it does, and waits until it has. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // One that could not be started never exits.
    child.once('error', () => resolve());
  });
  child.kill('SIGKILL');
  await exited;
}
