import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BucketFailure =
  /** Accepts the request and never responds. */
  | 'hangs'
  /** Cuts the connection without a response. */
  | 'cuts'
  /** Sends the right content length and half of the body, then no more bytes. */
  | 'hangs in the middle'
  /** Sends the right content length and half of the body, then cuts the connection. */
  | 'cuts in the middle'
  /** Responds with an HTML page, as a proxy in between may do. */
  | 'answers HTML'
  /** Responds with an error in S3's format. */
  | { readonly status: number; readonly code: string };

export interface FaultyBucket {
  readonly endpoint: string;
  readonly objects: ReadonlyMap<string, Uint8Array>;
  /** Number of requests since a fault was last set. */
  readonly requests: number;
  /** Makes the next `times` requests fail; null ends the fault. */
  fail(fault: BucketFailure | null, times?: number): void;
  close(): Promise<void>;
}

const MODIFIED_AT = new Date('2026-02-03T04:05:06Z');

/**
 * An in-memory bucket that implements as much of S3 as the store needs, ignores signatures, and fails on
 * demand.
 */
export async function startFaultyBucket(): Promise<FaultyBucket> {
  const objects = new Map<string, Uint8Array>();
  let failing: BucketFailure | null = null;
  let remaining = 0;
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const fault = remaining > 0 ? failing : null;
    remaining -= 1;
    void answer(objects, fault, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    get requests() {
      return requests;
    },
    fail(fault, times = Infinity) {
      failing = fault;
      remaining = times;
      requests = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  objects: Map<string, Uint8Array>,
  fault: BucketFailure | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  if (fault === 'hangs') return;
  if (fault === 'cuts') return void request.socket.destroy();
  if (fault === 'answers HTML') {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1></html>');
    return;
  }
  if (typeof fault === 'object' && fault !== null) return sendError(response, fault);
  const url = new URL(request.url ?? '/', 'http://bucket');
  // The path is `/bucket/key`; without a key it addresses the bucket itself.
  const key = url.pathname.split('/').slice(2).join('/');
  if (request.method === 'PUT') {
    objects.set(key, Buffer.concat(chunks));
    response.end();
  } else if (request.method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (key === '') {
    sendWithFault(
      request,
      response,
      Buffer.from(formatListing(objects, url.searchParams.get('prefix'))),
      fault,
    );
  } else {
    sendObject(objects.get(key), request, response, fault);
  }
}

function sendObject(
  bytes: Uint8Array | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  fault: BucketFailure | null,
): void {
  if (bytes === undefined) return sendError(response, { status: 404, code: 'NoSuchKey' });
  response.setHeader('last-modified', MODIFIED_AT.toUTCString());
  response.setHeader('etag', `"${bytes.length}"`);
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined) return sendWithFault(request, response, bytes, fault);
  const part = bytes.subarray(Number(first), Number(last) + 1);
  response.statusCode = 206;
  response.setHeader('content-range', `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`);
  sendWithFault(request, response, part, fault);
}

function sendWithFault(
  request: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array,
  fault: BucketFailure | null,
): void {
  response.setHeader('content-length', body.length);
  if (fault === null || request.method === 'HEAD') return void response.end(body);
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (fault === 'cuts in the middle') request.socket.destroy();
  });
}

const sendError = (response: ServerResponse, { status, code }: { status: number; code: string }): void =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);

function formatListing(objects: ReadonlyMap<string, Uint8Array>, prefix: string | null): string {
  const contents = [...objects]
    .filter(([key]) => key.startsWith(prefix ?? ''))
    .map(
      ([key, { length }]) =>
        `<Contents><Key>${key}</Key><Size>${length}</Size><LastModified>${MODIFIED_AT.toISOString()}</LastModified></Contents>`,
    );
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
}
