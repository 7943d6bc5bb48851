import { readFile, stat } from 'node:fs/promises';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { Refused } from '../refused.ts';

/** A file's bytes, unless there are more than the product takes. */
export async function readBounded(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > UPLOAD_MAX_BYTES) throw new Refused('TOO_LARGE_BYTES');
  return readFile(path);
}

/** All that a stream holds, with the same limit. */
export async function readStream(input: NodeJS.ReadableStream): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > UPLOAD_MAX_BYTES) throw new Refused('TOO_LARGE_BYTES');
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}
