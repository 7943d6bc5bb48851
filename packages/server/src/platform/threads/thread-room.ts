/** Starts short-lived threads for work that would block other requests. Each has limits on memory and time. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';
import { DomainError } from '../domain-error.ts';

export interface ThreadRoomOptions {
  /** Script that the thread runs, which sends its results with `sendParts`. */
  readonly file: URL;
  readonly atOnce: number;
  /** Maximum number of calls that wait for a thread; further calls are refused. */
  readonly mostWaiting: number;
  readonly deadlineMs: number;
  readonly memoryMb: number;
}

/** Error if a thread was ended because it exceeded its memory or time limit. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError';
}

export type ThreadMessage = { readonly part: unknown } | 'end';

interface WaitingThread {
  readonly owner: string;
  readonly begin: () => void;
}

export function createThreadRoom({ file, atOnce, mostWaiting, ...limits }: ThreadRoomOptions) {
  const running: string[] = [];
  const line: WaitingThread[] = [];
  const countRunning = (owner: string): number => running.filter((each) => each === owner).length;

  const leave = (owner: string): void => {
    running.splice(running.indexOf(owner), 1);
    // Chooses the call that has waited longest among those of the owners with the fewest running threads.
    const [next] = line.toSorted((a, b) => countRunning(a.owner) - countRunning(b.owner));
    if (next === undefined) return;
    line.splice(line.indexOf(next), 1);
    running.push(next.owner);
    next.begin();
  };
  const enter = async (owner: string): Promise<void> => {
    if (running.length < atOnce) {
      running.push(owner);
      return;
    }
    const own = line.filter((each) => each.owner === owner).length;
    if (line.length >= mostWaiting || own >= mostWaiting / 2) throw new DomainError('SERVERS_BUSY');
    await new Promise<void>((begin) => {
      line.push({ owner, begin });
    });
  };

  return {
    /**
     * Runs the script once and yields the parts of its result. The thread computes each part when it is requested, and
     * ends with the iteration.
     * @param owner user or organization that waits; one owner can occupy at most half of the waiting line
     * @param transferred buffers of the input that the caller no longer needs
     * @throws DomainError SERVERS_BUSY
     * @throws ThreadLimitError
     */
    async *parts(
      owner: string,
      input: unknown,
      transferred: readonly ArrayBuffer[] = [],
    ): AsyncGenerator<unknown, void, undefined> {
      await enter(owner);
      try {
        yield* partsOfThread(file, { workerData: input, transferList: [...transferred] }, limits);
      } finally {
        leave(owner);
      }
    },
  };
}

const YOUNG_GENERATION_MB = 32;

async function* partsOfThread(
  file: URL,
  input: Pick<WorkerOptions, 'workerData' | 'transferList'>,
  { deadlineMs, memoryMb }: Pick<ThreadRoomOptions, 'deadlineMs' | 'memoryMb'>,
): AsyncGenerator<unknown, void, undefined> {
  const thread = new Worker(file, {
    ...input,
    // The thread gets no environment variables, which contain our secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  try {
    for (;;) {
      const message = await receiveMessage(thread, deadline.signal);
      if (message === 'end') return;
      yield message.part;
      thread.postMessage('next');
    }
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/**
 * Waits for the thread's next message.
 * @throws ThreadLimitError, or the error that the thread ended with
 */
async function receiveMessage(thread: Worker, signal: AbortSignal): Promise<ThreadMessage> {
  try {
    const [message] = (await once(thread, 'message', { signal })) as [ThreadMessage];
    return message;
  } catch (error) {
    const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isOutOfMemory || signal.aborted)
      throw new ThreadLimitError('A thread reached its limit', { cause: error });
    throw error;
  }
}
