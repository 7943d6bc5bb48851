import type { BucketRequest } from '@packshot/contract';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredObject {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

interface ReceivedBucketRequest {
  readonly method: string;
  readonly key: string;
  readonly status: number;
}

type Right = 'list' | 'read' | 'write' | 'delete';
/** Faulty response of the fake S3 server: an S3 error, an HTML page, a redirect or a cut connection. */
type BucketResponseFault = { readonly status: number; readonly code: string } | 'page' | 'redirect' | 'cut';

export const BUCKET_NAME = 'shop-photos';
export const KEY_ID = 'AKIATESTS';
export const BUCKET_SECRET = 'a secret/of+the bucket'.replaceAll(' ', '-');

/**
 * Starts a fake S3 server with one bucket and the features that our code uses: paged lists, conditional writes,
 * metadata. Checks the access key's id but accepts any signature; other tests check signatures against a real server.
 */
export async function startBucketServer() {
  const objects = new Map<string, StoredObject>();
  const requests: ReceivedBucketRequest[] = [];
  const denied = new Set<Right>();
  let fault: { readonly with: BucketResponseFault; times: number; readonly of: RegExp } | null = null;
  let holding: { readonly method: string; readonly onReached: () => void; release: Promise<void> } | null =
    null;

  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://bucket');
    const [, bucket = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const method = request.method ?? '';
    if (holding?.method === method) {
      holding.onReached();
      await holding.release;
    }
    const answer =
      findRefusal(request, bucket, key) ?? act(request, key, url.searchParams, Buffer.concat(chunks));
    requests.push({ method, key, status: answer.status });
    if (answer.status === 0) return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers);
    response.end(method === 'HEAD' ? undefined : answer.body);
  }

  function findRefusal(request: IncomingMessage, bucket: string, key: string): BucketAnswer | null {
    if (fault !== null && fault.times > 0 && fault.of.test(`${request.method} ${key}`)) {
      fault.times -= 1;
      if (fault.with === 'cut') return { status: 0 };
      if (fault.with === 'page') return page();
      if (fault.with === 'redirect') return { status: 307, headers: { location: 'http://127.0.0.1:1/' } };
      return error(fault.with.status, fault.with.code);
    }
    const [, credential] = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
    if (credential !== KEY_ID) return error(403, 'InvalidAccessKeyId');
    if (bucket !== BUCKET_NAME) return error(404, 'NoSuchBucket');
    const right = rightFor(request.method ?? '', key);
    return denied.has(right) ? error(403, 'AccessDenied') : null;
  }

  function act(request: IncomingMessage, key: string, query: URLSearchParams, bytes: Buffer): BucketAnswer {
    const there = objects.get(key);
    switch (request.method) {
      case 'GET':
        if (key === '') return formatListing(objects, query);
        if (there === undefined) return error(404, 'NoSuchKey');
        if (request.headers['if-none-match'] === computeEtag(there)) return { status: 304 };
        return { status: 200, headers: { ...there.headers, etag: computeEtag(there) }, body: there.bytes };
      case 'HEAD':
        if (there === undefined) return { status: 404 };
        return { status: 200, headers: { ...there.headers, etag: computeEtag(there) } };
      case 'PUT': {
        if (request.headers['if-none-match'] === '*' && there !== undefined)
          return error(412, 'PreconditionFailed');
        const storedHeaders = Object.entries(request.headers).filter(([name]) =>
          /^x-amz-meta-|^content-type$/.test(name),
        );
        const stored = { bytes, headers: Object.fromEntries(storedHeaders) as Record<string, string> };
        objects.set(key, stored);
        return { status: 200, headers: { etag: computeEtag(stored) } };
      }
      case 'DELETE':
        objects.delete(key);
        return { status: 204 };
      default:
        return error(405, 'MethodNotAllowed');
    }
  }

  return {
    /** URL whose host name tests resolve to this server. */
    endpoint: `http://bucket.test:${port}`,
    /** URL with the numeric address. */
    address: `http://127.0.0.1:${port}`,
    port,
    objects,
    requests,
    denied,
    put: (key: string, bytes: Uint8Array | string) =>
      void objects.set(key, { bytes: Buffer.from(bytes), headers: {} }),
    /** Number of successful requests that wrote an object with this key. */
    writes: (key: string) =>
      requests.filter((each) => each.method === 'PUT' && each.key === key && each.status === 200).length,
    fail(
      withWhat: BucketResponseFault,
      { times = Infinity, of = /./ }: { times?: number; of?: RegExp } = {},
    ) {
      fault = { with: withWhat, times, of };
    },
    heal: () => void (fault = null),
    /**
     * Delays requests with this method until `release` is called.
     * @returns `reached`, which resolves at the first such request, and `release`
     */
    hold(method: string) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holding = { method, onReached: () => reached.resolve(), release: released.promise };
      return {
        reached: reached.promise,
        release: () => {
          holding = null;
          released.resolve();
        },
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type FakeBucketServer = Awaited<ReturnType<typeof startBucketServer>>;

interface BucketAnswer {
  /** HTTP status of the response; 0 cuts the connection. */
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
}

function rightFor(method: string, key: string): Right {
  if (method === 'GET' && key === '') return 'list';
  if (method === 'GET' || method === 'HEAD') return 'read';
  return method === 'PUT' ? 'write' : 'delete';
}

const computeEtag = ({ bytes }: StoredObject): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

const error = (status: number, code: string): BucketAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

const page = (): BucketAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Welcome</body></html>',
});

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function formatListing(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): BucketAnswer {
  const limit = Number(query.get('max-keys') ?? 1000);
  const matching = [...objects]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > (query.get('start-after') ?? ''))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const contents = matching
    .slice(0, limit)
    .map(
      ([key, object]) =>
        `<Contents><Key>${escapeXml(key)}</Key><Size>${object.bytes.length}</Size><ETag>${escapeXml(computeEtag(object))}</ETag></Contents>`,
    );
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET_NAME}</Name><IsTruncated>${matching.length > limit}</IsTruncated>${contents.join('')}</ListBucketResult>`,
  };
}

/** Request body that connects the bucket's folder `photos` for reading and writing. */
export const bucketRequest = (
  { endpoint }: Pick<FakeBucketServer, 'endpoint'>,
  part: Partial<BucketRequest> = {},
): BucketRequest => ({
  name: 'Shop',
  endpoint,
  region: 'us-east-1',
  bucket: BUCKET_NAME,
  folder: 'photos',
  access_key_id: KEY_ID,
  secret_access_key: BUCKET_SECRET,
  path_style: true,
  may_read: true,
  may_write: true,
  ...part,
});
