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
import { ALLOCATOR_SETTINGS, JIT_FLAGS } from './process-settings.ts';
import { isMachineBusy, JobLimitError, MEMORY_LIMIT_SIGNAL } from './job-limits.ts';
import type { JobLimits } from './job-limits.ts';
import type { FromProcess, JobMessage, ProcessRole, ToProcess } from './messages.ts';
import type { ToolJobInput, EngineToolName, ToolResult } from '../tools/index.ts';
import type { SignBytes } from '../tools/sign/cose.ts';

const PROCESS_FILE = new URL('./engine-process.ts', import.meta.url);

/**
 * Time in which a canceled job can stop at its next stage, so that loaded networks remain available. After it, the
 * process is killed; a restart takes less time than the longest stages.
 */
const CANCEL_GRACE_MS = 150;

/**
 * Maximum size of a semi-space (one half) of V8's young generation, in MiB. By default the young generation would grow
 * to 100 MB after fifty photos, although pictures are stored outside of it, and reduce the memory for large photos.
 */
const YOUNG_HALF_MIB = 4;

/**
 * Environment variables that enable Node's compile cache in the child process if this process uses it, which halves
 * the start-up time.
 */
function compileCache(): NodeJS.ProcessEnv {
  const ofThisVersion = getCompileCacheDir();
  return ofThisVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(ofThisVersion) };
}

/**
 * Flags that open Node's inspector in the engine's process, on one of the next ports, if this process listens on one.
 */
function inspectorFlags(isSpare: boolean): string[] {
  const address = inspectorAddress();
  if (address === undefined) return [];
  return [`--inspect=127.0.0.1:${Number(new URL(address).port) + (isSpare ? 2 : 1)}`];
}

const STDERR_TAIL_LENGTH = 2_000;
/** Idle time after which a spare process ends, because it uses half a gigabyte. */
const SPARE_ENDS_AFTER_MS = 60_000;
/** Factor for the time limits by role, because other programs come first. */
const TIMES_LONGER: Readonly<Record<ProcessRole, number>> = { usual: 1, yielding: 2, spare: 8 };

/** Error for a crash of the engine's process during a job. The job may be retried. */
export class EngineCrashError extends Error {
  override readonly name = 'EngineCrashError';
}

interface ProcessJob {
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

/** Function that prepares a model when a job requests it. */
export type MakeModelReady = (
  name: ModelName,
  onProgress: PreparationListener,
  signal: AbortSignal | undefined,
) => Promise<ReadyModel>;

/** Job that the process is running, with its state. */
interface Current {
  readonly job: ProcessJob;
  /** True if the caller of the job has been answered. */
  settled: boolean;
  /** Progress of the job so far, 0 to 1. */
  fraction: number;
  timer: NodeJS.Timeout;
}

/**
 * Manages the engine's process: starts it on demand, runs one job at a time in order of arrival, and restarts it after
 * a crash or if a job exceeds its time or memory. A canceled job rejects immediately; its remaining computation is
 * ignored and soon ended.
 */
export class ProcessHost {
  readonly #processFile: string;
  readonly #makeModelReady: MakeModelReady;
  readonly #role: ProcessRole;
  readonly #waiting: ProcessJob[] = [];
  #child: ChildProcess | undefined;
  #current: Current | undefined;
  #starting = false;
  #closed = false;
  #lastJobId = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #sayFree: (() => void) | undefined;

  /**
   * Creates a host without starting its process.
   * @param processFile script that the process runs
   */
  constructor(makeModelReady: MakeModelReady, processFile: URL = PROCESS_FILE, role: ProcessRole = 'usual') {
    this.#makeModelReady = makeModelReady;
    this.#role = role;
    this.#processFile = fileURLToPath(processFile);
  }

  get queueLength(): number {
    return this.#waiting.length + (this.#current === undefined ? 0 : 1);
  }

