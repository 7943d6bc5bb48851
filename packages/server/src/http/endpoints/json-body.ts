import type { FastifyInstance } from 'fastify';

const MAX_JSON_BYTES = 64 * 1024;

/** Makes a scope accept JSON bodies and nothing else. An empty one is no body: clients send the header by habit. */
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

/** Stripe's largest messages are a fraction of this. */
const MAX_RAW_BYTES = 1024 * 1024;

/** Makes a scope hand over bodies as the bytes they are, for who checks a signature over them. */
export function acceptRaw(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_RAW_BYTES },
    (_request, body: Buffer, done) => done(null, body),
  );
}

/** Makes a scope leave bodies unread, whatever their type: its routes take none. Node discards what arrives. */
export function ignoreBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
