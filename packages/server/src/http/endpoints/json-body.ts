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

/** Makes a scope leave bodies unread, whatever their type: its routes take none. Node discards what arrives. */
export function ignoreBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
