import { OWN_MESSAGES } from '@packshot/contract';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/domain-error.ts';

type Place = readonly string[];

/**
 * Refuses texts that no database and no mail can hold: a NUL, which PostgreSQL's text and JSON do not know, and half of
 * a surrogate pair, for which UTF-8 has no bytes. One place for every field of every endpoint, names of fields included.
 * Throws DomainError BAD_REQUEST, which says where.
 */
export async function assertStorableText(request: FastifyRequest): Promise<void> {
  for (const part of [request.params, request.query, request.body]) {
    const place = unstorable(part, []);
    if (place === null) continue;
    const field = place.map((name) => name.replaceAll(/[^\w-]/g, '?')).join('.');
    throw new DomainError('BAD_REQUEST', {
      detail: { fields: [{ field, message: OWN_MESSAGES.unstorableText }] },
    });
  }
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The body's size bounds the walk; its depth is bounded by the parser's limit of 64 KB, two bytes a level. */
function unstorable(value: unknown, place: Place): Place | null {
  if (typeof value === 'string') return isStorable(value) ? null : place;
  // Bytes are for who checks a signature over them.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null;
  for (const [name, each] of Object.entries(value)) {
    const here = [...place, name];
    const found = isStorable(name) ? unstorable(each, here) : here;
    if (found !== null) return found;
  }
  return null;
}
