import { Readable } from 'node:stream';
import {
  CAPTCHA_HEADER,
  endpointPath,
  ENDPOINTS,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeySchema,
  ROUTES,
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
import type { MadeFile } from '../../domain/archives/service.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { AcceptedGeneration } from '../../domain/generations/accept.ts';
import type { Services } from '../../domain/services.ts';
import { asksForJson } from '../accepted-form.ts';
import { authenticator, clientAddress } from '../authentication.ts';
import { errorAnswer } from '../errors.ts';
import { limitsOfEndpoint } from '../rate-limits.ts';
import type { LimitCheck, RateLimitName } from '../rate-limits.ts';
import { SpecialAnswer } from './call.ts';
import type { Call, Handlers } from './call.ts';
import { acceptForms } from './form-body.ts';
import { acceptJson, acceptRaw, ignoreBody } from './json-body.ts';
import { assertStorableText } from './storable-text.ts';
import type { StreamSender } from './stream-sender.ts';

const HTTP_SEE_OTHER = 303;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the contract behind this route. */
    endpoint?: EndpointName;
    /** Answers an event stream. */
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

/** Called by machines, or every 2 s by every tab. */
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

/** Registers one route for each row of the contract's table, and nothing else. */
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
  // The table's types prove that handler and schemas of one row fit; here rows are alike, so they are erased.
  const handle = options.handlers[name] as (call: Call<never>) => Promise<unknown>;
  scope.route({
    method: endpoint.method,
    url: routePath(name, options.productSlug),
    config: { endpoint: name, isStream: endpoint.answer === 'stream', isQuiet: QUIET.has(name) },
    schema: routeSchema(endpoint),
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
      return await send(reply, endpoint, await handle(call), options.sendStream);
    },
  });
}

/**
 * A browser that another site's form has sent here is led on when it is refused too: to the start page, which says so. A
 * program that asks for JSON gets that.
 */
function leadHome(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (asksForJson(request)) throw error;
  const { body, isFault } = errorAnswer(error);
  if (isFault) request.log.error({ err: error, code: body.code }, 'a request failed');
  reply.header('cache-control', 'no-store');
  void reply.redirect(`${ROUTES.home}#${SIGN_IN_FAILED}=${body.code}`, HTTP_SEE_OTHER);
}

/** The contract's `{id}` in the router's notation. */
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

/** Limits and the token come before a single byte of the body is read. */
function beforeBody(
  name: EndpointName,
  endpoint: Endpoint,
  { limitCheck, services }: EndpointRoutesOptions,
): onRequestAsyncHookHandler[] {
  const limits = limitsOfEndpoint(name);
  const hooks: onRequestAsyncHookHandler[] = [limitCheck(limits.address)];
  if (endpoint.auth === 'none') return hooks;
  hooks.push(authenticator(services.sessions, endpoint.auth));
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
  // Balances, links and states of one user: no cache between us may keep them, unless the contract says otherwise.
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

/** Bytes as they are made, as fast as the client takes them. What goes wrong then breaks the answer off: the browser says so. */
function sendFile(reply: FastifyReply, { fileName, contentType, body }: MadeFile): FastifyReply {
  return reply
    .headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-accel-buffering': 'no',
    })
    .send(Readable.from(body, { objectMode: false }));
}

/** Whether it is right is the domain's matter; a header that is there twice is none. */
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
