import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AcceptedGeneration } from '../../domain/generations/accept.ts';
import type { GenerationService } from '../../domain/generations/service.ts';
import { eventStream } from './event-stream.ts';

/** Answers a request with the events of its tasks. */
export type StreamSender = (reply: FastifyReply, accepted: AcceptedGeneration) => Promise<FastifyReply>;

export interface OpenStreams {
  readonly send: StreamSender;
  count(): number;
}

const DEFAULT_HEARTBEAT_INTERVAL_MS = 15_000;

/**
 * Event streams of one server. When it begins to close, they all end politely: their clients go on by polling
 * another process, and the tasks do not notice.
 */
export function createOpenStreams(
  app: FastifyInstance,
  generations: GenerationService,
  heartbeatIntervalMs = DEFAULT_HEARTBEAT_INTERVAL_MS,
): OpenStreams {
  const closing = new AbortController();
  let count = 0;
  app.addHook('preClose', async () => closing.abort());

  async function send(reply: FastifyReply, accepted: AcceptedGeneration): Promise<FastifyReply> {
    const { caller } = reply.request;
    if (caller === null) throw new Error('A stream of tasks needs an authenticated request');
    const gone = new AbortController();
    // The client may have left while its request was being accepted.
    if (reply.raw.closed) gone.abort();
    else {
      count += 1;
      reply.raw.once('close', () => {
        count -= 1;
        gone.abort();
        // An answer that does not finish has no line of its own.
        if (!reply.raw.writableFinished)
          reply.log.info({ taskIds: accepted.taskIds }, 'the client left its stream');
      });
    }
    const events = eventStream({
      taskIds: accepted.taskIds,
      watch: (signal) => generations.watch(caller, accepted.taskIds, signal),
      signal: AbortSignal.any([gone.signal, closing.signal]),
      heartbeatIntervalMs,
    });
    // highWaterMark 1: one event waits in the stream, the rest is asked for when the client has taken it.
    const body = Readable.from(withoutFailing(events, reply), { highWaterMark: 1 });
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // nginx would collect the events otherwise.
        'x-accel-buffering': 'no',
        'idempotency-replayed': String(accepted.isReplay),
      })
      .send(body);
  }

  return { send, count: () => count };
}

/** After the first byte no error answer is possible: the stream ends, and the client asks check-status. */
async function* withoutFailing(events: AsyncIterable<string>, reply: FastifyReply): AsyncGenerator<string> {
  try {
    yield* events;
  } catch (error) {
    reply.log.error({ err: error }, 'watching the tasks of a stream failed');
    yield ': interrupted; go on with check-status\n\n';
  }
}