  /**
   * Registers a listener that is called whenever the host becomes idle. After a cancellation this is later than the
   * caller's answer, because the process must leave the job first, or be replaced.
   */
  onFree(listener: () => void): void {
    this.#sayFree = listener;
  }

  /** ID of the process; undefined while it isn't running. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process if it isn't running, so that it is ready for the next job. */
  start(): void {
    if (this.#closed || this.#child !== undefined) return;
    this.#starting = true;
    const child = fork(this.#processFile, [this.#role], {
      // The child gets neither this process's Node flags nor the secrets in its environment.
      execArgv: [
        ...JIT_FLAGS,
        '--expose-gc',
        `--max-semi-space-size=${YOUNG_HALF_MIB}`,
        ...inspectorFlags(this.#role === 'spare'),
      ],
      env: { ...ALLOCATOR_SETTINGS, ...compileCache() },
      // A session of its own, whose priority the process can lower. Windows would open a console for it.
      detached: this.#role !== 'usual' && process.platform !== 'win32',
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
    child.on('error', (error) => this.#handleLoss(child, error));
    child.on('exit', (code, signal) => {
      const error =
        signal === MEMORY_LIMIT_SIGNAL
          ? new JobLimitError('memory')
          : new Error(`it ended with ${signal ?? `exit code ${code}`}: ${stderr}`);
      this.#handleLoss(child, error);
    });
  }

  submit<Tool extends EngineToolName>(
    tool: Tool,
    input: ToolJobInput<Tool>,
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
      const job: ProcessJob = {
        id,
        // The cast is safe, because this function's signature ties tool and input together.
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

  /** Rejects all waiting and running jobs and ends the process. */
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
      if (this.#role === 'spare')
        this.#idleTimer = setTimeout(() => void this.#end(), SPARE_ENDS_AFTER_MS).unref();
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
    this.#current = { job, settled: false, fraction: 0, timer: this.#startTimer(job) };
    this.#post(job.message);
  }

  #startTimer({ limits }: ProcessJob): NodeJS.Timeout {
    const timeoutMs = limits.timeoutMs * TIMES_LONGER[this.#role];
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

  /**
   * Prepares a model that a job has requested. The job's time limit restarts afterwards, because preparing isn't the
   * job's own work.
   */
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
      current.timer = this.#startTimer(job);
      this.#post({ kind: 'model', name, model });
    } catch (error) {
      if (!isOver()) this.#stop(current, error);
    }
  }

  /** Answers the caller immediately, and gives the process a short time to leave the job. */
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

  /** Handles the unexpected end of the process. */
  #handleLoss(child: ChildProcess, error: Error): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    const wasStarting = this.#starting;
    this.#starting = false;
    const reason =
      error instanceof JobLimitError
        ? error
        : new EngineCrashError(`The engine's process stopped: ${error.message}`, { cause: error });
    // If the process couldn't start, it wouldn't start for the next job either, so all jobs fail.
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

  #settle(job: ProcessJob, settle: () => void): void {
    job.signal?.removeEventListener('abort', job.onAbort);
    settle();
  }

  #post(message: ToProcess): void {
    // Errors are ignored: if the process has died, its exit event ends the job.
    this.#child?.send(message, () => undefined);
  }
}

type JobOutcome = Exclude<FromProcess, { kind: 'ready' | 'progress' | 'model-needed' | 'signature-needed' }>;

function answer(job: ProcessJob, outcome: JobOutcome): void {
  if (outcome.kind === 'done') job.resolve(outcome.result);
  else if (outcome.kind === 'refused') {
    const { code, cause, product } = outcome;
    job.reject(new ImageRefusal(code, { ...(cause !== undefined && { cause }), product }));
  } else if (outcome.kind === 'failed') job.reject(new Error(outcome.message));
  else job.reject(job.signal?.reason);
}

/** Kills a process and waits until it has ended. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // A process that couldn't be started emits an error instead of an exit event.
    child.once('error', () => resolve());
  });
  child.kill('SIGKILL');
  await exited;
}
