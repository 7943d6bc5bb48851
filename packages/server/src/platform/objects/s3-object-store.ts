import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { GetObjectCommandOutput, S3ClientConfig } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ObjectNotFoundError, StorageFullError, StorageUnavailableError } from './object-store.ts';
import type { ListedObject, ObjectBody, ObjectHead, ObjectStore, ReadStreamOptions } from './object-store.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { assertKeyPrefix, assertObjectKey } from './object-key.ts';

export interface S3ObjectStoreOptions {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** URL of the S3 endpoint; omitted for Amazon S3. */
  endpoint?: string;
  /** URL at which browsers reach the endpoint, if different. */
  publicEndpoint?: string;
  /**
   * Uses `https://host/bucket/key` instead of `https://bucket.host/key`, for Ceph, MinIO and most self-hosted servers.
   */
  forcePathStyle?: boolean;
  /** Time without a response after which a request fails; `SILENCE_TIMEOUT_MS` by default, shortened in tests. */
  silenceTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Time without a response after which a server counts as hanging. Short enough that three attempts end before proxies
 * time out.
 */
const SILENCE_TIMEOUT_MS = 15_000;

export interface S3ObjectStore extends ObjectStore {
  close(): void;
}

/**
 * Creates a store in a bucket of any S3-compatible server. The bucket must exist and allow the site's origin by CORS.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): S3ObjectStore {
  return new S3BucketStore(options);
}

class S3BucketStore implements S3ObjectStore {
  readonly #client: S3Client;
  /** Client used only to sign URLs for browsers, because signatures cover the host name that the browser uses. */
  readonly #publicClient: S3Client;
  readonly #bucket: string;

  constructor(options: S3ObjectStoreOptions) {
    this.#bucket = options.bucket;
    this.#client = new S3Client(clientConfig(options, options.endpoint));
    this.#publicClient = options.publicEndpoint
      ? new S3Client(clientConfig(options, options.publicEndpoint))
      : this.#client;
  }

  close(): void {
    this.#client.destroy();
    this.#publicClient.destroy();
  }

