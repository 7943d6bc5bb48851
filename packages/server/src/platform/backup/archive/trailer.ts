import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';

/*
 * Trailer with the hash of all bytes of an archive. Stored in a frame that zstd skips, so that other programs can read
 * the archive. The hash of an entry shows which one was damaged; this hash also covers the bytes between entries.
 */

/** Magic number of a skippable frame, and the length of its content. */
const FRAME = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const TRAILER_BYTES = FRAME.byteLength + 32;

export async function* withTrailer(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.concat([FRAME, hash.digest()]);
}

/**
 * Passes bytes on without the trailer.
 * @throws BackupError at the end, if the trailer doesn't match the bytes
 */
export async function* withoutTrailer(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    waiting = waiting.byteLength === 0 ? Buffer.from(chunk) : Buffer.concat([waiting, chunk]);
    const passed = waiting.subarray(0, -TRAILER_BYTES);
    if (passed.byteLength === 0) continue;
    waiting = waiting.subarray(-TRAILER_BYTES);
    hash.update(passed);
    yield passed;
  }
  if (!waiting.equals(Buffer.concat([FRAME, hash.digest()]))) {
    throw new BackupError('The archive is damaged: its last bytes do not belong to the others.');
  }
}
