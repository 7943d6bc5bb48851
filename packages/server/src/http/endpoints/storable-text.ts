import { OWN_MESSAGES } from '@packshot/contract';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/domain-error.ts';

/** Deeper than any schema of ours. */
const MAX_PLACE_LENGTH = 8;

/**
 * Refuses texts that no database and no mail can hold: a NUL, which PostgreSQL's text and JSON do not know, and half of
 * a surrogate pair, for which UTF-8 has no bytes. One place for every field of every endpoint, names of fields included.
 * Throws DomainError BAD_REQUEST, which says where.
 */
export async function assertStorableText(request: FastifyRequest): Promise<void> {
  for (const part of [request.params, request.query, request.body]) {
    const place = unstorable(part);
    if (place === null) continue;
    const field = place.map((name) => name.replaceAll(/[^\w-]/g, '?')).join('.');
    throw new DomainError('BAD_REQUEST', {
      detail: { fields: [{ field, message: OWN_MESSAGES.unstorableText }] },
    });
  }
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Where the first such text is; null when there is none. Not recursive: 64 KB of brackets nest deeper than a stack. */
function unstorable(part: unknown): readonly string[] | null {
  const waiting: { readonly value: unknown; readonly place: readonly string[] }[] = [
    { value: part, place: [] },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, place } = next;
    if (typeof value === 'string' && !isStorable(value)) return place;
    // Bytes are for who checks a signature over them.
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue;
    for (const [name, each] of Object.entries(value)) {
      const here = place.length < MAX_PLACE_LENGTH ? [...place, name] : place;
      if (!isStorable(name)) return here;
      waiting.push({ value: each, place: here });
    }
  }
  return null;
}
