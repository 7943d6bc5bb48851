import type { FastifyRequest } from 'fastify';

const MAX_DISCARDED_BYTES = 100 * 1024 * 1024;
const MAX_DISCARDING_MS = 30_000;

/**
 * Reads and discards the rest of a refused request's body, within limits.
 *
 * A browser that is still sending sees our response only if its bytes are read: closing a connection with unread bytes
 * makes the kernel reset it, and the response is lost (RFC 9112, section 9.6). Above the limits, the connection is
 * closed anyway.
 */
export function discardBody(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  let discardedBytes = 0;
  const giveUp = () => raw.destroy();
  const timer = setTimeout(giveUp, MAX_DISCARDING_MS);
  timer.unref();
  raw.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.byteLength;
    if (discardedBytes > MAX_DISCARDED_BYTES) giveUp();
  });
  raw.once('close', () => clearTimeout(timer));
  raw.resume();
}
