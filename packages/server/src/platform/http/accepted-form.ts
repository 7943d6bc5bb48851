import type { FastifyRequest } from 'fastify';

/** True when the Accept header names JSON and no HTML page. */
export function asksForJson(request: FastifyRequest): boolean {
  const accepted = (request.headers.accept ?? '').toLowerCase();
  return accepted.includes('json') && !accepted.includes('text/html');
}
