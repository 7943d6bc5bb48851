import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './token-secrets.ts';

/** Access to a file for the holder of a link, and the user who pays for it. */
export interface FileGrant {
  readonly userId: string;
  readonly key: string;
  /** Key of the picture that pays for the file. */
  readonly payerKey: string;
  /** File name for saving, or null for the object's name. */
  readonly name: string | null;
  readonly expiresAt: Date;
}

const TOKEN = /^([\w-]{1,1000})-([\w-]{43})$/;

/** Signs the grant into the link itself, so that links aren't stored. */
export function createFileLinks(secret: string) {
  const key = deriveKey(secret, 'file links');
  const computeMac = (payload: string): Buffer => createHmac('sha256', key).update(payload).digest();
  return {
    /** @returns a token that is safe in a path */
    sign({ userId, key: fileKey, payerKey, name, expiresAt }: FileGrant): string {
      const fields = [userId, fileKey, payerKey, name, expiresAt.getTime()];
      const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${payload}-${computeMac(payload).toString('base64url')}`;
    },
    /** @returns null unless the token is ours and hasn't expired */
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

/** Signed links to files, which are paid for when downloaded, not when the link is shown. */
export type FileLinks = ReturnType<typeof createFileLinks>;
