import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealedSecrets } from './sealed-secrets-port.ts';
import { deriveKey } from './token-secrets.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a nonce by chance, and what the secret belongs to as additional data: a row's bytes in another row open nothing. */
export function createSealedSecrets(installationSecret: string): SealedSecrets {
  const key = deriveKey(installationSecret, 'secrets of others');
  return {
    seal(secret, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(about));
      return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed);
      if (bytes.byteLength < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(about));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        return Buffer.concat(opened).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
