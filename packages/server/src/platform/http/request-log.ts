import { LogController } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { whenAnswered } from './when-answered.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True for routes that are called often, such as health checks and pictures. They aren't traced, and their answers
     * are logged at debug level unless the rate limit refused the request.
     */
    isQuiet?: boolean;
  }
}

/** Silences Fastify's own log lines, which contain full URLs, and logs its stream errors in our format. */
export class RequestLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });
  }

  override streamError(error: Error, request: FastifyRequest): void {
    // Doesn't log this error, because the hook `onRequestAbort` reports a client that disconnects during the response.
    if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    request.log.error({ ...describe(request), err: error }, 'an answer broke off');
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.error({ ...describe(request), err: error }, 'an answer could not be sent');
  }

  override serializerError(error: Error, request: FastifyRequest, _reply: FastifyReply): void {
    request.log.error({ ...describe(request), err: error }, 'an answer does not match its schema');
  }
}

/**
 * Logs one line per finished request: route template, status, duration, user. Never logs query strings, headers or
 * bodies, which may contain signed links, tokens and prompts. Paths without a route aren't logged either, because the
 * web app's paths may contain a reset token.
 */
export function logRequests(app: FastifyInstance): void {
  whenAnswered(app, (request, reply, isSent) => {
    const line = {
      ...describe(request),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (!isSent) {
      // Aborted requests and event streams have their own log line.
      if (request.raw.aborted || request.routeOptions.config.isStream === true) return;
      request.log.info(line, 'the client disconnected');
    } else if (reply.statusCode === 429)
      request.log.warn({ ...line, ip: request.ip }, `too many requests from ${request.ip}`);
    else if (request.routeOptions.config.isQuiet === true) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
  app.addHook('onRequestAbort', async (request) => {
    request.log.info(describe(request), 'the client disconnected');
  });
}

function describe(request: FastifyRequest) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? '(none)',
    ...(request.caller !== null && { userId: request.caller.userId }),
  };
}
