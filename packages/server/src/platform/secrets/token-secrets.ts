import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { DEVICE_TOKEN } from '@packshot/contract';

const KEY_BYTES = 32;
const DEVICE_BYTES = 16;

/**
 * Derives a key from one secret (HKDF, RFC 5869). Keys for different purposes are independent, so none works in place
 * of another.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `packshot ${purpose}`, KEY_BYTES));
}

/**
 * Creates refresh tokens, device tokens, webhook secrets and address hashes, all derived from one secret, and random
 * link tokens.
 */
export function createTokenSecrets(secret: string) {
  const refreshKey = deriveKey(secret, 'refresh tokens');
  const deviceKey = deriveKey(secret, 'known devices');
  const deviceMac = (userId: string, device: string, expiry: string): Buffer =>
    createHmac('sha256', deviceKey).update(`${userId}|${device}|${expiry}`).digest();
  const webhookKey = deriveKey(secret, 'webhooks');
  const addressKey = deriveKey(secret, 'address hashes');
  return {
    /**
     * Derives the refresh token of a family's generation. Always the same token, so a lost response can be repeated
     * although only the token's hash is stored.
     */
    refreshToken: (familyId: string, generation: number) =>
      createHmac('sha256', refreshKey).update(`${familyId}|${generation}`).digest('base64url'),
    // A plain hash is enough: the token has 256 random bits, so the hash can't be reversed by brute force.
    /** Hash of a refresh token or a link's token, as stored in the database. */
    hashToken: (token: string): Uint8Array => createHash('sha256').update(token).digest(),
    /** Creates a secret for a link: 256 random bits in base64url. */
    newLinkToken: (): string => randomBytes(KEY_BYTES).toString('base64url'),
    /**
     * Creates a token, valid until `expiresAt`, which proves that this user has signed in on a device. Each call
     * creates a new device id.
     */
    deviceToken(userId: string, expiresAt: Date): string {
      const device = randomBytes(DEVICE_BYTES).toString('base64url');
      const expiry = String(expiresAt.getTime());
      return `${device}.${expiry}.${deviceMac(userId, device, expiry).toString('base64url')}`;
    },
    /**
     * Reads the device id from a device token; null unless we created the token, it belongs to this user and hasn't
     * expired.
     */
    readDeviceToken(token: string, userId: string, now: Date): string | null {
      const [, device = '', expiry = '', mac = ''] = DEVICE_TOKEN.exec(token) ?? [];
      const receivedMac = Buffer.from(mac, 'base64url');
      const ours = deviceMac(userId, device, expiry);
      if (receivedMac.length !== ours.length || !timingSafeEqual(receivedMac, ours)) return null;
      return Number(expiry) > now.getTime() ? device : null;
    },
    /**
     * Derives the signing secret of a webhook: 256 bits, always the same for these arguments, so that it needn't be
     * stored.
     */
    webhookSecret: (webhookId: string, generation: number) =>
      createHmac('sha256', webhookKey).update(`${webhookId}|${generation}`).digest(),
    /** Computes a keyed hash of a network or mail address, which can't be reversed without the key. */
    hashAddress: (address: string): Uint8Array => createHmac('sha256', addressKey).update(address).digest(),
  };
}

export type TokenSecrets = ReturnType<typeof createTokenSecrets>;
