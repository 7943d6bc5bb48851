/** Progress of preparing a model before its first use. */
export interface EnginePreparation {
  /** Current step of the preparation, as a short phrase. */
  stage: string;
  /** Progress from 0 to 1. */
  fraction: number;
}

export type PreparationListener = (preparation: EnginePreparation) => void;

/** Function that prepares something and reports its progress; it stops when the signal aborts. */
export type MakeReady<Ready> = (
  signal: AbortSignal,
  onProgress: (fraction: number, stage: string) => void,
) => Promise<Ready>;

interface PreparationRun<Ready> {
  readonly controller: AbortController;
  readonly promise: Promise<Ready>;
  readonly listeners: Set<PreparationListener>;
  progress: EnginePreparation;
  waiting: number;
}

/**
 * Runs a preparation once, on first use. Concurrent callers share one run, which is aborted only if all of them abort.
 * After a failed run the next caller starts another.
 */
export class SharedPreparation<Ready> {
  readonly #make: MakeReady<Ready>;
  readonly #onReady: (ready: Ready, durationMs: number) => void;
  readonly #everyRun: readonly PreparationListener[];
  #ready: Ready | undefined;
  #run: PreparationRun<Ready> | undefined;

  /** @param everyRun called with the progress of every run of the preparation, besides the callers' own listeners */
  constructor(
    make: MakeReady<Ready>,
    onReady: (ready: Ready, durationMs: number) => void,
    everyRun?: PreparationListener,
  ) {
    this.#make = make;
    this.#onReady = onReady;
    this.#everyRun = everyRun === undefined ? [] : [everyRun];
  }

  get ready(): Ready | undefined {
    return this.#ready;
  }

  get progress(): EnginePreparation | undefined {
    return this.#run?.progress;
  }

  async ensure(onProgress?: PreparationListener, signal?: AbortSignal): Promise<Ready> {
    signal?.throwIfAborted();
    if (this.#ready !== undefined) return this.#ready;
    const run = (this.#run ??= this.#start());
    run.waiting += 1;
    if (onProgress !== undefined) run.listeners.add(onProgress);
    try {
      return await abortable(run.promise, signal);
    } finally {
      if (onProgress !== undefined) run.listeners.delete(onProgress);
      run.waiting -= 1;
      if (run.waiting === 0 && this.#ready === undefined) {
        run.controller.abort(signal?.reason);
        if (this.#run === run) this.#run = undefined;
      }
    }
  }

  /** Ends the current run, if any, and rejects its callers. */
  abort(reason: Error): void {
    this.#run?.controller.abort(reason);
  }

  #start(): PreparationRun<Ready> {
    const controller = new AbortController();
    const startedMs = performance.now();
    const run: PreparationRun<Ready> = {
      controller,
      listeners: new Set(this.#everyRun),
      progress: { stage: 'Looking for the prepared model', fraction: 0 },
      waiting: 0,
      promise: this.#make(controller.signal, (fraction, stage) => {
        run.progress = { stage, fraction };
        for (const listener of run.listeners) listener(run.progress);
      }).then(
        (ready) => {
          this.#run = undefined;
          this.#ready = ready;
          for (const listener of run.listeners) listener({ stage: 'Ready', fraction: 1 });
          this.#onReady(ready, performance.now() - startedMs);
          return ready;
        },
        (error: unknown) => {
          if (this.#run === run) this.#run = undefined;
          throw error;
        },
      ),
    };
    // The callers receive the failure. If all callers have left, the failure must not count as an unhandled rejection.
    run.promise.catch(() => undefined);
    return run;
  }
}

/** Promise that settles like the given one, or rejects when the signal aborts; the given promise itself continues. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
