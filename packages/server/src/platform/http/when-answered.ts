import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls back once for each request: when its answer was sent, or when there was an answer and its client had gone. The framework's
 * `onResponse` is silent about the latter, and `onRequestAbort` too once the body was read.
 */
export function whenAnswered(
  scope: FastifyInstance,
  ended: (request: FastifyRequest, reply: FastifyReply, isSent: boolean) => void,
): void {
  const told = new WeakSet<FastifyRequest>();
  const tellOnce = (request: FastifyRequest, reply: FastifyReply, isSent: boolean): void => {
    if (told.has(request)) return;
    told.add(request);
    ended(request, reply, isSent);
  };
  scope.addHook('onResponse', async (request, reply) => tellOnce(request, reply, true));
  scope.addHook('onSend', async (request, reply) => {
    const { raw } = reply;
    const onClosed = (): void => tellOnce(request, reply, raw.writableFinished);
    if (raw.closed) return onClosed();
    // One more than Node takes for usual.
    raw.setMaxListeners(raw.getMaxListeners() + 1);
    raw.once('close', onClosed);
  });
}
