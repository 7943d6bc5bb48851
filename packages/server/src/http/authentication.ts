import type { AuthNeed } from '@packshot/contract';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain/domain-error.ts';
import type { Caller, ClientAddress } from '../domain/caller.ts';
import type { SessionService } from '../domain/sessions/service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling; null before the token is checked, and on routes that need none. */
    caller: Caller | null;
  }
}

const BEARER = /^Bearer +([\w.~+/-]{1,4096}=*)$/i;

/** The access token of the Authorization header; null when there is no such header. */
function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw new DomainError('UNAUTHENTICATED');
  return token;
}

/**
 * A hook that fills `request.caller`. Tokens travel in the Authorization header only, never in a cookie, so
 * that a foreign page has nothing to ride on (CSRF).
 * A token that is sent where none is needed must still be good: a client learns at once that it has expired.
 * @returns a hook that throws UNAUTHENTICATED
 */
export function authenticator(sessions: SessionService, need: Exclude<AuthNeed, 'none'>) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request);
    if (token !== null) {
      // The token has done its work: nothing behind this line can log it or pass it on.
      delete request.raw.headers.authorization;
      request.caller = await sessions.authenticate(token);
    } else if (need === 'bearer') throw new DomainError('UNAUTHENTICATED');
  };
}

/** For allowances and abuse limits. */
export function clientAddress(request: FastifyRequest): ClientAddress {
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 256) };
}
