import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@packshot/contract';
import { DomainError } from '../platform/domain-error.ts';
import { withinTime } from '../platform/within-time.ts';
import type { BucketClient } from '../platform/buckets/bucket-client.ts';
import type { StoredBucket } from './bucket-store.ts';
import { buildKeyPrefix } from './keys.ts';

/** Time limit of the test, short because a user waits for the result. */
const TIMEOUT_MS = 25_000;
/** Prefix of the object key that the test uses. A random id follows, so that the key never matches an existing file. */
const PROBE = 'packshot-probe-';

/**
 * Tests reading and writing, as far as the bucket is connected for them.
 * @returns error code of the first problem, or null
 */
export const tryOut = (storedBucket: StoredBucket, open: () => BucketClient): Promise<ErrorCode | null> =>
  withinTime(TIMEOUT_MS, undefined, (signal) => tryAccess(storedBucket, open, signal));

async function tryAccess(
  storedBucket: StoredBucket,
  open: () => BucketClient,
  signal: AbortSignal,
): Promise<ErrorCode | null> {
  try {
    const client = open();
    try {
      const prefix = buildKeyPrefix(storedBucket);
      if (storedBucket.mayRead) await client.list(prefix, null, 1, signal);
      if (!storedBucket.mayWrite) return null;
      const key = `${prefix}${PROBE}${randomUUID()}`;
      const bytes = Buffer.from('Written by Packshot to see whether it may, and deleted at once.\n');
      await client.write({ key, bytes, contentType: 'text/plain; charset=utf-8' }, signal);
      await client.delete(key, signal);
      return null;
    } finally {
      client.close();
    }
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    if (signal.aborted) return 'BUCKET_UNREACHABLE';
    throw error;
  }
}
