import { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { PublicFetch, PublicRequest } from '../public-fetch/public-fetch-error.ts';

/** The fields of the AWS SDK's request that this file uses. */
interface SdkRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface HandlerBounds {
  readonly maxObjectBytes: number;
  readonly timeoutMs: number;
}

/** Maximum size of a list response, enough for a thousand keys of maximum length with their metadata. */
const MAX_LIST_BYTES = 4_000_000;
/** Timeout of a list request, short because a user waits for the folder's list. */
const LIST_TIMEOUT_MS = 15_000;
const MAX_FAULT_BYTES = 64_000;
const METHODS = ['GET', 'HEAD', 'PUT', 'DELETE'] as const;

/**
 * Sends the AWS SDK's requests through the guard that refuses private addresses. Redirects aren't followed (a signature
 * is for one server), and responses are limited in size.
 */
export function guardedHandler(
  publicFetch: PublicFetch,
  { maxObjectBytes, timeoutMs }: HandlerBounds,
): NonNullable<S3ClientConfig['requestHandler']> {
  const handler = {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle(request: SdkRequest, { abortSignal }: { readonly abortSignal?: AbortSignal } = {}) {
      const method = METHODS.find((each) => each === request.method);
      if (method === undefined) throw new Error(`A bucket is not asked by ${request.method}`);
      const isList = request.query?.['list-type'] !== undefined;
      const { status, headers, bytes } = await publicFetch({
        url: buildAddress(request),
        method,
        headers: buildHeaders(request),
        ...createBody(request),
        maxBytes: isList ? MAX_LIST_BYTES : maxObjectBytes,
        timeoutMs: isList ? Math.min(timeoutMs, LIST_TIMEOUT_MS) : timeoutMs,
        maxRedirects: 0,
        signal: abortSignal,
      });
      const isFault = status >= 300;
      const body = Readable.from([isFault ? bytes.subarray(0, MAX_FAULT_BYTES) : bytes], {
        objectMode: false,
      });
      return { response: { statusCode: status, headers, body } };
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  return handler;
}

function buildAddress({ protocol, hostname, port, path, query = {} }: SdkRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? ''].flat().map((each) => `${encodeUri(name)}=${encodeUri(each)}`),
  );
  const origin = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`;
  return `${origin}${path}${pairs.length === 0 ? '' : `?${pairs.toSorted().join('&')}`}`;
}

/** Percent-encodes text as S3 signatures require, strictly by RFC 3986. */
const encodeUri = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Removes headers that reveal our software versions; `Expect`, because the guard doesn't wait for the server's consent;
 * and `Content-Length`, which the guard sets.
 */
function buildHeaders({ headers }: SdkRequest): Record<string, string> {
  const retainedHeaders = Object.entries(headers).filter(
    ([name]) => !/^(?:user-agent|expect|content-length)$/i.test(name),
  );
  return Object.fromEntries(retainedHeaders);
}

function createBody({ body }: SdkRequest): Pick<PublicRequest, 'body'> {
  if (body instanceof Uint8Array) return { body };
  return typeof body === 'string' && body !== '' ? { body: Buffer.from(body) } : {};
}
