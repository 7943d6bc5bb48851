import { isTerminal, taskIdsEventSchema, taskStateSchema } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { STREAM_ENDED } from '../endings.ts';
import { ABORTED, waitForFirst, HEARTBEAT } from './first-value.ts';

export interface EventStreamOptions {
  readonly taskIds: readonly string[];
  /** Starts watching the tasks; called once, after the client has received the first event. */
  readonly watch: (signal: AbortSignal) => AsyncIterable<TaskState>;
  /** Aborts when the client disconnects or the server stops. The stream then ends; the tasks continue. */
  readonly signal: AbortSignal;
  readonly heartbeatIntervalMs: number;
}

/**
 * Generates the text of an event stream (WHATWG HTML, section 9.2): the task ids, then each state as it arrives, and
 * comments in between to keep the connection open. Ends when every task has ended, or when the signal aborts.
 *
 * Read as a stream with back-pressure: the next event is produced only when the connection has taken the previous one.
 */
export async function* eventStream(options: EventStreamOptions): AsyncGenerator<string> {
  yield event(taskIdsEventSchema.parse({ task_ids: options.taskIds }));

  // Ends the watch whenever this generator exits, including when the client stops reading.
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const open = new Set(options.taskIds);
  const states = options.watch(signal)[Symbol.asyncIterator]();
  try {
    let next = states.next();
    while (open.size > 0) {
      const outcome = await waitForFirst(next, options.heartbeatIntervalMs, signal);
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
    ending.abort(STREAM_ENDED);
    void states.return?.();
  }
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
