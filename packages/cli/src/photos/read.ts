import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { RefusalError } from '../refused.ts';
import { toFault, FileFault, isOfSystem } from '../run/outcome.ts';
import { UsageError } from '../usage-error.ts';

export async function readBounded(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > UPLOAD_MAX_BYTES) throw new RefusalError('TOO_LARGE_BYTES');
  return readFile(path);
}

/**
 * Reads a picture that is used for all photos, such as a reference.
 * @param kind words for the picture in an error
 * @throws UsageError if the picture can't be read
 */
export async function readForAll(kind: string, path: string): Promise<Uint8Array> {
  try {
    return await readBounded(path);
  } catch (error) {
    throw isOfSystem(error) || error instanceof RefusalError
      ? new UsageError(`the ${kind} ${relative('.', path)} can't be used. ${toFault(error).message}`)
      : error;
  }
}

/** Reads a photo's mask. System errors name the mask's file, so that the user doesn't look for a fault in the photo. */
export async function readMask(path: string): Promise<Uint8Array> {
  try {
    return await readBounded(path);
  } catch (error) {
    throw isOfSystem(error)
      ? new FileFault(`The mask ${relative('.', path)}: ${toFault(error).message}`)
      : error;
  }
}

const DIGEST_LENGTH = 16;

export const computeDigest = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH);

export async function readStream(input: NodeJS.ReadableStream): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > UPLOAD_MAX_BYTES) throw new RefusalError('TOO_LARGE_BYTES');
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}
