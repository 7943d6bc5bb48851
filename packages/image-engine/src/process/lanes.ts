import type { JobOptions } from '../image-engine.ts';
import type { ToolJobInput, EngineToolName, ToolResult } from '../tools/index.ts';
import type { JobLimits } from './job-limits.ts';
import type { ProcessHost } from './process-host.ts';

interface WaitingJob {
  readonly start: (host: ProcessHost) => void;
}

/**
 * Assigns jobs to processes. Foreground jobs go to the first process, in order of arrival. Background jobs start when
 * the first or a spare process is idle, but never while a foreground job waits or runs.
 */
export class Lanes {
  readonly #first: ProcessHost;
  readonly #spare: readonly ProcessHost[];
  readonly #background: WaitingJob[] = [];
  /** Number of foreground jobs that are waiting or running. */
  #hurried = 0;

  constructor(first: ProcessHost, spare: readonly ProcessHost[]) {
    this.#first = first;
    this.#spare = spare;
    // Starts waiting background jobs whenever a process becomes free, which may be later than the answer to a canceled
    // job's caller.
    for (const host of [first, ...spare]) host.onFree(() => this.#advance());
  }

  get queueLength(): number {
    return [this.#first, ...this.#spare].reduce(
      (sum, { queueLength }) => sum + queueLength,
      this.#background.length,
    );
  }

  start(): void {
    this.#first.start();
  }

  async submit<Tool extends EngineToolName>(
    tool: Tool,
    input: ToolJobInput<Tool>,
    limits: JobLimits,
    options: JobOptions,
  ): Promise<ToolResult<Tool>> {
    if (options.isBackground !== true) {
      this.#hurried += 1;
      try {
        return await this.#first.submit(tool, input, limits, options);
      } finally {
        this.#hurried -= 1;
        this.#advance();
      }
    }
    try {
      return await this.#whenFree(options.signal, (host) => host.submit(tool, input, limits, options));
    } finally {
      this.#advance();
    }
  }

  #whenFree<Result>(
    signal: AbortSignal | undefined,
    work: (host: ProcessHost) => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#background.splice(this.#background.indexOf(waiting), 1);
        reject(signal?.reason as Error);
      };
      const waiting: WaitingJob = {
        start(host) {
          signal?.removeEventListener('abort', leave);
          // Must assign the job synchronously, because a process counts as free until it gets the job.
          work(host).then(resolve, reject);
        },
      };
      this.#background.push(waiting);
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
      this.#advance();
    });
  }

  #advance(): void {
    for (const host of [this.#first, ...this.#spare]) {
      if (this.#hurried > 0) return;
      if (host.queueLength === 0) this.#background.shift()?.start(host);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#first, ...this.#spare].map((host) => host.close()));
    // Passes the waiting jobs to the closed process host, which rejects each of them.
    for (const waiting of this.#background.splice(0)) waiting.start(this.#first);
  }
}
