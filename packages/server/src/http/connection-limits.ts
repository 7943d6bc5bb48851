import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressBucket } from '../domain/abuse/address-bucket.ts';
import { TooManyRequestsError } from '../domain/domain-error.ts';
import { MINUTE_MS } from '../domain/durations.ts';
import { answerClientError } from './client-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files, for which a slow line needs minutes. */
    isUpload?: boolean;
  }
}

/** How long a client may take to say what it wants, and how many may do so at once. */
export interface ConnectionLimits {
  /** Connections to this process, of everybody. */
  readonly total: number;
  /** Of one address (IPv6: one /64): connections, or behind a proxy the requests that are under way. */
  readonly perAddress: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From there to the end of its body, unless it is an upload. */
  readonly bodyMs: number;
}

/**
 * A browser has up to six connections and one more for each stream: 500 are an office. Bodies are at most 64 KB
 * (payment messages 1 MB), which the slowest phone line carries within seconds.
 */
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  total: 5000,
  perAddress: 500,
  headersMs: 15_000,
  bodyMs: 20_000,
};

/** How often Node looks for requests that take too long. */
export const CONNECTIONS_CHECKED_EVERY_MS = 2_000;
const RETRY_AFTER_S = 5;

/**
 * Ends what arrives too slowly, and refuses who holds too much at once. Addresses of this machine are not counted: a
 * proxy that does not say for whom it asks looks like it, and would have everybody counted as one.
 * @param isProxied whether proxies are believed: their connections carry many people's requests, so that
 *   requests are counted instead, by the address that the proxy names
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits, isProxied: boolean): void {
  app.server.headersTimeout = limits.headersMs;
  app.server.maxConnections = limits.total;
  const warn = atMostOnceAMinute((what: object) => app.log.warn(what, 'connections are refused'));
  app.server.on('drop', () => warn({ limit: 'total', max: limits.total }));

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

/** Whether it was answered meanwhile or not: a body that nobody reads holds its connection just as long. */
function endSlowBody({ raw }: FastifyRequest, reply: FastifyReply, bodyMs: number): void {
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
  if (!hasBody) return;
  const { socket } = raw;
  // A request that was made without a connection (tests do) holds none.
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
  // A connection that is kept has one request after the other: nothing of one may stay on it.
  const stop = (): void => {
    clearTimeout(timer);
    socket.removeListener('close', stop);
  };
  raw.once('end', stop);
  raw.once('close', stop);
  socket.once('close', stop);
}

/** Counts what each address holds. */
function createCounter(max: number) {
  const held = new Map<string, number>();
  return {
    /** @returns what gives it back; null when the address holds as much as it may */
    take(ip: string): (() => void) | null {
      const address = addressBucket(ip);
      if (isThisMachine(ip)) return () => {};
      const count = held.get(address) ?? 0;
      if (count >= max) return null;
      held.set(address, count + 1);
      return () => {
        const left = (held.get(address) ?? 1) - 1;
        if (left === 0) held.delete(address);
        else held.set(address, left);
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
