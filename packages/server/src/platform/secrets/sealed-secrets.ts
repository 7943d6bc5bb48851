import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './token-secrets.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM and a random nonce. Authenticates the secret's owner as additional data, so that an
 * encrypted secret can't be decrypted after it is copied to another row.
 */
export function createSealedSecrets(installationSecret: string) {
  const key = deriveKey(installationSecret, 'secrets of others');
  return {
    /**
     * Encrypts a secret.
     * @param about text that identifies the secret's owner
     */
    seal(secret: string, about: string): Uint8Array {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(about));
      return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    /**
     * Decrypts a secret. Returns null if it was encrypted by another installation or for another owner, or is damaged.
     */
    open(sealed: Uint8Array, about: string): string | null {
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

/** Third-party secrets that the server has to read again, stored encrypted with the installation's key. */
export type SealedSecrets = ReturnType<typeof createSealedSecrets>;
