import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ReadRefusedError } from '../platform/objects/local-object-gateway.ts';
import type { LocalObjectGateway, ReadGrant } from '../platform/objects/local-object-gateway.ts';
import { CHUNKS_AHEAD, StorageUnavailableError } from '../platform/objects/object-store.ts';
import type { ObjectHead } from '../platform/objects/object-store.ts';
import type { UploadService } from './service.ts';
import type { LimitCheck } from '../platform/http/rate-limits.ts';
import { parseByteRange } from './byte-range.ts';

/**
 * Content security policy of stored objects. A user's file on our origin must never act as a document that runs code,
 * whatever its bytes.
 */
const OBJECT_CSP = "sandbox; default-src 'none'; frame-ancestors 'none'";

export interface ReadRouteOptions {
  readonly path: string;
  readonly gateway: LocalObjectGateway;
  readonly uploads: Pick<UploadService, 'assertReadable'>;
  readonly limitCheck: LimitCheck;
}

/**
 * Serves signed reads of the local store, with ranges, ETags, and headers that keep browsers from running the content.
 */
export function registerReadRoute(
  app: FastifyInstance,
  { path, gateway, uploads, limitCheck }: ReadRouteOptions,
): void {
  app.route<{ Params: { '*': string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: `${path}/*`,
    config: { isQuiet: true },
    onRequest: limitCheck,
    handler: async (request, reply) => {
      const grant = gateway.verifyReadUrl(request.params['*'], textQuery(request.query));
      await uploads.assertReadable(grant.key);
      const head = await gateway.headRead(grant);
      addHeaders(reply, grant, head);
      return await answer(request, reply, { gateway, grant, head });
    },
  });
}

/**
 * Reads the query parameters of a signed URL. A repeated parameter is refused, because our URLs contain each only
 * once.
 */
function textQuery(query: Record<string, unknown>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw new ReadRefusedError('malformed');
    texts[name] = value;
  }
  return texts;
}

function addHeaders(reply: FastifyReply, grant: ReadGrant, head: ObjectHead): void {
  const ttlSeconds = Math.max(0, Math.floor((grant.expiresAt.getTime() - Date.now()) / 1000));
  reply.headers({
    'content-type': head.contentType,
    'content-disposition': grant.contentDisposition,
    'content-security-policy': OBJECT_CSP,
    // The bytes of a key normally don't change, but they must not be cached longer than the link is valid.
    'cache-control': `private, max-age=${ttlSeconds}, immutable`,
    etag: quoteEtag(head.etag),
    'last-modified': head.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
  });
}

interface ReadableObject {
  gateway: LocalObjectGateway;
  grant: ReadGrant;
  head: ObjectHead;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { gateway, grant, head }: ReadableObject,
): Promise<FastifyReply> {
  if (matchesEtag(request.headers['if-none-match'], head.etag)) return reply.code(304).send();

  const ifRange = request.headers['if-range'];
  const mayCut = ifRange === undefined || ifRange === quoteEtag(head.etag);
  const range = mayCut ? parseByteRange(request.headers.range, head.sizeBytes) : null;
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${head.sizeBytes}`).send();
  }

  const { startByte, endByteInclusive } = range ?? { startByte: 0, endByteInclusive: head.sizeBytes - 1 };
  reply.header('content-length', endByteInclusive - startByte + 1);
  if (range !== null) {
    reply.code(206).header('content-range', `bytes ${startByte}-${endByteInclusive}/${head.sizeBytes}`);
  }
  if (request.method === 'HEAD') return reply.send();
  const opened = await gateway.openRead(grant, range === null ? {} : { range });
  // The object was replaced after its length was read, so the response would have the wrong length.
  if (opened.head.etag !== head.etag) throw new StorageUnavailableError();
  return reply.send(Readable.from(opened.body, { highWaterMark: CHUNKS_AHEAD }));
}

function quoteEtag(etag: string): string {
  return `"${etag}"`;
}

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((item) => {
    const candidate = item.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === quoteEtag(etag);
  });
}
