import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../domain-error.ts';
import { isPlainJson } from './body-structure.ts';
import { parseLargeBody } from './large-body.ts';

/**
 * Creates the error for a body that can't be parsed. The parser's own message may quote the body, so it isn't shown.
 */
const unreadable = (reason: string, cause?: Error): DomainError =>
  new DomainError('BAD_REQUEST', { detail: { reason }, cause });

const MAX_JSON_BYTES = 64 * 1024;

/**
 * Makes a Fastify scope parse JSON bodies. An empty body counts as no body, because clients often send the content
 * type anyway.
 */
export function parseJson(scope: FastifyInstance, bodyLimit = MAX_JSON_BYTES): void {
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit },
    async (request: FastifyRequest, bytes: Buffer<ArrayBuffer>) => {
      if (bytes.byteLength === 0) return undefined;
      if (!(await isPlainJson(bytes))) throw unreadable('The body has too many values, or nests too deeply.');
      try {
        return await parseLargeBody(request, { kind: 'json', bytes });
      } catch (error) {
        throw error instanceof SyntaxError ? unreadable('The body is not valid JSON.', error) : error;
      }
    },
  );
}
