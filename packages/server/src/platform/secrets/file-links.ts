import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './token-secrets.ts';

/** Content of a file link: which file its holder may download, and which user is charged. */
export interface FileGrant {
  readonly userId: string;
  readonly key: string;
  /** Storage key of the picture under which the download is charged. */
  readonly payerKey: string;
  /** File name for saving, or null for the name in the storage key. */
  readonly name: string | null;
  readonly expiresAt: Date;
}

const TOKEN = /^([\w-]{1,1000})-([\w-]{43})$/;

/** Creates and reads links that contain their signed data, so that links needn't be stored. */
export function createFileLinks(secret: string) {
  const key = deriveKey(secret, 'file links');
  const computeMac = (payload: string): Buffer => createHmac('sha256', key).update(payload).digest();
  return {
    /**
     * Signs a grant.
     * @returns a token that is safe in a URL path
     */
    sign({ userId, key: fileKey, payerKey, name, expiresAt }: FileGrant): string {
      const fields = [userId, fileKey, payerKey, name, expiresAt.getTime()];
      const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${payload}-${computeMac(payload).toString('base64url')}`;
    },
    /**
     * Reads a token.
     * @returns null unless we signed the token and it hasn't expired
     */
    read(token: string, now: Date): FileGrant | null {
      const [, payload = '', mac = ''] = TOKEN.exec(token) ?? [];
      const receivedMac = Buffer.from(mac, 'base64url');
      const ours = computeMac(payload);
      if (receivedMac.length !== ours.length || !timingSafeEqual(receivedMac, ours)) return null;
      const [userId, fileKey, payerKey, name, expiry] = JSON.parse(
        Buffer.from(payload, 'base64url').toString('utf8'),
      ) as [string, string, string, string | null, number];
      const expiresAt = new Date(expiry);
      const grant: FileGrant = { userId, key: fileKey, payerKey, name, expiresAt };
      return expiresAt > now ? grant : null;
    },
  };
}

/** Signed links to files. The download is charged when the file is fetched, not when the link is shown. */
export type FileLinks = ReturnType<typeof createFileLinks>;
