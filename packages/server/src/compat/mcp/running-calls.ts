import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { goneSignal, keyCaller } from '../v1/handlers.ts';

/** Tracks running MCP calls. Clients cancel a call with a message that names it or by disconnecting. */
export function createRunningCalls(app: FastifyInstance) {
  const running = new Map<string, Set<AbortController>>();
  let isEnding = false;
  app.addHook('preClose', async () => void (isEnding = true));
  return {
    /**
     * Tracks a call until it is answered.
     * @returns a signal that aborts when the client cancels the call or disconnects. It doesn't abort when this server
     * closes, because started work continues then.
     */
    begin(request: FastifyRequest, reply: FastifyReply): AbortSignal {
      const call = new AbortController();
      const name = formatCallName(request, getMessage(request).id);
      const callsWithName = running.get(name) ?? new Set();
      running.set(name, callsWithName.add(call));
      goneSignal(reply).addEventListener('abort', () => {
        callsWithName.delete(call);
        if (callsWithName.size === 0) running.delete(name);
        if (!isEnding) call.abort();
      });
      return call.signal;
    },
    /** Cancels the call that the body names, if the body is a cancellation message. */
    hear(request: FastifyRequest): void {
      const { method, params } = getMessage(request);
      if (method !== 'notifications/cancelled') return;
      const callsWithName = running.get(formatCallName(request, params?.requestId));
      // Clients without sessions may use the same message ids, so two calls can have one name. A call is canceled only
      // if its name is unique.
      if (callsWithName?.size === 1) for (const call of callsWithName) call.abort();
    },
  };
}

/** Identifies a call by API key, network address, user agent and message id, as there are no sessions. */
const formatCallName = (request: FastifyRequest, id: unknown): string =>
  JSON.stringify([keyCaller(request).key.id, request.ip, request.headers['user-agent'] ?? '', id ?? null]);

interface McpMessage {
  readonly method?: unknown;
  readonly id?: unknown;
  readonly params?: { readonly requestId?: unknown } | undefined;
}

const getMessage = ({ body }: FastifyRequest): McpMessage =>
  typeof body === 'object' && body !== null ? body : {};
