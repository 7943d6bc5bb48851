import type { V1Job } from '@packshot/contract';
import { ABORTED, waitForFirst, HEARTBEAT } from '../../platform/http/endpoints/first-value.ts';

interface JobEventOptions {
  readonly signal: AbortSignal;
  readonly heartbeatMs: number;
  /** Converts the job to the object that is sent in an event. */
  readonly present: (job: V1Job) => unknown;
}

/**
 * Generates the text of an event stream (WHATWG HTML, section 9.2): the job whenever it changes, and comments in
 * between to keep the connection open. Ends when the job ends or the signal aborts.
 */
export async function* jobEvents(
  jobs: AsyncIterable<V1Job>,
  { signal, heartbeatMs, present: shown }: JobEventOptions,
): AsyncGenerator<string> {
  const states = jobs[Symbol.asyncIterator]();
  let next = states.next();
  for (;;) {
    const outcome = await waitForFirst(next, heartbeatMs, signal);
    if (outcome === ABORTED) return;
    if (outcome === HEARTBEAT) {
      yield ': still here\n\n';
      continue;
    }
    if (outcome.done === true) return;
    yield `event: job\ndata: ${JSON.stringify(shown(outcome.value))}\n\n`;
    next = states.next();
  }
}
