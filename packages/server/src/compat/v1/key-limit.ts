import { V1_HEADERS } from '@packshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TooManyRequestsError } from '../../platform/domain-error.ts';
import type { RateLimit } from '../../platform/http/rate-limits.ts';
import { createTokenBuckets } from './token-bucket.ts';
import type { BucketState } from './token-bucket.ts';

export const countCalls = (limit: RateLimit) => ({ limit, take: createTokenBuckets(limit) });

/** Limit of calls per API key, counted over all endpoints for programs. */
export type CallsPerKey = ReturnType<typeof countCalls>;

/** Builds response headers with the number of calls that the key has left. */
export type LimitHeaders = (limit: RateLimit, state: BucketState) => Readonly<Record<string, string>>;

/** Headers `RateLimit` and `RateLimit-Policy` as defined in draft-ietf-httpapi-ratelimit-headers. */
export const standardLimitHeaders: LimitHeaders = ({ max, windowMs }, { remaining, nextInSeconds }) => ({
  [V1_HEADERS.rateLimitPolicy]: `"calls";q=${max};w=${windowMs / 1000}`,
  [V1_HEADERS.rateLimit]: `"calls";r=${remaining};t=${nextInSeconds}`,
});

/**
 * Creates a hook that counts a call against its key's limit and adds the number of remaining calls to the response's
 * headers.
 */
export const keyLimit =
  ({ limit, take }: CallsPerKey, buildHeaders: LimitHeaders) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const state = take(request.caller?.key?.id ?? '');
    reply.headers(buildHeaders(limit, state));
    if (!state.isAllowed) throw new TooManyRequestsError(state.nextInSeconds);
  };
