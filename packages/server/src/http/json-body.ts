import type { FastifyInstance } from 'fastify';

const MAX_JSON_BYTES = 64 * 1024;

/** Makes a scope parse JSON bodies. An empty one counts as no body, because clients often send the header anyway. */
export function parseJson(scope: FastifyInstance): void {
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
