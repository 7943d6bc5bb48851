import { TooManyRequestsError } from '../domain-error.ts';
import { V1_CALLS_PER_MINUTE } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../durations.ts';

export interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Limits that protect the server from floods of requests; the credit ledger prevents overuse of paid work. High enough
 * for a whole office behind one address.
 */
export const DEFAULT_RATE_LIMITS = {
  /** Browsers create a guest session on their first visit. Services also limit the free credits of guests. */
  guestsPerAddress: { max: 60, windowMs: MINUTE_MS },
  /** A tab refreshes its token every 15 minutes; a hundred tabs may still reload at once. */
  refreshesPerAddress: { max: 300, windowMs: MINUTE_MS },
  /** A tab without an event stream polls each task every 2 s. Enough for 200 tasks in all of a user's tabs. */
  pollsPerUser: { max: 6000, windowMs: MINUTE_MS },
  pollsPerAddress: { max: 60_000, windowMs: MINUTE_MS },
  /** Each call costs a password hash, a mail or a database row. Services also limit the calls by account. */
  accountCallsPerAddress: { max: 60, windowMs: MINUTE_MS },
  callsPerUser: { max: 600, windowMs: MINUTE_MS },
  /** Limit of the public API, which is a token bucket rather than a window. */
  callsPerKey: { max: V1_CALLS_PER_MINUTE, windowMs: MINUTE_MS },
  callsPerAddress: { max: 3000, windowMs: MINUTE_MS },
  uploadsPerAddress: { max: 600, windowMs: MINUTE_MS },
  /** A page of History shows 20 thumbnails, and browsers fetch large pictures in ranges. */
  objectReadsPerAddress: { max: 6000, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof DEFAULT_RATE_LIMITS;
export type RateLimits = Record<RateLimitName, RateLimit>;

/**
 * Returns the limits that apply to an endpoint: one by address, before its token is checked, and one by user,
 * afterwards.
 */
export function limitsOfEndpoint(name: EndpointName): {
  address: RateLimitName | null;
  user: RateLimitName | null;
} {
  switch (name) {
    case 'createGuestSession':
      return { address: 'guestsPerAddress', user: null };
    case 'register':
    case 'login':
    case 'registerDemo':
    case 'signUpFromMarketplace':
    case 'registerSocial':
    case 'forgotPassword':
    case 'resetPassword':
    case 'verifyEmail':
      return { address: 'accountCallsPerAddress', user: null };
    case 'refreshSession':
    case 'logout':
      return { address: 'refreshesPerAddress', user: null };
    case 'checkStatus':
      return { address: 'pollsPerAddress', user: 'pollsPerUser' };
    case 'health':
    case 'readiness':
    case 'metrics':
      return { address: null, user: null };
    default:
      return { address: 'callsPerAddress', user: 'callsPerUser' };
  }
}

export type LimitCheck = (request: FastifyRequest) => Promise<void>;

const PER_USER: ReadonlySet<RateLimitName> = new Set<RateLimitName>(['pollsPerUser', 'callsPerUser']);

/**
 * Creates one counter per limit, shared by all routes with that limit. IPv6 addresses count by /64 network. Requires
 * the rate-limit plugin. Counters are local to the process, so several API processes multiply the limit, which still
 * stops floods.
 * @returns a function that creates the check of a limit; the check does nothing if the limit is disabled
 */
export function createLimitChecks(
  app: FastifyInstance,
  overrides: Partial<RateLimits> | null,
): (name: RateLimitName | null) => LimitCheck {
  if (overrides === null) return () => async () => {};
  const limits: RateLimits = { ...DEFAULT_RATE_LIMITS, ...overrides };
  const checks = new Map<RateLimitName, LimitCheck>();
  for (const [name, { max, windowMs }] of Object.entries(limits) as [RateLimitName, RateLimit][]) {
    const consume = app.createRateLimit({
      max,
      timeWindow: windowMs,
      ...(PER_USER.has(name) && { keyGenerator: getUserId }),
    });
    checks.set(name, async (request) => {
      const outcome = await consume(request);
      if (!outcome.isAllowed && outcome.isExceeded) throw new TooManyRequestsError(outcome.ttlInSeconds);
    });
  }
  return (name) => (name === null ? undefined : checks.get(name)) ?? (async () => {});
}

function getUserId(request: FastifyRequest): string {
  if (request.caller === null) throw new Error('A limit by user needs an authenticated request');
  return request.caller.userId;
}
