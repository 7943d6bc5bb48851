import { ALL_V1_ENDPOINTS, getToolCall } from '@packshot/contract';
import type { V1AnswerKind, V1BodyKind, V1Endpoint } from '@packshot/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';
import { keyAuthenticator } from '../../platform/http/key-authentication.ts';
import { getPath } from '../../platform/http/web-app.ts';
import { assertStorableText } from '../../platform/http/endpoints/storable-text.ts';
import { acceptCalls, acceptJson, acceptTables, allowedWith, refuseDeclaredLength } from './body.ts';
import { logCalls } from './call-log.ts';
import { v1Handlers } from './handlers.ts';
import { keyLimit, standardLimitHeaders } from './key-limit.ts';
import type { V1Options } from './options.ts';
import { answerByVersion } from './version.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the public API's operation behind this route. */
    v1Operation?: string;
  }
}

/** Registers one route per endpoint of the public API, and answers all other paths below `/v1` with an error. */
export function registerV1(app: FastifyInstance, options: V1Options): void {
  const { services, addressLimit, callsPerKey } = options;
  const handlers = v1Handlers(app, options);
  const limitKey = callsPerKey === null ? [] : [keyLimit(callsPerKey, standardLimitHeaders)];
  const register = (scope: FastifyInstance, kinds: readonly V1BodyKind[]): void => {
    for (const [name, endpoint] of Object.entries(ALL_V1_ENDPOINTS)) {
      if (!kinds.includes(endpoint.body)) continue;
      const hasBody = endpoint.body !== 'none';
      const hasPictures = endpoint.body === 'call' || endpoint.body === 'image';
      const { maxBodyBytes } = endpoint;
      const allowed = hasPictures ? allowedWith(listPictureNames(endpoint).length) : maxBodyBytes;
      scope.route({
        method: endpoint.method,
        url: pathInScope(endpoint),
        config: { v1Operation: name, isUpload: hasPictures },
        schema: buildSchema(endpoint),
        // No HEAD route, because a HEAD request would be charged for a file without receiving it.
        ...(PAID_ANSWERS.includes(endpoint.answer) && { exposeHeadRoute: false }),
        ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
        onRequest: [
          addressLimit,
          ...(endpoint.scope === null
            ? []
            : [
                keyAuthenticator(services.apiKeys, endpoint.scope === 'any' ? undefined : endpoint.scope),
                ...limitKey,
              ]),
          ...(hasBody && allowed !== undefined ? [refuseDeclaredLength(allowed)] : []),
        ],
        ...(endpoint.body === 'json' && { preValidation: assertStorableText }),
        handler: handlers(name, endpoint, listPictureNames(endpoint)),
      });
    }
  };
  void app.register(
    async (scope) => {
      answerByVersion(scope);
      logCalls(scope, services.apiUsage);
      scope.setNotFoundHandler(refuseUnknown);
      await scope.register(async (inner) => {
        acceptJson(inner);
        register(inner, ['json']);
      });
      await scope.register(async (inner) => {
        acceptTables(inner);
        register(inner, ['table']);
      });
      acceptCalls(scope);
      register(scope, ['none', 'call', 'image']);
    },
    { prefix: '/v1' },
  );
}

/** Kinds of responses that are files, which are charged as a download. */
const PAID_ANSWERS: readonly V1AnswerKind[] = ['bytes', 'file'];

/** Path in the router's notation, without the route prefix of the Fastify scope. */
const pathInScope = ({ path }: V1Endpoint): string => path.replace(/^\/v1/, '').replace(/\{(\w+)\}/g, ':$1');

const listPictureNames = ({ tool }: V1Endpoint): readonly string[] =>
  tool === undefined ? ['image'] : Object.keys(getToolCall(tool).pictures);

const buildSchema = ({ params, query, input }: V1Endpoint): FastifySchema => ({
  ...(input && { body: input }),
  ...(params && { params }),
  ...(query && { querystring: query }),
});

/** Refuses an unknown path, or a known path with another HTTP method. */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): never {
  const path = getPath(request).replace(/(.)\/$/, '$1');
  const methods = Object.values(ALL_V1_ENDPOINTS)
    .filter((endpoint) => matchesPath(path, endpoint))
    .map(({ method }) => method);
  if (methods.length === 0) throw new DomainError('NOT_FOUND');
  reply.header('allow', [...new Set(methods)].join(', '));
  throw new DomainError('METHOD_NOT_ALLOWED');
}

/** Whether a path matches an endpoint's pattern: all segments are equal, apart from those in braces. */
function matchesPath(path: string, { path: pattern }: V1Endpoint): boolean {
  const [pathSegments, patternSegments] = [path.split('/'), pattern.split('/')];
  return (
    pathSegments.length === patternSegments.length &&
    patternSegments.every((segment, place) => segment.startsWith('{') || segment === pathSegments[place])
  );
}