  async createUploadTarget(options: Parameters<ObjectStore['createUploadTarget']>[0]) {
    assertObjectKey(options.key);
    const defaultType = options.contentTypes[0];
    if (defaultType === undefined) throw new Error('An upload target needs at least one content type');
    // An S3 policy can specify one content type or a common prefix (`image/`), but no list. The real type is determined
    // from the bytes when the object is used.
    const type: ['eq' | 'starts-with', string, string] =
      options.contentTypes.length === 1
        ? ['eq', '$Content-Type', defaultType]
        : ['starts-with', '$Content-Type', commonPrefix(options.contentTypes)];
    const post = await createPresignedPost(this.#publicClient, {
      Bucket: this.#bucket,
      Key: options.key,
      Expires: options.expiresInSeconds,
      Conditions: [['content-length-range', options.minSizeBytes, options.maxSizeBytes], type],
    });
    return { url: post.url, fields: { ...post.fields, 'Content-Type': defaultType } };
  }

  async signedReadUrl(key: string, options: Parameters<ObjectStore['signedReadUrl']>[1]): Promise<string> {
    assertObjectKey(key);
    const { downloadFileName } = options;
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      // Objects are served as attachments, because a policy can't exclude `image/svg+xml`, and a bucket sends no
      // sandbox header. An `<img>` still shows an attachment, but a browser that navigates to it saves it and never
      // runs its scripts.
      ResponseContentDisposition:
        downloadFileName === undefined ? 'attachment' : attachmentDisposition(downloadFileName),
    });
    return getSignedUrl(this.#publicClient, command, { expiresIn: options.expiresInSeconds });
  }

  async head(key: string): Promise<ObjectHead | null> {
    assertObjectKey(key);
    try {
      return toObjectHead(await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })));
    } catch (error) {
      if (isMissing(error)) return null;
      throw storageFault(error);
    }
  }

  async readRange(key: string, startByte: number, endByteInclusive: number): Promise<Uint8Array> {
    const { body } = await this.readStream(key, { range: { startByte, endByteInclusive } });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async read(key: string, signal?: AbortSignal): Promise<Uint8Array> {
    const output = await this.#get(key, undefined, signal);
    try {
      return (await output.Body?.transformToByteArray()) ?? new Uint8Array();
    } catch (error) {
      throw signal?.aborted ? error : storageFault(error);
    }
  }

  async readStream(key: string, options: ReadStreamOptions = {}): Promise<ObjectBody> {
    const { range, signal } = options;
    if (range && range.endByteInclusive < range.startByte) return this.#emptyRange(key);
    try {
      const output = await this.#get(
        key,
        range && `bytes=${String(range.startByte)}-${String(range.endByteInclusive)}`,
        signal,
      );
      const body = output.Body as unknown as AsyncIterable<Uint8Array>;
      return { head: toObjectHead(output), body: reportingFaults(body, signal) };
    } catch (error) {
      if (error instanceof StorageUnavailableError && isUnsatisfiableRange(error.cause)) {
        return this.#emptyRange(key);
      }
      throw error;
    }
  }

  async write(key: string, bytes: Uint8Array, options: { contentType: string }): Promise<void> {
    assertObjectKey(key);
    try {
      await this.#client.send(
        new PutObjectCommand({
          Bucket: this.#bucket,
          Key: key,
          Body: bytes,
          ContentLength: bytes.byteLength,
          ContentType: options.contentType,
        }),
      );
    } catch (error) {
      throw storageFault(error);
    }
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    try {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
    } catch (error) {
      if (!isMissing(error)) throw storageFault(error);
    }
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    assertKeyPrefix(prefix);
    try {
      const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: prefix });
      for await (const page of pages) {
        for (const { Key: key, Size: sizeBytes = 0, LastModified: lastModified } of page.Contents ?? []) {
          if (key && lastModified) yield { key, sizeBytes, lastModified };
        }
      }
    } catch (error) {
      throw storageFault(error);
    }
  }

  async listPage(folder: string, after: string | null, limit: number): Promise<ListedObject[]> {
    assertKeyPrefix(folder);
    try {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: folder,
          MaxKeys: limit,
          ...(after !== null && { StartAfter: after }),
        }),
      );
      return (page.Contents ?? []).flatMap(({ Key: key, Size: sizeBytes = 0, LastModified: lastModified }) =>
        key && lastModified ? [{ key, sizeBytes, lastModified }] : [],
      );
    } catch (error) {
      throw storageFault(error);
    }
  }

  async check(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
    } catch (error) {
      throw storageFault(error);
    }
  }

  async #get(key: string, range?: string, signal?: AbortSignal): Promise<GetObjectCommandOutput> {
    assertObjectKey(key);
    try {
      const command = new GetObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        ...(range && { Range: range }),
      });
      return await this.#client.send(command, signal ? { abortSignal: signal } : {});
    } catch (error) {
      if (isMissing(error)) throw new ObjectNotFoundError(key);
      throw signal?.aborted ? error : storageFault(error);
    }
  }

  async #emptyRange(key: string): Promise<ObjectBody> {
    const head = await this.head(key);
    if (!head) throw new ObjectNotFoundError(key);
    return { head, body: (async function* (): AsyncIterable<Uint8Array> {})() };
  }
}

/**
 * Passes a body on. If it is interrupted, reports a failure of the store, so that the object isn't taken as complete.
 */
async function* reportingFaults(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw signal?.aborted ? error : storageFault(error);
  }
}

function clientConfig(options: S3ObjectStoreOptions, endpoint: string | undefined): S3ClientConfig {
  return {
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: options.forcePathStyle ?? false,
    // By default the S3 client adds checksums in a trailer, which Ceph and older servers refuse with status 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS,
    },
    ...(endpoint === undefined ? {} : { endpoint }),
  };
}

function toObjectHead(output: {
  ContentLength?: number | undefined;
  ContentRange?: string | undefined;
  ContentType?: string | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
}): ObjectHead {
  // In a partial response, Content-Length is the length of the part. The object's full size follows the slash in
  // Content-Range.
  const wholeSize = output.ContentRange?.split('/')[1];
  return {
    sizeBytes: wholeSize === undefined ? (output.ContentLength ?? 0) : Number(wholeSize),
    contentType: output.ContentType ?? 'application/octet-stream',
    etag: (output.ETag ?? '').replaceAll('"', ''),
    lastModified: output.LastModified ?? new Date(0),
  };
}

function commonPrefix(values: readonly string[]): string {
  let prefix = values[0] ?? '';
  for (const value of values) {
    while (!value.startsWith(prefix)) prefix = prefix.slice(0, -1);
  }
  return prefix;
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

function isUnsatisfiableRange(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416;
}

function storageFault(error: unknown): Error {
  const isFull =
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === 507 || /quota|storagefull/i.test(error.name));
  return isFull ? new StorageFullError({ cause: error }) : new StorageUnavailableError({ cause: error });
}
