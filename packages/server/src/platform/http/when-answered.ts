import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls back once per request: when its response was sent, or when its client disconnected before that. Fastify's hook
 * `onResponse` doesn't report a disconnect, nor does `onRequestAbort` once the body was read.
 */
export function whenAnswered(
  scope: FastifyInstance,
  onEnded: (request: FastifyRequest, reply: FastifyReply, isSent: boolean) => void,
): void {
  const reportedRequests = new WeakSet<FastifyRequest>();
  const tellOnce = (request: FastifyRequest, reply: FastifyReply, isSent: boolean): void => {
    if (reportedRequests.has(request)) return;
    reportedRequests.add(request);
    onEnded(request, reply, isSent);
  };
  scope.addHook('onResponse', async (request, reply) => tellOnce(request, reply, true));
  scope.addHook('onSend', async (request, reply) => {
    const { raw } = reply;
    const onClosed = (): void => tellOnce(request, reply, raw.writableFinished);
    if (raw.closed) return onClosed();
    // Avoids Node's warning about too many listeners.
    raw.setMaxListeners(raw.getMaxListeners() + 1);
    raw.once('close', onClosed);
  });
}
