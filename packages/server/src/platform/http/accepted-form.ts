import type { FastifyRequest } from 'fastify';

/** True if the Accept header names JSON but no HTML page. */
export function asksForJson(request: FastifyRequest): boolean {
  const accepted = (request.headers.accept ?? '').toLowerCase();
  return accepted.includes('json') && !accepted.includes('text/html');
}
