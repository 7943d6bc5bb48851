import { Readable } from 'node:stream';
import {
  CAPTCHA_HEADER,
  endpointPath,
  ENDPOINTS,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeySchema,
  HOME_TAB,
  TABLE_MAX_BYTES,
  SIGN_IN_FAILED,
} from '@packshot/contract';
import type { BodyKind, Endpoint, EndpointName } from '@packshot/contract';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestAsyncHookHandler,
} from 'fastify';
import type { MadeFile, Call, Handlers } from '../platform/http/endpoints/call.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { AcceptedGeneration } from '../tools/accept.ts';
import type { Services } from '../compat/services.ts';
import { inLanguage } from '../platform/translations.ts';
import { asksForJson } from '../platform/http/accepted-form.ts';
import { authenticator, clientAddress } from '../platform/http/authentication.ts';
import { errorAnswer } from '../platform/http/errors.ts';
import { keyAuthenticator } from '../platform/http/key-authentication.ts';
import { parseJson } from '../platform/http/json-body.ts';
import { acceptedLanguage } from '../platform/http/page-language.ts';
import { limitsOfEndpoint } from '../platform/http/rate-limits.ts';
import type { LimitCheck, RateLimitName } from '../platform/http/rate-limits.ts';
import { SpecialAnswer } from '../platform/http/endpoints/call.ts';
import { acceptForms } from '../platform/http/endpoints/form-body.ts';
import { assertStorableText } from '../platform/http/endpoints/storable-text.ts';
import type { StreamSender } from './stream-sender.ts';

function acceptJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  parseJson(scope);
}

/** Size limit of raw bodies from unauthenticated callers. */
const MAX_STRANGERS_RAW_BYTES = 1024 * 1024;

/** Makes a Fastify scope pass bodies on as raw bytes, to verify signatures and to parse table files. */
function acceptRaw(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    // The parser has no size limit, because each route sets its own.
    { parseAs: 'buffer' },
    (_request, body: Buffer, done) => done(null, body),
  );
}

/** Makes a Fastify scope ignore bodies of any type, for routes that take none. Node discards the bytes. */
function ignoreBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

const HTTP_SEE_OTHER = 303;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the contract's endpoint behind this route. */
    endpoint?: EndpointName;
    /** Set if the response is an event stream. */
    isStream?: boolean;
  }
}

export interface EndpointRoutesOptions {
  readonly services: Services;
  readonly handlers: Handlers;
  readonly productSlug: string;
  readonly limitCheck: (name: RateLimitName | null) => LimitCheck;
  readonly sendStream: StreamSender;
}

/** Frequent calls of monitoring and polling tabs, which are logged only at debug level and not traced. */
const QUIET: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'checkStatus',
  'health',
  'readiness',
  'metrics',
]);

const ACCEPT_BODY: Record<BodyKind, (scope: FastifyInstance) => void> = {
  none: ignoreBody,
  json: acceptJson,
  form: acceptForms,
  raw: acceptRaw,
};

/** Registers one route per endpoint of the contract's table, and no other routes. */
export function registerEndpoints(app: FastifyInstance, options: EndpointRoutesOptions): void {
  for (const kind of Object.keys(ACCEPT_BODY) as BodyKind[]) {
    void app.register(async (scope) => {
      ACCEPT_BODY[kind](scope);
      for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
        if (ENDPOINTS[name].body === kind) registerEndpoint(scope, name, options);
      }
    });
  }
}

function registerEndpoint(scope: FastifyInstance, name: EndpointName, options: EndpointRoutesOptions): void {
  const endpoint: Endpoint = ENDPOINTS[name];
  // The types of the contract's table prove that each endpoint's handler matches its schemas. This code handles all
  // endpoints alike, so it drops the specific types.
  const handle = options.handlers[name] as (call: Call<never>) => Promise<unknown>;
  scope.route({
    method: endpoint.method,
    url: routePath(name, options.productSlug),
    config: {
      endpoint: name,
      isStream: endpoint.answer === 'stream',
      isQuiet: QUIET.has(name),
      isData: endpoint.answer !== 'redirect',
    },
    schema: routeSchema(endpoint),
    ...(endpoint.body === 'raw' && {
      bodyLimit: endpoint.auth === 'none' ? MAX_STRANGERS_RAW_BYTES : TABLE_MAX_BYTES,
    }),
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    onRequest: beforeBody(name, endpoint, options),
    preValidation: assertStorableText,
    ...(endpoint.answer === 'redirect' && { errorHandler: leadHome }),
    handler: async (request, reply) => {
      const call = {
        caller: request.caller,
        input: request.body,
        query: request.query,
        params: request.params,
        from: clientAddress(request),
        idempotencyKey: endpoint.idempotent === true ? idempotencyKey(request) : undefined,
        captchaSolution: endpoint.captcha === undefined ? undefined : captchaSolution(request),
        request,
      } as Call<never>;
      // JSON answers to calls with an access token contain sentences in the user's language. All other answers, such
      // as those to a sign-in, contain English sentences.
      const isShown = endpoint.auth === 'bearer' && endpoint.answer === 'json';
      const language = isShown ? acceptedLanguage(request) : 'en';
      return await send(reply, endpoint, await inLanguage(language, () => handle(call)), options.sendStream);
    },
  });
}

