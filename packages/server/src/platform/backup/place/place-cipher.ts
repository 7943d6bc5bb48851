import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { z } from 'zod';
import { BackupError } from '../archive/backup-error.ts';
import { keysFrom } from '../archive/sealing.ts';

/** Encryption settings of a backup place: the salt of its keys, and a value to check the passphrase. */
export const sealingSchema = z.object({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  check: z.string().regex(/^[0-9a-f]{32}$/),
});
type Sealing = z.infer<typeof sealingSchema>;

/** Names and encodes pieces of content, which are identified by the hash of their bytes. */
export interface PlaceCipher {
  /** Encryption settings in `place.json`, or null for an unencrypted place. */
  readonly sealing: Sealing | null;
  /**
   * Returns the file name for a piece of content. In an encrypted place, the name reveals nothing about the content
   * without the passphrase.
   */
  fileNameFor(sha256: string): string;
  encrypt(name: string, bytes: Uint8Array): Uint8Array;
  /** Returns the stored size of a piece of content of this size. */
  storedBytes(sizeBytes: number): number;
  /**
   * Decodes a stored piece of content.
   * @throws BackupError if the bytes aren't those that were stored under this name
   */
  decrypt(name: string, stored: Uint8Array): Uint8Array;
}

const SALT_BYTES = 16;
const CHECK_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const plainCipher: PlaceCipher = {
  sealing: null,
  fileNameFor: (sha256) => sha256,
  encrypt: (_name, bytes) => bytes,
  storedBytes: (sizeBytes) => sizeBytes,
  decrypt(name, stored) {
    if (sha256Hex(stored) !== name) throw changedError(name);
    return stored;
  },
};

export function newSealedCipher(passphrase: string): PlaceCipher {
  const salt = randomBytes(SALT_BYTES);
  return sealedCipher(salt, keysFrom(passphrase, salt));
}

/**
 * Opens the encryption of an existing backup place.
 * @throws BackupError for a wrong passphrase
 */
export function openSealedCipher(passphrase: string, sealing: Sealing): PlaceCipher {
  const salt = Buffer.from(sealing.salt, 'hex');
  const derive = keysFrom(passphrase, salt);
  if (!timingSafeEqual(derive('place check', CHECK_BYTES), Buffer.from(sealing.check, 'hex'))) {
    throw new BackupError('The passphrase is not the one that this place was made with.');
  }
  return sealedCipher(salt, derive);
}

/**
 * Encrypts with AES-256-GCM and a random nonce, which is safe for four billion objects. The name is authenticated, so
 * contents can't be swapped.
 */
function sealedCipher(salt: Uint8Array, derive: ReturnType<typeof keysFrom>): PlaceCipher {
  const contentKey = derive('place content', 32);
  const nameKey = derive('place names', 32);
  const fileNameFor = (sha256: string): string => createHmac('sha256', nameKey).update(sha256).digest('hex');
  return {
    sealing: {
      salt: Buffer.from(salt).toString('hex'),
      check: derive('place check', CHECK_BYTES).toString('hex'),
    },
    fileNameFor,
    encrypt(name, bytes) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', contentKey, nonce);
      cipher.setAAD(Buffer.from(name));
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    storedBytes: (sizeBytes) => NONCE_BYTES + sizeBytes + TAG_BYTES,
    decrypt(name, stored) {
      const sealed = Buffer.from(stored);
      if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) throw changedError(name);
      const decipher = createDecipheriv('aes-256-gcm', contentKey, sealed.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        const bytes = Buffer.concat([
          decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
          decipher.final(),
        ]);
        if (fileNameFor(sha256Hex(bytes)) === name) return bytes;
      } catch (cause) {
        throw changedError(name, cause);
      }
      throw changedError(name);
    },
  };
}

const changedError = (name: string, cause?: unknown): BackupError =>
  new BackupError(`The content ${name} is damaged: other bytes were written.`, { cause });
