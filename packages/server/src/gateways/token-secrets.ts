import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { TokenSecrets } from '../domain/ports/token-secrets.ts';

const KEY_BYTES = 32;

/** Independent keys made of one secret (HKDF, RFC 5869), so that none can be used in place of another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `packshot ${purpose}`, KEY_BYTES));
}

/** Refresh tokens and address hashes are made with keys of one secret; tokens of links are drawn. */
export function createTokenSecrets(secret: string): TokenSecrets {
  const refreshKey = deriveKey(secret, 'refresh tokens');
  const addressKey = deriveKey(secret, 'address hashes');
  return {
    refreshToken: (familyId, generation) =>
      createHmac('sha256', refreshKey).update(`${familyId}|${generation}`).digest('base64url'),
    // 256 random-looking bits: a plain hash cannot be searched back.
    hashToken: (token) => createHash('sha256').update(token).digest(),
    newLinkToken: () => randomBytes(KEY_BYTES).toString('base64url'),
    hashAddress: (address) => createHmac('sha256', addressKey).update(address).digest(),
  };
}
