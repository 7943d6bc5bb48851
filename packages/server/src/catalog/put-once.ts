import { DomainError } from '../platform/domain-error.ts';
import type { BucketClient } from '../platform/buckets/bucket-client.ts';

/** Names of the object metadata by which a run recognizes its own files in a bucket. */
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
 * Writes a file that a killed worker may already have written; if the same file exists, it is left alone. Files that
 * the run didn't write are replaced only if `overwrite` is set. An S3 server with conditional writes itself refuses to
 * replace them, so that a file written at the same moment is never lost.
 * @throws DomainError BUCKET_KEY_TAKEN, and faults of the bucket's server
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
      // The S3 server supports no conditional writes. Without the right to read, we can't tell whether the file exists,
      // so nothing is written.
      if (there === 'denied') throw new DomainError('BUCKET_READ_DENIED');
      return client.write(object, signal);
    }
    // The file was created meanwhile, or we may not read it.
    if (there === 'denied') break;
  }
  throw new DomainError('BUCKET_KEY_TAKEN');
}
