import { V1_HEADERS } from '@packshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TooManyRequestsError } from '../../domain/domain-error.ts';
import type { RateLimit } from '../rate-limits.ts';
import { createTokenBuckets } from './token-bucket.ts';
import type { BucketState } from './token-bucket.ts';

/** How often a key may call, counted over all addresses that programs call. */
export interface CallsPerKey {
  readonly limit: RateLimit;
  readonly take: (keyId: string) => BucketState;
}

export const countCalls = (limit: RateLimit): CallsPerKey => ({ limit, take: createTokenBuckets(limit) });

/** Tells each answer what the key has left (draft-ietf-httpapi-ratelimit-headers). */
export function keyLimit({ limit, take }: CallsPerKey) {
  const policy = `"calls";q=${limit.max};w=${limit.windowMs / 1000}`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { isAllowed, remaining, nextInSeconds } = take(request.caller?.key?.id ?? '');
    reply.headers({
      [V1_HEADERS.rateLimitPolicy]: policy,
      [V1_HEADERS.rateLimit]: `"calls";r=${remaining};t=${nextInSeconds}`,
    });
    if (!isAllowed) throw new TooManyRequestsError(nextInSeconds);
  };
}
