import { isTerminal, taskIdsEventSchema, taskStateSchema } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';

export interface EventStreamOptions {
  readonly taskIds: readonly string[];
  /** Starts watching; called once, after the first event was taken by the client. */
  readonly watch: (signal: AbortSignal) => AsyncIterable<TaskState>;
  /** Aborts when the client is gone or the server stops: the watching ends, the tasks go on. */
  readonly signal: AbortSignal;
  readonly heartbeatIntervalMs: number;
}

const HEARTBEAT = Symbol('heartbeat');
const ABORTED = Symbol('aborted');

/**
 * The text of an event stream (WHATWG HTML, section 9.2): the ids of the tasks, then each state as it comes,
 * comments while nothing happens. It ends when every task has ended, or when the signal aborts.
 *
 * Made to be read as a stream with back-pressure: nothing is produced before the client took what was there.
 */
export async function* eventStream(options: EventStreamOptions): AsyncGenerator<string> {
  yield event(taskIdsEventSchema.parse({ task_ids: options.taskIds }));

  // The watch ends with this function, however it is left: also when the reader stops reading.
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const open = new Set(options.taskIds);
  try {
    const states = options.watch(signal)[Symbol.asyncIterator]();
    let next = states.next();
    while (open.size > 0) {
      const outcome = await firstOf(next, options.heartbeatIntervalMs, signal);
      if (outcome === ABORTED) {
        yield ': the server ends this stream; go on with check-status\n\n';
        return;
      }
      if (outcome === HEARTBEAT) {
        yield ': still here\n\n';
        continue;
      }
      if (outcome.done === true) return;
      const state = outcome.value;
      if (isTerminal(state.status)) open.delete(state.task_id);
      yield event(taskStateSchema.parse(state));
      if (open.size > 0) next = states.next();
    }
  } finally {
    ending.abort();
  }
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** What comes first: the next state, silence for too long, or the end. */
async function firstOf<T>(
  next: Promise<T>,
  silenceMs: number,
  signal: AbortSignal,
): Promise<T | typeof HEARTBEAT | typeof ABORTED> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const heartbeat = new Promise<typeof HEARTBEAT>((resolve) => {
    timer = setTimeout(resolve, silenceMs, HEARTBEAT);
  });
  const aborted = new Promise<typeof ABORTED>((resolve) => {
    onAbort = () => resolve(ABORTED);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([next, heartbeat, aborted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
