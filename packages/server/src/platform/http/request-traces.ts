import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracing } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Tracing span of the request; null on routes that aren't traced. */
    span: OpenSpan | null;
  }
}

const SERVER_FAULT = 500;

/**
 * Creates a tracing span for each API request, from the end of its headers to the end of its response. The span belongs
 * to the browser's trace if the request names one. Pages, and routes with `isQuiet`, have no spans.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTraced(request)) return done();
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? '';
    const parent = request.headers['traceparent'];
    request.span = tracing.open(`${method} ${route}`, {
      kind: 'server',
      parent: typeof parent === 'string' ? parent : null,
      attributes: { 'http.request.method': method, 'http.route': route, 'packshot.request_id': request.id },
    });
    request.span.run(done);
  });
  // Sets the trace context again here, because the body arrives in socket events, which lack the request's context.
  app.addHook('preValidation', (request, _reply, done) => within(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request;
    if (span === null) return done();
    span.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= SERVER_FAULT) span.fail(String(reply.statusCode));
    span.end();
    span.run(done);
  });
  app.addHook('onRequestAbort', (request, done) => {
    request.span?.set({ 'packshot.client_disconnected': true });
    request.span?.end();
    within(request, done);
  });
}

function within({ span }: FastifyRequest, work: () => void): void {
  if (span === null) work();
  else span.run(work);
}

/** Whether the request is traced. Files of the web app, whose route is a wildcard, and paths without a route aren't. */
const isTraced = ({ routeOptions: { url, config } }: FastifyRequest): boolean =>
  url !== undefined && url !== '/' && !url.includes('*') && config.isQuiet !== true;
