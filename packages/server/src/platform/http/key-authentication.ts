import { API_KEY_HEADER } from '@packshot/contract';
import type { ApiScope } from '@packshot/contract';
import type { FastifyRequest } from 'fastify';
import type { ClientAddress, KeyCaller } from '../access/caller.ts';
import { DomainError } from '../domain-error.ts';
import { scopeMissing } from '../access/scope-missing.ts';
import { clientAddress } from './authentication.ts';

const BEARER = /^Bearer +(\w{1,100})$/i;

/**
 * Reads the API key from `X-Api-Key` or `Authorization: Bearer`. Both headers are always removed, so that no later
 * code can log them or pass them on.
 */
function takeKey(request: FastifyRequest): string {
  const { headers } = request.raw;
  // Some clients without a key send an empty header, which counts as missing.
  const receivedKey = headers[API_KEY_HEADER] || BEARER.exec(headers.authorization ?? '')?.[1];
  delete headers[API_KEY_HEADER];
  delete headers.authorization;
  if (typeof receivedKey !== 'string')
    throw new DomainError('KEY_INVALID', { detail: { reason: 'Send it in the X-Api-Key header.' } });
  return receivedKey;
}

/**
 * Creates a hook that authenticates by API key and sets `request.caller`.
 * @param scope scope that the key needs, or undefined for any key
 * @returns a hook that throws KEY_INVALID, KEY_EXPIRED, KEY_ADDRESS_REFUSED, KEY_SCOPE_MISSING
 */
export function keyAuthenticator(
  apiKeys: { authenticate(key: string, from: ClientAddress): Promise<KeyCaller> },
  scope: ApiScope | undefined,
) {
  return async (request: FastifyRequest): Promise<void> => {
    const caller = await apiKeys.authenticate(takeKey(request), clientAddress(request));
    if (scope !== undefined && !caller.key.scopes.includes(scope)) throw scopeMissing([scope]);
    request.caller = caller;
  };
}
