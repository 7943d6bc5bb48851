import type { JobOptions } from '../image-engine.ts';
import type { ToolInput, ToolName, ToolResult } from '../tools/index.ts';
import type { JobLimits } from './job-limits.ts';
import type { ProcessHost } from './process-host.ts';

/** One that waits for any process to be free. */
interface Waiting {
  readonly start: (host: ProcessHost) => void;
}

/**
 * Which process does a job. Those that somebody waits for go to the first one, in the order of arrival. Patient ones wait until that has nothing to do, or
 * one of those for spare time has; while somebody's job waits or runs, none of them begins.
 */
export class Lanes {
  readonly #first: ProcessHost;
  readonly #spare: readonly ProcessHost[];
  readonly #patient: Waiting[] = [];
  /** Jobs that somebody waits for. */
  #hurried = 0;

  constructor(first: ProcessHost, spare: readonly ProcessHost[]) {
    this.#first = first;
    this.#spare = spare;
    // A canceled job's caller has its answer before its process is free: without this, patient jobs would wait for somebody else's to end.
    for (const host of [first, ...spare]) host.onFree(() => this.#advance());
  }

  /** Jobs that run or wait. */
  get queueLength(): number {
    return [this.#first, ...this.#spare].reduce(
      (sum, { queueLength }) => sum + queueLength,
      this.#patient.length,
    );
  }

  /** Starts the first process, if there is none. */
  start(): void {
    this.#first.start();
  }

  async submit<Tool extends ToolName>(
    tool: Tool,
    input: ToolInput<Tool>,
    limits: JobLimits,
    options: JobOptions,
  ): Promise<ToolResult<Tool>> {
    if (options.isPatient !== true) {
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
        this.#patient.splice(this.#patient.indexOf(waiting), 1);
        reject(signal?.reason as Error);
      };
      const waiting: Waiting = {
        start(host) {
          signal?.removeEventListener('abort', leave);
          // At once: until a process is given something it is free for the next one, too.
          work(host).then(resolve, reject);
        },
      };
      this.#patient.push(waiting);
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
      this.#advance();
    });
  }

  #advance(): void {
    for (const host of [this.#first, ...this.#spare]) {
      if (this.#hurried > 0) return;
      if (host.queueLength === 0) this.#patient.shift()?.start(host);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#first, ...this.#spare].map((host) => host.close()));
    // Each is refused by the process that it gets.
    for (const waiting of this.#patient.splice(0)) waiting.start(this.#first);
  }
}
