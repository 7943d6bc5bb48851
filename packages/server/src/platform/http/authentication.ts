import type { AuthNeed } from '@packshot/contract';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain-error.ts';
import type { Caller, ClientAddress } from '../access/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null before the token is checked, and on routes that don't need one. */
    caller: Caller | null;
  }
}

const BEARER = /^Bearer +([\w.~+/-]{1,4096}=*)$/i;

/**
 * Reads the access token from the Authorization header; null without this header. Throws UNAUTHENTICATED for a
 * malformed one.
 */
function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw new DomainError('UNAUTHENTICATED');
  return token;
}

/**
 * Creates a hook that sets `request.caller`. Tokens are accepted only in the Authorization header, never in a cookie,
 * to prevent CSRF. Where a token is optional, a sent one must still be valid. So a client learns immediately that it
 * has expired.
 * @returns a hook that throws UNAUTHENTICATED
 */
export function authenticator(
  sessions: { authenticate(token: string): Promise<Caller> },
  need: Exclude<AuthNeed, 'none' | 'key'>,
) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request);
    if (token !== null) {
      // The header is removed after use, so that no later code can log it or pass it on.
      delete request.raw.headers.authorization;
      request.caller = await sessions.authenticate(token);
    } else if (need === 'bearer') throw new DomainError('UNAUTHENTICATED');
  };
}

/** Client's network address and the start of its user agent. */
export function clientAddress(request: FastifyRequest): ClientAddress {
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 256) };
}
