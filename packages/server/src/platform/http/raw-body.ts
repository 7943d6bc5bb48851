import type { FastifyRequest } from 'fastify';

/** Body of the request as bytes; empty if it has none. */
export const rawBody = ({ body }: FastifyRequest): Uint8Array =>
  Buffer.isBuffer(body) ? body : new Uint8Array();
