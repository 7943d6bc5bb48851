import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AcceptedGeneration } from '../tools/accept.ts';
import type { GenerationService } from '../tools/service.ts';
import { CLIENT_GONE, SERVER_CLOSING } from '../platform/http/endings.ts';
import { eventStream } from '../platform/http/endpoints/event-stream.ts';

/** Answers a request with an event stream of its tasks' progress. */
export type StreamSender = (reply: FastifyReply, accepted: AcceptedGeneration) => Promise<FastifyReply>;

const DEFAULT_HEARTBEAT_INTERVAL_MS = 15_000;

/**
 * Tracks the open event streams of one server. When the server closes, it ends all streams cleanly: clients continue
 * by polling another process, and the tasks keep running.
 */
export function createOpenStreams(
  app: FastifyInstance,
  generations: GenerationService,
  heartbeatIntervalMs = DEFAULT_HEARTBEAT_INTERVAL_MS,
) {
  const closing = new AbortController();
  let count = 0;
  app.addHook('preClose', async () => closing.abort(SERVER_CLOSING));

  async function send(reply: FastifyReply, accepted: AcceptedGeneration): Promise<FastifyReply> {
    const { caller } = reply.request;
    if (caller === null) throw new Error('A stream of tasks needs an authenticated request');
    const disconnectController = new AbortController();
    // The client may have disconnected while its request was being accepted.
    if (reply.raw.closed) disconnectController.abort(CLIENT_GONE);
    else {
      count += 1;
      reply.raw.once('close', () => {
        count -= 1;
        disconnectController.abort(CLIENT_GONE);
        // Logged separately, because the request log doesn't show streams that the client left early.
        if (!reply.raw.writableFinished)
          reply.log.info({ taskIds: accepted.taskIds }, 'the client left its stream');
      });
    }
    const events = eventStream({
      taskIds: accepted.taskIds,
      watch: (signal) => generations.watch(caller, accepted.taskIds, signal),
      signal: AbortSignal.any([disconnectController.signal, closing.signal]),
      heartbeatIntervalMs,
    });
    // A `highWaterMark` of 1 buffers a single event; the next is produced once the connection has taken it.
    const body = Readable.from(withoutFailing(events, reply), { highWaterMark: 1 });
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Tells the proxy nginx not to buffer the events.
        'x-accel-buffering': 'no',
        'idempotency-replayed': String(accepted.isReplay),
      })
      .send(body);
  }

  return { send, count: (): number => count };
}

/**
 * Ends the stream when an error occurs. An error response is impossible after the first byte, so the client polls
 * check-status instead.
 */
async function* withoutFailing(events: AsyncIterable<string>, reply: FastifyReply): AsyncGenerator<string> {
  try {
    yield* events;
  } catch (error) {
    reply.log.error({ err: error }, 'watching the tasks of a stream failed');
    yield ': interrupted; go on with check-status\n\n';
  }
}
