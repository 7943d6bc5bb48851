import type { FastifyRequest } from 'fastify';

/** A missing body counts as zero bytes. */
export const rawBody = ({ body }: FastifyRequest): Uint8Array =>
  Buffer.isBuffer(body) ? body : new Uint8Array();
