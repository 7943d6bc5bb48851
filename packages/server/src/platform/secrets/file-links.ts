import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileGrant, FileLinks } from './file-links-port.ts';
import { deriveKey } from './token-secrets.ts';

const TOKEN = /^([\w-]{1,1000})-([\w-]{43})$/;

/** Signs what a link grants into the link itself, so that none is stored. */
export function createFileLinks(secret: string): FileLinks {
  const key = deriveKey(secret, 'file links');
  const macOf = (payload: string): Buffer => createHmac('sha256', key).update(payload).digest();
  return {
    sign({ userId, key: fileKey, payerKey, name, expiresAt }) {
      const fields = [userId, fileKey, payerKey, name, expiresAt.getTime()];
      const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${payload}-${macOf(payload).toString('base64url')}`;
    },
    read(token, now) {
      const [, payload = '', mac = ''] = TOKEN.exec(token) ?? [];
      const given = Buffer.from(mac, 'base64url');
      const ours = macOf(payload);
      if (given.length !== ours.length || !timingSafeEqual(given, ours)) return null;
      const [userId, fileKey, payerKey, name, expiry] = JSON.parse(
        Buffer.from(payload, 'base64url').toString('utf8'),
      ) as [string, string, string, string | null, number];
      const expiresAt = new Date(expiry);
      const grant: FileGrant = { userId, key: fileKey, payerKey, name, expiresAt };
      return expiresAt > now ? grant : null;
    },
  };
}
