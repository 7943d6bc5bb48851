import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { DEVICE_TOKEN } from '@packshot/contract';

const KEY_BYTES = 32;
const DEVICE_BYTES = 16;

/** Derives independent keys from one secret (HKDF, RFC 5869), so that keys for different purposes can't replace each other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `packshot ${purpose}`, KEY_BYTES));
}

/** Derives refresh tokens, device proofs, webhook secrets and address hashes from keys of one secret; link tokens are random. */
export function createTokenSecrets(secret: string) {
  const refreshKey = deriveKey(secret, 'refresh tokens');
  const deviceKey = deriveKey(secret, 'known devices');
  const deviceMac = (userId: string, device: string, expiry: string): Buffer =>
    createHmac('sha256', deviceKey).update(`${userId}|${device}|${expiry}`).digest();
  const webhookKey = deriveKey(secret, 'webhooks');
  const addressKey = deriveKey(secret, 'address hashes');
  return {
    /**
     * Refresh token of a family's generation. Deterministic, so a lost response can be repeated although only the
     * token's hash is stored.
     */
    refreshToken: (familyId: string, generation: number) =>
      createHmac('sha256', refreshKey).update(`${familyId}|${generation}`).digest('base64url'),
    // The token has 256 random-looking bits, so a plain hash can't be reversed by brute force.
    /** Stored form of a refresh token or a link's token. */
    hashToken: (token: string): Uint8Array => createHash('sha256').update(token).digest(),
    /** A new secret for a link: 256 random bits in base64url. */
    newLinkToken: (): string => randomBytes(KEY_BYTES).toString('base64url'),
    /** A proof, valid until `expiresAt`, that this user has signed in on a device. Each call creates a new device. */
    deviceToken(userId: string, expiresAt: Date): string {
      const device = randomBytes(DEVICE_BYTES).toString('base64url');
      const expiry = String(expiresAt.getTime());
      return `${device}.${expiry}.${deviceMac(userId, device, expiry).toString('base64url')}`;
    },
    /** Device id of a proof; null unless the proof is ours, belongs to this user and hasn't expired. */
    readDeviceToken(token: string, userId: string, now: Date): string | null {
      const [, device = '', expiry = '', mac = ''] = DEVICE_TOKEN.exec(token) ?? [];
      const receivedMac = Buffer.from(mac, 'base64url');
      const ours = deviceMac(userId, device, expiry);
      if (receivedMac.length !== ours.length || !timingSafeEqual(receivedMac, ours)) return null;
      return Number(expiry) > now.getTime() ? device : null;
    },
    /** Signing secret of a webhook: 256 bits, derived from its arguments, so that it needn't be stored. */
    webhookSecret: (webhookId: string, generation: number) =>
      createHmac('sha256', webhookKey).update(`${webhookId}|${generation}`).digest(),
    /** Keyed hash of an address (network or mail), which can't be reversed without the key. */
    hashAddress: (address: string): Uint8Array => createHmac('sha256', addressKey).update(address).digest(),
  };
}

/** Secrets for sessions: derivation and hashing, keyed by the server. */
export type TokenSecrets = ReturnType<typeof createTokenSecrets>;
