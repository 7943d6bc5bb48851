import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { BucketFault, ErrorCode } from '@packshot/contract';
import type { BucketTerms, BucketClient, NewObject, OpenBucket } from './bucket-client.ts';
import { DomainError } from '../domain-error.ts';
import { PublicFetchError } from '../public-fetch/public-fetch-error.ts';
import { createPublicFetch } from '../public-fetch/public-fetch.ts';
import type { PublicFetchOptions } from '../public-fetch/public-fetch.ts';
import { guardedHandler } from './guarded-handler.ts';

/** Timeout of a request, long enough for a photo of maximum size on a slow connection. */
const TIMEOUT_MS = 60_000;
const TRIES = 2;

/** Returns a function that opens buckets of users. Their requests pass the guard that refuses private addresses. */
export function bucketsBehindGuard(guard: PublicFetchOptions = {}): OpenBucket {
  return (terms) => openBucket(terms, guard);
}

function openBucket(terms: BucketTerms, guard: PublicFetchOptions): BucketClient {
  const { bucket: Bucket } = terms;
  const client = createClient(terms, guard);
  const put = async (
    { key, bytes, contentType, metadata }: NewObject,
    condition: { readonly IfNoneMatch?: string },
    signal: AbortSignal | undefined,
  ): Promise<void> => {
    const command = new PutObjectCommand({
      Bucket,
      Key: key,
      Body: bytes,
      ContentLength: bytes.byteLength,
      ContentType: contentType,
      ...(metadata && { Metadata: { ...metadata } }),
      ...condition,
    });
    await convertBucketErrors('BUCKET_WRITE_DENIED', signal, () =>
      client.send(command, signal ? { abortSignal: signal } : {}),
    );
  };
  return {
    async list(prefix, after, limit, signal) {
      const page = await convertBucketErrors('BUCKET_LIST_DENIED', signal, () =>
        client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            MaxKeys: limit,
            ...(after !== null && { StartAfter: after }),
          }),
          signal ? { abortSignal: signal } : {},
        ),
      );
      // Without this field the response isn't an S3 listing; another web page would be parsed as an empty list.
      if (page.IsTruncated === undefined) throw new DomainError('BUCKET_BAD_ANSWER');
      const objects = (page.Contents ?? []).flatMap(({ Key: key, Size: sizeBytes = 0, ETag: etag = '' }) =>
        key === undefined ? [] : [{ key, sizeBytes, etag: etag.replaceAll('"', '') }],
      );
      return { objects, next: page.IsTruncated ? (objects.at(-1)?.key ?? null) : null };
    },

    async read(key, unless, signal) {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ...(unless !== null && { IfNoneMatch: `"${unless}"` }),
      });
      try {
        return await convertBucketErrors('BUCKET_READ_DENIED', signal, async () => {
          const output = await client.send(command, signal ? { abortSignal: signal } : {});
          const bytes = (await output.Body?.transformToByteArray()) ?? new Uint8Array();
          return { bytes, etag: (output.ETag ?? '').replaceAll('"', '') };
        });
      } catch (error) {
        if (getStatus(error) === 304) return 'unchanged';
        if (getStatus(error) === 404 && isFaultNamed(error, 'NoSuchKey'))
          throw new DomainError('BUCKET_OBJECT_GONE', { cause: error });
        throw error;
      }
    },

    async look(key, signal) {
      try {
        const output = await convertBucketErrors('BUCKET_READ_DENIED', signal, () =>
          client.send(new HeadObjectCommand({ Bucket, Key: key }), signal ? { abortSignal: signal } : {}),
        );
        return output.Metadata ?? {};
      } catch (error) {
        if (getStatus(error) === 404) return null;
        if (getStatus(error) === 403) return 'denied';
        throw error;
      }
    },

    write: (object, signal) => put(object, {}, signal),

    async writeNew(object, signal) {
      try {
        await put(object, { IfNoneMatch: '*' }, signal);
        return 'written';
      } catch (error) {
        const status = getStatus(error);
        if (status === 412) return 'taken';
        if (status === 501 || isFaultNamed(error, 'NotImplemented')) return 'no-conditions';
        // The S3 server reports that another client is writing the object at this moment.
        if (status === 409) throw new DomainError('BUCKET_BUSY', { cause: error });
        throw error;
      }
    },

    async delete(key, signal) {
      const command = new DeleteObjectCommand({ Bucket, Key: key });
      await convertBucketErrors('BUCKET_DELETE_DENIED', signal, () =>
        client.send(command, signal ? { abortSignal: signal } : {}),
      );
    },

    close: () => client.destroy(),
  };
}

