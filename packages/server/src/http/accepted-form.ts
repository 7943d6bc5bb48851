import type { FastifyRequest } from 'fastify';

/** True when JSON is named among what is accepted, and a page is not. */
export function asksForJson(request: FastifyRequest): boolean {
  const accepted = (request.headers.accept ?? '').toLowerCase();
  return accepted.includes('json') && !accepted.includes('text/html');
}
