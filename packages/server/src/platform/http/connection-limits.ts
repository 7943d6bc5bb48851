import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressBucket } from '../access/address-bucket.ts';
import { TooManyRequestsError } from '../domain-error.ts';
import { MINUTE_MS } from '../durations.ts';
import { answerClientError } from './client-errors.ts';
import { descriptorLimit, FEW_DESCRIPTORS } from './descriptor-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts files, whose upload takes minutes on a slow connection. */
    isUpload?: boolean;
  }
}

export interface ConnectionLimits {
  readonly total: number;
  /**
   * Maximum number of connections per network address (for IPv6, per /64 network). Behind a proxy, maximum number of
   * requests in progress per address.
   */
  readonly perAddress: number;
  /** Maximum time from the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** Maximum time from the end of the headers to the end of the body, except for uploads. */
  readonly bodyMs: number;
}

/**
 * Default limits. A browser opens up to six connections and one more per stream, so 500 per address are enough for an
 * office. Most bodies are at most 64 KB, which even a slow mobile connection sends within seconds.
 */
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  total: 5000,
  perAddress: 500,
  headersMs: 15_000,
  bodyMs: 20_000,
};

/** Interval at which Node checks for slow requests. */
export const CONNECTIONS_CHECKED_EVERY_MS = 2_000;
const RETRY_AFTER_S = 5;

/**
 * Ends requests that arrive too slowly, and refuses clients with too many at once. Addresses of this machine aren't
 * counted: a proxy that doesn't forward the client's address appears as one, so all its clients would count as one.
 * @param isProxied whether proxies are trusted. A proxy's connection carries requests of many clients, so requests are
 * counted instead, by the client address that the proxy states.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits, isProxied: boolean): void {
  app.server.headersTimeout = limits.headersMs;
  const descriptors = descriptorLimit() ?? Infinity;
  // At most two thirds of the file descriptors are for connections; the rest is for the database, pictures and
  // responses.
  const total = Math.min(limits.total, Math.floor((descriptors * 2) / 3));
  if (descriptors < FEW_DESCRIPTORS) {
    app.log.warn({ descriptors, connections: total }, 'few files and sockets may be open: raise ulimit -n');
  }
  app.server.maxConnections = total;
  const warn = atMostOnceAMinute((what: object) => app.log.warn(what, 'connections are refused'));
  app.server.on('drop', () => warn({ limit: 'total', max: total }));
  keepRoomForRequests(app, Math.floor(total * 0.9));

  if (!isProxied) {
    const connections = createCounter(limits.perAddress);
    app.server.prependListener('connection', (socket: Socket) => {
      const release = connections.take(socket.remoteAddress ?? '');
      if (release === null) {
        warn({ limit: 'perAddress', max: limits.perAddress, ip: socket.remoteAddress });
        socket.destroy();
      } else socket.once('close', release);
    });
  }
  const requests = createCounter(limits.perAddress);
  app.addHook('onRequest', async (request, reply) => {
    const release = requests.take(request.ip);
    if (release === null) {
      warn({ limit: 'perAddress', max: limits.perAddress, ip: request.ip });
      throw new TooManyRequestsError(RETRY_AFTER_S);
    }
    reply.raw.once('close', release);
    if (request.routeOptions.config.isUpload !== true) endSlowBody(request, reply, limits.bodyMs);
  });
}

/**
 * If there are more than `most` connections, ends the one that has been idle for longest, so that idle clients can't
 * block others.
 */
function keepRoomForRequests(app: FastifyInstance, most: number): void {
  const waiting = new Set<Socket>();
  let open = 0;
  app.server.on('connection', (socket: Socket) => {
    open += 1;
    waiting.add(socket);
    socket.once('close', () => {
      open -= 1;
      waiting.delete(socket);
    });
    const [longest] = waiting;
    if (open > most && longest !== socket) longest?.destroy();
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    waiting.delete(socket);
    response.once('finish', () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });
}

/**
 * Ends a request whose body arrives too slowly. Also runs after the response was sent, because an unread body occupies
 * its connection just as long.
 */
function endSlowBody({ raw }: FastifyRequest, reply: FastifyReply, bodyMs: number): void {
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
  if (!hasBody) return;
  const { socket } = raw;
  // A request without a socket (as in tests) can't be ended.
  if (!(socket instanceof Socket)) return;
  const timer = setTimeout(() => {
    if (raw.complete || socket.destroyed) return;
    if (reply.raw.headersSent) socket.destroy();
    else {
      const tooSlow = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      answerClientError(tooSlow, socket);
      socket.destroySoon();
    }
  }, bodyMs);
  timer.unref();
  // Listeners are removed afterwards, because a keep-alive connection serves several requests.
  const stop = (): void => {
    clearTimeout(timer);
    socket.removeListener('close', stop);
  };
  raw.once('end', stop);
  raw.once('close', stop);
  socket.once('close', stop);
}

function createCounter(max: number) {
  const countByAddress = new Map<string, number>();
  return {
    /**
     * Takes a slot for this address.
     * @returns a function that releases the slot, or null if the address is at its limit
     */
    take(ip: string): (() => void) | null {
      const address = addressBucket(ip);
      if (isThisMachine(ip)) return () => {};
      const count = countByAddress.get(address) ?? 0;
      if (count >= max) return null;
      countByAddress.set(address, count + 1);
      return () => {
        const remaining = (countByAddress.get(address) ?? 1) - 1;
        if (remaining === 0) countByAddress.delete(address);
        else countByAddress.set(address, remaining);
      };
    },
  };
}

const isThisMachine = (ip: string): boolean => ip === '::1' || addressBucket(ip).startsWith('127.');

function atMostOnceAMinute(warn: (what: object) => void): (what: object) => void {
  let quietUntilMs = 0;
  return (what) => {
    if (performance.now() < quietUntilMs) return;
    quietUntilMs = performance.now() + MINUTE_MS;
    warn(what);
  };
}
