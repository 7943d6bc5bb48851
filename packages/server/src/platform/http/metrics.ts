import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HttpSettings } from './http-settings.ts';
import { diskGauges } from './disk-gauges.ts';
import { queueGauges } from './queue-gauges.ts';

/**
 * Buckets of the histogram of request durations, in seconds. Polls take milliseconds; uploads take as long as the
 * visitor's connection needs.
 */
const DURATION_BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/**
 * Creates the metrics: process, event-loop lag, request durations by route template, open streams and the job queue.
 */
export function createMetrics(
  app: FastifyInstance,
  options: Pick<HttpSettings, 'metricsToken' | 'queueFigures' | 'diskSpace' | 'feedSubscriptions'> & {
    openStreams: () => number;
  },
) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the end of the answer; for event streams, to its beginning',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  const openStreams = new Gauge({
    name: 'http_open_event_streams',
    help: 'Event streams that are open now',
    registers: [registry],
  });
  const feedSubscriptions = new Gauge({
    name: 'packshot_feed_subscriptions',
    help: 'Subscriptions to changes of tasks that are open now; 0 while no client waits for a task',
    registers: [registry],
  });
  const readQueue = options.queueFigures ? queueGauges(app, registry, options.queueFigures) : async () => {};

  const readDisk = options.diskSpace ? diskGauges(app, registry, options.diskSpace) : async () => {};

  const observe = (request: FastifyRequest, status: number, elapsedMs: number) => {
    const route = request.routeOptions.url ?? '(none)';
    durations.observe({ method: request.method, route, status }, elapsedMs / 1000);
  };
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.isStream !== true) observe(request, reply.statusCode, reply.elapsedTime);
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.isStream === true) observe(request, reply.statusCode, reply.elapsedTime);
  });
  app.addHook('onClose', async () => registry.clear());

  return {
    contentType: registry.contentType,
    async text(): Promise<string> {
      openStreams.set(options.openStreams());
      feedSubscriptions.set(options.feedSubscriptions?.() ?? 0);
      await readQueue();
      await readDisk();
      return await registry.metrics();
    },
    // Access to the metrics depends on the token alone. The client's address isn't checked, because a proxy on this
    // machine looks like a local caller.
    /** True for a request with the metrics token; always false if no token is configured. */
    mayRead: (request: FastifyRequest): boolean =>
      options.metricsToken !== null && holdsToken(request, options.metricsToken),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

function holdsToken(request: FastifyRequest, token: string): boolean {
  const receivedToken = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return receivedToken.length === expected.length && timingSafeEqual(receivedToken, expected);
}