/**
 * Redirects a browser that submitted another site's form to the start page, which shows the error. A program that asks
 * for JSON receives the error itself.
 */
function leadHome(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (asksForJson(request)) throw error;
  const { body, isFault } = errorAnswer(error);
  if (isFault) request.log.error({ err: error, code: body.code }, 'a request failed');
  reply.header('cache-control', 'no-store');
  void reply.redirect(`${HOME_TAB}#${SIGN_IN_FAILED}=${body.code}`, HTTP_SEE_OTHER);
}

/** Converts the contract's path parameters (`{id}`) to the router's notation (`:id`). */
export const routePath = (name: EndpointName, productSlug: string): string =>
  endpointPath(name, productSlug).replace(/\{(\w+)\}/g, ':$1');

function routeSchema(endpoint: Endpoint): FastifySchema {
  return {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.input && { body: endpoint.input }),
    ...(endpoint.output && { response: { [endpoint.successStatus]: endpoint.output } }),
  };
}

/** Checks limits and the token before any byte of the body is read. */
function beforeBody(
  name: EndpointName,
  endpoint: Endpoint,
  { limitCheck, services }: EndpointRoutesOptions,
): onRequestAsyncHookHandler[] {
  const limits = limitsOfEndpoint(name);
  const hooks: onRequestAsyncHookHandler[] = [limitCheck(limits.address)];
  if (endpoint.auth === 'none') return hooks;
  hooks.push(
    endpoint.auth === 'key'
      ? keyAuthenticator(services.apiKeys, endpoint.scope)
      : authenticator(services.sessions, endpoint.auth),
  );
  const byUser = limitCheck(limits.user);
  hooks.push(async (request) => {
    if (request.caller !== null) await byUser(request);
  });
  return hooks;
}

async function send(
  reply: FastifyReply,
  endpoint: Endpoint,
  result: unknown,
  sendStream: StreamSender,
): Promise<FastifyReply> {
  if (endpoint.answer === 'stream') return await sendStream(reply, result as AcceptedGeneration);
  // Responses with balances, links or job states belong to one user, so responses aren't cached unless the contract
  // allows it.
  const { cacheForS } = endpoint;
  reply.header('cache-control', cacheForS === undefined ? 'no-store' : `public, max-age=${cacheForS}`);
  if (endpoint.answer === 'file') return sendFile(reply, result as MadeFile);
  if (endpoint.answer === 'redirect') return reply.redirect(result as string, endpoint.successStatus);
  if (result instanceof SpecialAnswer) {
    if (result.contentType !== null) reply.type(result.contentType);
    return reply.code(result.status).send(result.body);
  }
  return endpoint.answer === 'empty'
    ? reply.code(endpoint.successStatus).send()
    : reply.code(endpoint.successStatus).send(result);
}

/** Streams a file while it is generated, as fast as the client reads. An error truncates the response, which the browser reports. */
function sendFile(reply: FastifyReply, { fileName, contentType, body }: MadeFile): FastifyReply {
  return reply
    .headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-accel-buffering': 'no',
    })
    .send(Readable.from(body, { objectMode: false }));
}

/**
 * Reads the captcha solution from the header; a header that was sent twice counts as missing. The service checks the
 * solution.
 */
function captchaSolution(request: FastifyRequest): string | undefined {
  const header = request.headers[CAPTCHA_HEADER];
  return typeof header === 'string' ? header : undefined;
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (header === undefined) return undefined;
  const parsed = idempotencyKeySchema.safeParse(header);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? 'Invalid.';
  throw new DomainError('BAD_REQUEST', { detail: { fields: [{ field: IDEMPOTENCY_KEY_HEADER, message }] } });
}
