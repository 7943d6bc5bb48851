import { DomainError } from '../platform/domain-error.ts';
import type { BucketClient } from '../platform/buckets/bucket-client.ts';

/** What a file in a bucket says of itself, by which a run knows its own. */
const RUN = 'packshot-run';
const SHA256 = 'packshot-sha256';

interface File {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly runId: string;
  readonly sha256: string;
}

/**
 * Writes a file that may have been written before, by a worker that was killed in between: what is there and the same is left. What the run did
 * not write stays, unless it is to be overwritten: the server itself refuses it, where it knows conditions, so that nobody who writes at the same moment loses a file.
 * @throws DomainError BUCKET_KEY_TAKEN, and what the bucket’s server is at fault for
 */
export async function putOnce(
  client: BucketClient,
  file: File,
  { overwrite, signal }: { readonly overwrite: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { key, bytes, contentType, runId, sha256 } = file;
  const object = { key, bytes, contentType, metadata: { [RUN]: runId, [SHA256]: sha256 } };
  for (let looks = 0; looks < 2; looks += 1) {
    const there = await client.look(key, signal);
    if (there !== null && there !== 'denied') {
      const isOwn = there[RUN] === runId;
      if (isOwn && there[SHA256] === sha256) return;
      if (!isOwn && !overwrite) throw new DomainError('BUCKET_KEY_TAKEN');
      return client.write(object, signal);
    }
    if (overwrite) return client.write(object, signal);
    const written = await client.writeNew(object, signal);
    if (written === 'written') return;
    if (written === 'no-conditions') {
      // Where it cannot be seen what is there either, nothing is written.
      if (there === 'denied') throw new DomainError('BUCKET_READ_DENIED');
      return client.write(object, signal);
    }
    // It came meanwhile, or could not be seen.
    if (there === 'denied') break;
  }
  throw new DomainError('BUCKET_KEY_TAKEN');
}
