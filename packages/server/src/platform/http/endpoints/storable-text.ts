import { OWN_MESSAGES } from '@packshot/contract';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain-error.ts';

/** Maximum number of segments in a reported path. */
const MAX_PLACE_LENGTH = 8;

/**
 * Refuses text that the database and mails can't represent: a NUL, which PostgreSQL's text and JSON reject, and a lone
 * surrogate, which has no UTF-8 encoding. Checks all fields of all endpoints, including field names. Throws
 * DomainError BAD_REQUEST, naming the field.
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

/**
 * Finds the path of the first text that can't be stored, or returns null. Not recursive, because 64 KB of brackets
 * nest deeper than the call stack allows.
 */
function unstorable(part: unknown): readonly string[] | null {
  const waiting: { readonly value: unknown; readonly place: readonly string[] }[] = [
    { value: part, place: [] },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, place } = next;
    if (typeof value === 'string' && !isStorable(value)) return place;
    // Skips raw bytes, which have no fields.
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue;
    for (const [name, each] of Object.entries(value)) {
      const here = place.length < MAX_PLACE_LENGTH ? [...place, name] : place;
      if (!isStorable(name)) return here;
      waiting.push({ value: each, place: here });
    }
  }
  return null;
}
