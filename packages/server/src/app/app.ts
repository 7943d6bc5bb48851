import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import {
  CAPTCHA_HEADER,
  ERRORS,
  IDEMPOTENCY_KEY_HEADER,
  UPLOAD_POLICY_TTL_S,
  V1_HEADERS,
} from '@packshot/contract';
import Fastify from 'fastify';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyHttpOptions,
  RawServerDefault,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { NO_TRACING } from '../platform/tracing/tracing.ts';
import { registerCaptchaFrame } from '../accounts/captcha-frame-routes.ts';
import { answerClientError } from '../platform/http/client-errors.ts';
import {
  CONNECTIONS_CHECKED_EVERY_MS,
  DEFAULT_CONNECTION_LIMITS,
  limitConnections,
} from '../platform/http/connection-limits.ts';
import { findCompatApi, sendCompatRefusal } from '../compat/refusals.ts';
import { registerCompatEndpoints } from '../compat/routes.ts';
import { registerEndpoints } from './endpoint-routes.ts';
import { endpointHandlers } from './handlers.ts';
import { createOpenStreams } from './stream-sender.ts';
import { errorAnswer } from '../platform/http/errors.ts';
import type { HttpOptions } from './http-options.ts';
import { sendAgentRefusal } from '../compat/mcp/refusals.ts';
import { isMcp, registerMcp } from '../compat/mcp/routes.ts';
import { createMetrics } from '../platform/http/metrics.ts';
import { answerUnknownPaths } from './not-found.ts';
import { registerReadRoute } from '../uploads/read-route.ts';
import { registerUploadRoute } from '../uploads/upload-route.ts';
import { registerRootCertificateRoute } from '../provenance/root-certificate-route.ts';
import { registerApiDocuments } from '../platform/http/openapi/document-routes.ts';
import { createLimitChecks, DEFAULT_RATE_LIMITS } from '../platform/http/rate-limits.ts';
import { registerReferencePictureRoute } from '../tools/reference-picture-route.ts';
import { traceRequests } from '../platform/http/request-traces.ts';
import { logRequests, RequestLogController } from '../platform/http/request-log.ts';
import { answerDoctor } from '../platform/http/seen-requests.ts';
import { addSecurityHeaders } from '../platform/http/security-headers.ts';
import { isV1, problemOfError, sendProblemBody } from '../compat/v1/problems.ts';
import { countCalls } from '../compat/v1/key-limit.ts';
import type { CallsPerKey } from '../compat/v1/key-limit.ts';
import { registerV1 } from '../compat/v1/routes.ts';
import { removeBilling } from './without-billing.ts';
import { serveWebApp } from '../platform/http/web-app.ts';

const REQUEST_ID_HEADER = 'x-request-id';
/** Maximum number of clients that each rate limit tracks; the least recently seen are evicted first. */
const REMEMBERED_CLIENTS = 50_000;

/**
 * Builds the HTTP server without listening. Depends only on the types of the services.
 *
 * The order of hooks matters: request id, headers, limits, token, body, schema, handler.
 */
export function buildApp(options: HttpOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new RequestLogController(),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(options.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    // Time limit for receiving a request: as long as the longest upload permission is valid. Other requests have much
    // smaller size limits.
    requestTimeout: UPLOAD_POLICY_TTL_S * 1000,
    http: { connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS },
    forceCloseConnections: 'idle',
    // Lets the server answer a request that arrives while it closes in our own error format instead of Fastify's.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request as FastifyRequest, reply as unknown as FastifyReply),
  } satisfies FastifyHttpOptions<RawServerDefault>);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('caller', null);
  app.decorateRequest('problemCode', null);
  app.decorateRequest('creditsCharged', 0);
  app.decorateRequest('startedJob', null);
  app.decorateRequest('calledTool', null);
  app.decorateRequest('calledStatus', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  app.setErrorHandler(sendError);

  traceRequests(app, options.tracing ?? NO_TRACING);

  answerDoctor(app, options.doctorKey);
  closeConnectionsAsTheyRest(app);
  logRequests(app);
  const limits = { ...DEFAULT_CONNECTION_LIMITS, ...options.connectionLimits };
  limitConnections(app, limits, options.trustProxy !== false);
  addSecurityHeaders(app, options);
  addCors(app, options.corsOrigins);
  if (options.installation.billing === 'off') removeBilling(app);
  void app.register(rateLimit, { global: false, cache: REMEMBERED_CLIENTS });
  // The file store refuses files that are too large, so the multipart parser doesn't.
  void app.register(multipart, { throwFileSizeLimit: false });
  addRoutes(app, options);
  return app;
}

