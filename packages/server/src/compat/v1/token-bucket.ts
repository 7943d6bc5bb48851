import type { RateLimit } from '../../platform/http/rate-limits.ts';

export interface BucketState {
  readonly isAllowed: boolean;
  /** Number of calls allowed right now, as a whole number. */
  readonly remaining: number;
  /** Seconds until the next call is allowed. */
  readonly nextInSeconds: number;
}

/**
 * Maximum number of keys tracked. The least recently seen are evicted first and later start again with a full bucket.
 */
const REMEMBERED = 10_000;

/** Rate limit by token bucket: one bucket per key, refilled evenly. Each process has its own buckets. */
export function createTokenBuckets(
  { max, windowMs }: RateLimit,
  nowMs: () => number = () => performance.now(),
) {
  const perMs = max / windowMs;
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return (key: string): BucketState => {
    const now = nowMs();
    const { tokens, atMs } = buckets.get(key) ?? { tokens: max, atMs: now };
    const filled = Math.min(max, tokens + (now - atMs) * perMs);
    const isAllowed = filled >= 1;
    const remainingTokens = isAllowed ? filled - 1 : filled;
    // Moves the key to the end of the map, which is sorted by last use.
    buckets.delete(key);
    buckets.set(key, { tokens: remainingTokens, atMs: now });
    const [oldest] = buckets.keys();
    if (buckets.size > REMEMBERED && oldest !== undefined) buckets.delete(oldest);
    const missing = Math.floor(remainingTokens) + 1 - remainingTokens;
    return {
      isAllowed,
      remaining: Math.floor(remainingTokens),
      nextInSeconds: Math.ceil(missing / perMs / 1000),
    };
  };
}
