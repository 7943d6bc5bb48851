import { TooManyRequestsError } from '../domain-error.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/stores.ts';
import type { TokenSecrets } from '../ports/token-secrets.ts';

export interface AttemptLimit {
  /** Its name in the database; two limits of one kind would count together. */
  readonly kind: string;
  readonly max: number;
  readonly windowMs: number;
}

/**
 * What may be tried how often, whichever API process is asked. A person who has forgotten something stays below
 * these; who guesses addresses or passwords does not.
 */
export const ATTEMPT_LIMITS = {
  /** Wrong passwords for one account from one address. */
  signIn: { kind: 'sign-in', max: 10, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords from one address, whatever the account: an office that is back from its holidays. */
  signInFromAddress: { kind: 'sign-in-address', max: 50, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords for one account from anywhere: many addresses do not help. */
  signInToAccount: { kind: 'sign-in-account', max: 100, windowMs: 15 * MINUTE_MS },
  registrations: { kind: 'register', max: 20, windowMs: HOUR_MS },
  /** Mails to one address that somebody at another one asks for. */
  resetMails: { kind: 'reset-mail', max: 5, windowMs: HOUR_MS },
  resetMailsToAccount: { kind: 'reset-mail-account', max: 20, windowMs: HOUR_MS },
  resetMailsFromAddress: { kind: 'reset-mail-address', max: 30, windowMs: HOUR_MS },
  verificationMails: { kind: 'verification-mail', max: 5, windowMs: HOUR_MS },
  /** Mails to strangers in the name of one organisation. */
  invitations: { kind: 'invitation', max: 30, windowMs: HOUR_MS },
  demoRequests: { kind: 'demo', max: 10, windowMs: HOUR_MS },
  /** Wrong passwords where a signed-in user has to repeat theirs. */
  confirmations: { kind: 'confirmation', max: 10, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, AttemptLimit>;

/** No window is longer; older counters can go. */
export const LONGEST_WINDOW_MS = HOUR_MS;

export interface AttemptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: TokenSecrets;
}

/**
 * Counts an attempt before it is made, so that parallel ones cannot slip through.
 * @param subject who or what is counted, such as an address; stored as a keyed hash
 * @returns a function that takes this one back, for an attempt that turned out to be right; the others stay counted
 * @throws TooManyRequestsError past the limit
 */
export async function countAttempt(
  deps: AttemptDependencies,
  limit: AttemptLimit,
  subject: string,
): Promise<() => Promise<void>> {
  const { windowStart, endsInMs } = windowAt(deps.clock.now(), limit.windowMs);
  const subjectHash = deps.secrets.hashAddress(subject);
  const { attempts } = deps.database.stores;
  const count = await attempts.add(limit.kind, subjectHash, windowStart);
  if (count > limit.max) throw new TooManyRequestsError(Math.ceil(endsInMs / 1000));
  return () => attempts.takeBack(limit.kind, subjectHash, windowStart);
}

/** The same without a refusal: how many there are now within the window. */
export function addAttempt(
  deps: AttemptDependencies,
  { kind, windowMs }: Pick<AttemptLimit, 'kind' | 'windowMs'>,
  subject: string,
): Promise<number> {
  const { windowStart } = windowAt(deps.clock.now(), windowMs);
  return deps.database.stores.attempts.add(kind, deps.secrets.hashAddress(subject), windowStart);
}

function windowAt(now: Date, windowMs: number): { windowStart: Date; endsInMs: number } {
  const startMs = Math.floor(now.getTime() / windowMs) * windowMs;
  return { windowStart: new Date(startMs), endsInMs: startMs + windowMs - now.getTime() };
}
