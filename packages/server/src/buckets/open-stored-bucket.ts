import { DomainError } from '../platform/domain-error.ts';
import type { BucketClient, OpenBucket } from '../platform/buckets/bucket-client.ts';
import type { SealedSecrets } from '../platform/secrets/sealed-secrets.ts';
import type { StoredBucket } from './bucket-store.ts';

/**
 * Context that is authenticated with a bucket's encrypted secret, so that the secret can't be moved to another bucket.
 */
export const sealedFor = (bucketId: string): string => `bucket ${bucketId}`;

/**
 * Decrypts the secret of a stored bucket and opens a client for it. Throws DomainError BUCKET_SECRET_LOST if the
 * server's encryption key has changed since.
 */
export function openStoredBucket(
  { sealed, openBucket }: { readonly sealed: SealedSecrets; readonly openBucket: OpenBucket },
  { id, sealedSecret, endpoint, region, bucket, accessKeyId, pathStyle }: StoredBucket,
): BucketClient {
  const secretAccessKey = sealed.open(sealedSecret, sealedFor(id));
  if (secretAccessKey === null) throw new DomainError('BUCKET_SECRET_LOST');
  return openBucket({ endpoint, region, bucket, accessKeyId, pathStyle, secretAccessKey });
}
