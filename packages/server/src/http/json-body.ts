import type { FastifyInstance } from 'fastify';
import { DomainError } from '../domain/domain-error.ts';

/** The framework's own sentence may quote the body. */
const unreadable = (cause: Error): DomainError =>
  new DomainError('BAD_REQUEST', { detail: { reason: 'The body is not valid JSON.' }, cause });

const MAX_JSON_BYTES = 64 * 1024;

/** Makes a scope parse JSON bodies. An empty one counts as no body, because clients often send the header anyway. */
export function parseJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_JSON_BYTES },
    (request, body: string, done) => {
      if (body === '') done(null, undefined);
      else
        void parse(request, body, (error, parsed) =>
          error === null ? done(null, parsed) : done(unreadable(error)),
        );
    },
  );
}
