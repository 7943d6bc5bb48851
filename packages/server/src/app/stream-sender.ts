import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AcceptedGeneration } from '../tools/accept.ts';
import type { GenerationService } from '../tools/service.ts';
import { CLIENT_GONE, SERVER_CLOSING } from '../platform/http/endings.ts';
import { eventStream } from '../platform/http/endpoints/event-stream.ts';

/** Answers a request with the events of its tasks. */
export type StreamSender = (reply: FastifyReply, accepted: AcceptedGeneration) => Promise<FastifyReply>;

const DEFAULT_HEARTBEAT_INTERVAL_MS = 15_000;

/**
 * Tracks the open event streams of one server. When the server closes, all of them end cleanly: clients continue by
 * polling another process, and the tasks aren't affected.
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
        // The request log doesn't show unfinished streams.
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
    // highWaterMark 1 buffers one event; the next is produced after the client has read it.
    const body = Readable.from(withoutFailing(events, reply), { highWaterMark: 1 });
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Keeps nginx from buffering the events.
        'x-accel-buffering': 'no',
        'idempotency-replayed': String(accepted.isReplay),
      })
      .send(body);
  }

  return { send, count: (): number => count };
}

/** After the first byte, an error response is impossible, so the stream ends and the client polls check-status. */
async function* withoutFailing(events: AsyncIterable<string>, reply: FastifyReply): AsyncGenerator<string> {
  try {
    yield* events;
  } catch (error) {
    reply.log.error({ err: error }, 'watching the tasks of a stream failed');
    yield ': interrupted; go on with check-status\n\n';
  }
}
