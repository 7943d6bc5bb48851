import type { V1Job } from '@packshot/contract';
import { ABORTED, waitForFirst, HEARTBEAT } from '../../platform/http/endpoints/first-of.ts';

interface JobEventOptions {
  readonly signal: AbortSignal;
  readonly heartbeatMs: number;
  /** Maps the job to the object that is sent. */
  readonly shown: (job: V1Job) => unknown;
}

/**
 * The text of an event stream (WHATWG HTML, section 9.2): the job whenever it changes, with comments during silence. Ends with the
 * job, or when the signal aborts.
 */
export async function* jobEvents(
  jobs: AsyncIterable<V1Job>,
  { signal, heartbeatMs, shown }: JobEventOptions,
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
