import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { linkOnce } from '@packshot/image-engine/credentials';

const SECRET_BYTES = 32;

/**
 * Reads the secret from a file that only its owner can read, creating it on first use. Two processes that start at once
 * get the same secret: the file is written separately and linked into place, which only one of them can do.
 * @returns at least 43 characters of base64url
 */
export function readOrCreateSecret(path: string): string {
  const existing = readSecret(path);
  if (existing !== null) return existing;

  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  linkOnce(temporary, path);

  const secret = readSecret(path);
  if (secret === null) throw new Error(`The secret in ${path} disappeared while it was being made`);
  return secret;
}

function readSecret(path: string): string | null {
  let content: string;
  try {
    content = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (content.length < SECRET_BYTES)
    throw new Error(`The secret in ${path} is too short; delete the file to make a new one`);
  return content;
}
