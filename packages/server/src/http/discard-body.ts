import type { FastifyRequest } from 'fastify';

/** Enough for the largest upload that a browser of ours would send, several times over. */
const MAX_DISCARDED_BYTES = 100 * 1024 * 1024;
const MAX_DISCARDING_MS = 30_000;

/**
 * Reads what is left of a refused request's body and throws it away, within bounds.
 *
 * A browser that is still sending sees our answer only when its bytes are taken: closing the connection with
 * unread bytes makes the kernel reset it, and the answer is lost (RFC 9112, section 9.6). Past the bounds the
 * connection is closed all the same.
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
