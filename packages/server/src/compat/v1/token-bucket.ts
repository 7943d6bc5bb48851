import type { RateLimit } from '../../platform/http/rate-limits.ts';

export interface BucketState {
  readonly isAllowed: boolean;
  /** Whole calls that are left now. */
  readonly remaining: number;
  /** Until there is one more. */
  readonly nextInSeconds: number;
}

/** How many keys are remembered; the least recently seen are dropped first, and begin with a full bucket. */
const REMEMBERED = 10_000;

/**
 * A bucket of tokens per key: as many calls at once as it holds, filled evenly. Local to the process, like the other limits.
 */
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
    const left = isAllowed ? filled - 1 : filled;
    // The last one seen is the last one of the map.
    buckets.delete(key);
    buckets.set(key, { tokens: left, atMs: now });
    const [oldest] = buckets.keys();
    if (buckets.size > REMEMBERED && oldest !== undefined) buckets.delete(oldest);
    const missing = Math.floor(left) + 1 - left;
    return { isAllowed, remaining: Math.floor(left), nextInSeconds: Math.ceil(missing / perMs / 1000) };
  };
}
