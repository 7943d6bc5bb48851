import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { StreamByteReader } from './byte-reader.ts';

/*
 * Format of an encrypted archive: a header, then chunks of at most 64 KiB, each encrypted with AES-256-GCM. The nonce
 * holds a chunk's number and whether it is the last one. A chunk that was changed, moved, removed or added therefore
 * can't be decrypted, nor can a truncated archive.
 */

const MAGIC = Buffer.from('packshot sealed 1\n', 'latin1');
const SALT_BYTES = 16;
const CHECK_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
/** Cost of one passphrase guess: about 0.3 s and 128 MB on a laptop. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
export const SHORTEST_PASSPHRASE = 12;

interface SealKeys {
  readonly chunks: Buffer;
  /** Value by which a wrong passphrase is distinguished from a damaged archive. */
  readonly check: Buffer;
}

type DerivedKeys = (purpose: string, length: number) => Buffer;

/**
 * Cache of the latest keys derived from passphrases, because an archive is read back after writing, and read twice
 * when restoring.
 */
const roots = new Map<string, Buffer>();
const REMEMBERED_ROOTS = 8;

/** Derives several keys, each for its own purpose, from one passphrase. */
export function keysFrom(passphrase: string, salt: Uint8Array): DerivedKeys {
  const of = `${Buffer.from(salt).toString('hex')} ${passphrase.normalize('NFKC')}`;
  let root = roots.get(of);
  if (root === undefined) {
    root = scryptSync(passphrase.normalize('NFKC'), salt, 32, SCRYPT);
    for (const oldest of roots.keys()) {
      if (roots.size < REMEMBERED_ROOTS) break;
      roots.delete(oldest);
    }
    roots.set(of, root);
  }
  const key = root;
  return (purpose, length) =>
    Buffer.from(hkdfSync('sha256', key, salt, `packshot backup ${purpose}`, length));
}

function deriveKeys(passphrase: string, salt: Buffer): SealKeys {
  const derive = keysFrom(passphrase, salt);
  return { chunks: derive('chunks', 32), check: derive('check', CHECK_BYTES) };
}

function createNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeUIntBE(number, 6, 6);
  return nonce;
}

/** Encrypts a stream with a key of its own, derived with a new salt each time. */
export async function* seal(chunks: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const keys = deriveKeys(passphrase, salt);
  yield Buffer.concat([MAGIC, salt, keys.check]);
  let number = 0;
  const sealBytes = (bytes: Uint8Array, isLast: boolean): Buffer => {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(bytes.byteLength);
    const cipher = createCipheriv('aes-256-gcm', keys.chunks, createNonce(number++, isLast));
    return Buffer.concat([length, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk]);
    let at = 0;
    // The last chunk may have full size, so a chunk is only encrypted once it is known whether another follows.
    for (; waiting.byteLength - at > CHUNK_BYTES; at += CHUNK_BYTES) {
      yield sealBytes(waiting.subarray(at, at + CHUNK_BYTES), false);
    }
    waiting = waiting.subarray(at);
  }
  yield sealBytes(waiting, true);
}

export const isSealed = (firstBytes: Uint8Array): boolean =>
  Buffer.from(firstBytes).subarray(0, MAGIC.byteLength).equals(MAGIC);

/**
 * Decrypts the output of `seal`.
 * @throws BackupError for a wrong passphrase, or if the archive was changed
 */
export async function* unseal(reader: StreamByteReader, passphrase: string): AsyncGenerator<Buffer> {
  await reader.take(MAGIC.byteLength);
  const keys = deriveKeys(passphrase, await reader.take(SALT_BYTES));
  if (!timingSafeEqual(keys.check, await reader.take(CHECK_BYTES))) {
    throw new BackupError('The passphrase is not the one that this backup was made with.');
  }
  for (let number = 0; ; number++) {
    const lengthBytes = (await reader.take(LENGTH_BYTES)).readUInt32BE();
    if (lengthBytes > CHUNK_BYTES) throw changedError();
    const bytes = await reader.take(lengthBytes);
    const tag = await reader.take(TAG_BYTES);
    const isLast = await reader.isAtEnd();
    const decipher = createDecipheriv('aes-256-gcm', keys.chunks, createNonce(number, isLast));
    decipher.setAuthTag(tag);
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
    } catch (cause) {
      throw changedError(cause);
    }
    yield plain;
    if (isLast) return;
  }
}

const changedError = (cause?: unknown): BackupError =>
  new BackupError('The archive was changed or cut short: a part of it does not open.', { cause });