/**
 * Closes connections that become idle while the server closes. Node closes only connections that are idle when closing
 * starts. The connection of a refused upload becomes idle later and would stay open for a minute.
 */
function closeConnectionsAsTheyRest(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once('close', () => clearInterval(timer));
  });
}

function addRoutes(app: FastifyInstance, options: HttpOptions): void {
  const { services, productSlug, localObjects } = options;
  const streams = createOpenStreams(app, services.generations, options.heartbeatIntervalMs);
  const metrics = createMetrics(app, { ...options, openStreams: () => streams.count() });
  const sendScreen = serveWebApp(app, options.webDist, options);
  answerUnknownPaths(app, { productSlug, objectsPath: localObjects?.path ?? null, sendScreen });
  // Registers routes in a separate scope, because the decorators of the plugins above exist only after those plugins
  // have loaded.
  void app.register(async (scope) => {
    const limitCheck = createLimitChecks(scope, options.rateLimits === undefined ? {} : options.rateLimits);
    registerApiDocuments(scope, options);
    registerEndpoints(scope, {
      services,
      handlers: endpointHandlers(services, metrics, options.publicUrl),
      productSlug,
      limitCheck,
      sendStream: streams.send,
    });
    const addressLimit = limitCheck('callsPerAddress');
    const callsPerKey = countedCalls(options.rateLimits);
    registerCompatEndpoints(scope, { services, addressLimit, callsPerKey });
    registerV1(scope, {
      services,
      publicUrl: options.publicUrl,
      addressLimit,
      callsPerKey,
      hasBilling: options.installation.billing === 'on',
      heartbeatIntervalMs: options.heartbeatIntervalMs,
    });
    registerMcp(scope, { ...options, addressLimit, callsPerKey });
    registerReferencePictureRoute(scope, {
      references: services.references,
      limitCheck: limitCheck('objectReadsPerAddress'),
    });
    registerRootCertificateRoute(scope, {
      rootCertificate: options.rootCertificate ?? (() => Promise.resolve(null)),
      limitCheck: limitCheck('callsPerAddress'),
    });
    const { captchaWidget = null } = options;
    if (captchaWidget !== null) {
      registerCaptchaFrame(scope, { widget: captchaWidget, limitCheck: limitCheck('callsPerAddress') });
    }
    if (localObjects !== null) {
      registerUploadRoute(scope, {
        ...localObjects,
        uploads: services.uploads,
        limitCheck: limitCheck('uploadsPerAddress'),
      });
      registerReadRoute(scope, {
        ...localObjects,
        uploads: services.uploads,
        limitCheck: limitCheck('objectReadsPerAddress'),
      });
    }
  });
}

function countedCalls(limits: HttpOptions['rateLimits']): CallsPerKey | null {
  return limits === null ? null : countCalls(limits?.callsPerKey ?? DEFAULT_RATE_LIMITS.callsPerKey);
}

/** Converts a number of proxy hops to the function that Fastify expects instead. */
function trustedProxies(setting: HttpOptions['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;
}

/**
 * Allows cross-origin requests from the configured origins; by default none are allowed. Browsers never attach our
 * tokens automatically, so CORS credentials stay off.
 */
function addCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  void app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'range',
      IDEMPOTENCY_KEY_HEADER,
      CAPTCHA_HEADER,
      'traceparent',
      V1_HEADERS.version,
      V1_HEADERS.simulate,
    ],
    exposedHeaders: [
      REQUEST_ID_HEADER,
      'retry-after',
      'content-range',
      'etag',
      'location',
      ...Object.values(V1_HEADERS),
    ],
    maxAge: 600,
  });
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers, isFault } = errorAnswer(error);
  if (isFault) {
    const level = status === ERRORS.INTERNAL.status ? 'error' : 'warn';
    request.log[level]({ err: error, code: body.code }, 'a request failed');
  } else {
    request.log.debug({ err: error, code: body.code }, 'a request was refused');
  }
  // Removes headers that the route set for a successful response.
  for (const name of ['content-length', 'content-disposition', 'etag', 'last-modified', 'content-range']) {
    reply.removeHeader(name);
    // If a stream fails before its first byte, the raw response already has these headers, so they are removed there as
    // well.
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  reply.header(REQUEST_ID_HEADER, request.id).headers(headers);
  const api = findCompatApi(request);
  if (api !== null) return sendCompatRefusal(reply, api, problemOfError(error, request.id));
  if (isMcp(request)) return sendAgentRefusal(reply, problemOfError(error, request.id));
  if (isV1(request)) return sendProblemBody(reply, problemOfError(error, request.id));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}
