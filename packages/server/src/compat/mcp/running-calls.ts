import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { goneSignal, keyCaller } from '../v1/handlers.ts';

/** Calls that are being answered, which their clients may take back: by a message that names them, or by going away. */
export function createRunningCalls(app: FastifyInstance) {
  const running = new Map<string, Set<AbortController>>();
  let isEnding = false;
  app.addHook('preClose', async () => void (isEnding = true));
  return {
    /**
     * Notes a call until it is answered.
     * @returns aborts when its client takes it back; not when this server ends, because what was begun goes on then
     */
    begin(request: FastifyRequest, reply: FastifyReply): AbortSignal {
      const call = new AbortController();
      const name = nameOf(request, messageOf(request).id);
      const named = running.get(name) ?? new Set();
      running.set(name, named.add(call));
      goneSignal(reply).addEventListener('abort', () => {
        named.delete(call);
        if (named.size === 0) running.delete(name);
        if (!isEnding) call.abort();
      });
      return call.signal;
    },
    /** Takes back the call that the message names, if the request's body is such a message. */
    hear(request: FastifyRequest): void {
      const { method, params } = messageOf(request);
      if (method !== 'notifications/cancelled') return;
      const named = running.get(nameOf(request, params?.requestId));
      // There are no sessions, and clients number their calls alike: nobody's work is stopped by mistake.
      if (named?.size === 1) for (const call of named) call.abort();
    },
  };
}

/** One program's call, as far as a request tells. */
const nameOf = (request: FastifyRequest, id: unknown): string =>
  JSON.stringify([keyCaller(request).key.id, request.ip, request.headers['user-agent'] ?? '', id ?? null]);

interface Message {
  readonly method?: unknown;
  readonly id?: unknown;
  readonly params?: { readonly requestId?: unknown } | undefined;
}

const messageOf = ({ body }: FastifyRequest): Message =>
  typeof body === 'object' && body !== null ? body : {};
