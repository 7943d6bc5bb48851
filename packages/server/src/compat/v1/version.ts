import { V1_DEFAULT_VERSION, V1_HEADERS, V1_VERSIONS } from '@packshot/contract';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';

/** Adds the API version to each response and refuses unknown versions. */
export function answerByVersion(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request, reply) => {
    const requestedVersion = request.headers[V1_HEADERS.version] ?? V1_DEFAULT_VERSION;
    const version = V1_VERSIONS.find((each) => each === requestedVersion);
    reply.header(V1_HEADERS.version, version ?? V1_DEFAULT_VERSION);
    if (version !== undefined) return;
    const reason = `Send ${V1_VERSIONS.join(' or ')}, or leave the header out.`;
    throw new DomainError('VERSION_UNKNOWN', { detail: { param: V1_HEADERS.version, reason } });
  });
}
