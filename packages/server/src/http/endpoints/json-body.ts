import type { FastifyInstance } from 'fastify';

const MAX_JSON_BYTES = 64 * 1024;

/**
 * Makes a scope accept JSON bodies and nothing else. An empty one counts as no body, because clients often
 * send the header anyway.
 */
export function acceptJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_JSON_BYTES },
    (request, body: string, done) => {
      if (body === '') done(null, undefined);
      else void parse(request, body, done);
    },
  );
}

/** Several times Stripe's largest messages. */
const MAX_RAW_BYTES = 1024 * 1024;

/** Makes a scope pass bodies on as raw bytes, for verifying signatures. */
export function acceptRaw(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_RAW_BYTES },
    (_request, body: Buffer, done) => done(null, body),
  );
}

/** Makes a scope ignore bodies of any type, for routes without one. Node discards the bytes. */
export function ignoreBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