function createClient(terms: BucketTerms, guard: PublicFetchOptions): S3Client {
  const { region, bucket, accessKeyId, secretAccessKey, pathStyle } = terms;
  const endpoint = terms.endpoint ?? buildAmazonUrl(region);
  // If the operator allowed the host, the bucket's name as its subdomain is allowed too.
  const { hostname } = new URL(endpoint);
  const isAllowed = guard.privateHosts?.has(hostname) ?? false;
  const privateHosts = isAllowed ? { privateHosts: new Set([hostname, `${bucket}.${hostname}`]) } : {};
  const { resolve } = guard;
  const publicFetch = createPublicFetch({ ...(resolve && { resolve }), ...privateHosts });
  return new S3Client({
    region,
    endpoint,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Ignores AWS settings in this machine's environment variables.
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    // S3 servers other than Amazon's refuse checksums in a trailer.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    requestHandler: guardedHandler(publicFetch, { maxObjectBytes: UPLOAD_MAX_BYTES, timeoutMs: TIMEOUT_MS }),
  });
}

/** HTTP status of the S3 server's response; 0 without a response. */
function getStatus(error: unknown): number {
  const cause = error instanceof DomainError ? error.cause : error;
  return cause instanceof S3ServiceException ? (cause.$metadata.httpStatusCode ?? 0) : 0;
}

const isFaultNamed = (error: unknown, name: string): boolean =>
  error instanceof DomainError && error.cause instanceof S3ServiceException && error.cause.name === name;

const buildAmazonUrl = (region: string): string =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

const FAULTS: Readonly<Record<string, BucketFault>> = {
  SignatureDoesNotMatch: 'BUCKET_SECRET_WRONG',
  InvalidAccessKeyId: 'BUCKET_KEY_UNKNOWN',
  RequestTimeTooSkewed: 'BUCKET_CLOCK_WRONG',
  NoSuchBucket: 'BUCKET_MISSING',
  PermanentRedirect: 'BUCKET_REGION_WRONG',
  AuthorizationHeaderMalformed: 'BUCKET_REGION_WRONG',
  IllegalLocationConstraintException: 'BUCKET_REGION_WRONG',
  SlowDown: 'BUCKET_BUSY',
};

/**
 * Runs a request and converts its errors to bucket faults.
 * @param denied fault code for a refusal without a reason
 */
async function convertBucketErrors<Answer>(
  denied: BucketFault,
  signal: AbortSignal | undefined,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof DomainError) throw error;
    throw new DomainError(toErrorCode(error, denied), { cause: error });
  }
}

function toErrorCode(error: unknown, denied: BucketFault): ErrorCode {
  if (error instanceof PublicFetchError) return FETCH_FAULTS[error.fault];
  if (!(error instanceof S3ServiceException)) return 'BUCKET_BAD_ANSWER';
  const namedFault = FAULTS[error.name];
  if (namedFault !== undefined) return namedFault;
  const status = error.$metadata.httpStatusCode ?? 0;
  if (status === 403 || status === 401) return denied;
  if (status === 301 || status === 307) return 'BUCKET_REGION_WRONG';
  return status === 429 || status >= 500 ? 'BUCKET_BUSY' : 'BUCKET_BAD_ANSWER';
}

const FETCH_FAULTS: Readonly<Record<PublicFetchError['fault'], ErrorCode>> = {
  refused: 'BUCKET_REFUSED',
  unreachable: 'BUCKET_UNREACHABLE',
  'timed-out': 'BUCKET_UNREACHABLE',
  'too-large': 'TOO_LARGE_BYTES',
  redirects: 'BUCKET_BAD_ANSWER',
};
