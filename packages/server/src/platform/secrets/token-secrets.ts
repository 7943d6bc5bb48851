import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { DEVICE_TOKEN } from '@packshot/contract';
import type { TokenSecrets } from './token-secrets-port.ts';

const KEY_BYTES = 32;
const DEVICE_BYTES = 16;

/**
 * Derives independent keys from one secret (HKDF, RFC 5869), so that none can be used in place of another.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `packshot ${purpose}`, KEY_BYTES));
}

/**
 * Derives refresh tokens, device proofs, secrets of webhooks and address hashes from keys of one secret; tokens of
 * links are random.
 */
export function createTokenSecrets(secret: string): TokenSecrets {
  const refreshKey = deriveKey(secret, 'refresh tokens');
  const deviceKey = deriveKey(secret, 'known devices');
  const deviceMac = (userId: string, device: string, expiry: string): Buffer =>
    createHmac('sha256', deviceKey).update(`${userId}|${device}|${expiry}`).digest();
  const webhookKey = deriveKey(secret, 'webhooks');
  const addressKey = deriveKey(secret, 'address hashes');
  return {
    refreshToken: (familyId, generation) =>
      createHmac('sha256', refreshKey).update(`${familyId}|${generation}`).digest('base64url'),
    // The token has 256 random-looking bits, so a plain hash cannot be reversed by search.
    hashToken: (token) => createHash('sha256').update(token).digest(),
    newLinkToken: () => randomBytes(KEY_BYTES).toString('base64url'),
    deviceToken(userId, expiresAt) {
      const device = randomBytes(DEVICE_BYTES).toString('base64url');
      const expiry = String(expiresAt.getTime());
      return `${device}.${expiry}.${deviceMac(userId, device, expiry).toString('base64url')}`;
    },
    readDeviceToken(token, userId, now) {
      const [, device = '', expiry = '', mac = ''] = DEVICE_TOKEN.exec(token) ?? [];
      const given = Buffer.from(mac, 'base64url');
      const ours = deviceMac(userId, device, expiry);
      if (given.length !== ours.length || !timingSafeEqual(given, ours)) return null;
      return Number(expiry) > now.getTime() ? device : null;
    },
    webhookSecret: (webhookId, generation) =>
      createHmac('sha256', webhookKey).update(`${webhookId}|${generation}`).digest(),
    hashAddress: (address) => createHmac('sha256', addressKey).update(address).digest(),
  };
}
