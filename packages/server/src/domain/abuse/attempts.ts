import type { Database } from '../database.ts';
import { TooManyRequestsError } from '../domain-error.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Clock } from '../ports/clock.ts';
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
  /** Wrong passwords for one account from anywhere, before each further one costs a captcha. */
  signInToAccount: { kind: 'sign-in-account', max: 100, windowMs: 15 * MINUTE_MS },
  /** The same with a solved captcha: where guessing ends, however many addresses it comes from. */
  signInToAccountByCaptcha: { kind: 'sign-in-account-captcha', max: 400, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords from a browser that its owner has signed in with before. No stranger's guesses count here. */
  signInFromKnownDevice: { kind: 'sign-in-device', max: 10, windowMs: 15 * MINUTE_MS },
  registrations: { kind: 'register', max: 20, windowMs: HOUR_MS },
  /** Mails to one address that somebody at another one asks for. */
  resetMails: { kind: 'reset-mail', max: 5, windowMs: HOUR_MS },
  resetMailsToAccount: { kind: 'reset-mail-account', max: 20, windowMs: HOUR_MS },
  resetMailsFromAddress: { kind: 'reset-mail-address', max: 30, windowMs: HOUR_MS },
  verificationMails: { kind: 'verification-mail', max: 5, windowMs: HOUR_MS },
  /** Mails to one address that accounts without one ask for. */
  newAddressMails: { kind: 'new-address-mail', max: 5, windowMs: HOUR_MS },
  /** Mails to strangers in the name of one organization. */
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

/** An attempt that was counted. */
export interface CountedAttempt {
  /** How many there are now within the window, this one included. */
  readonly count: number;
  /** For one that turned out to be right; the others stay counted. */
  readonly takeBack: () => Promise<void>;
  /** What to throw when that is too many. */
  readonly refusal: () => TooManyRequestsError;
}

/**
 * Counts an attempt, without a refusal.
 * @param subject who or what is counted, such as an address; stored as a keyed hash
 */
export async function addAttempt(
  deps: AttemptDependencies,
  { kind, windowMs }: Pick<AttemptLimit, 'kind' | 'windowMs'>,
  subject: string,
): Promise<CountedAttempt> {
  const { windowStart, endsInMs } = windowAt(deps.clock.now(), windowMs);
  const subjectHash = deps.secrets.hashAddress(subject);
  const { attempts } = deps.database.stores;
  const count = await attempts.add(kind, subjectHash, windowStart);
  return {
    count,
    takeBack: () => attempts.takeBack(kind, subjectHash, windowStart),
    refusal: () => new TooManyRequestsError(Math.ceil(endsInMs / 1000)),
  };
}

/**
 * Counts an attempt before it is made, so that parallel ones cannot slip through.
 * @returns a function that takes this one back
 * @throws TooManyRequestsError past the limit
 */
export async function countAttempt(
  deps: AttemptDependencies,
  limit: AttemptLimit,
  subject: string,
): Promise<() => Promise<void>> {
  const attempt = await addAttempt(deps, limit, subject);
  if (attempt.count > limit.max) throw attempt.refusal();
  return attempt.takeBack;
}

/** A success: what was counted of this subject is forgotten. */
export function forgetAttempts(
  { database, secrets }: AttemptDependencies,
  { kind }: Pick<AttemptLimit, 'kind'>,
  subject: string,
): Promise<void> {
  return database.stores.attempts.forget(kind, secrets.hashAddress(subject));
}

function windowAt(now: Date, windowMs: number): { windowStart: Date; endsInMs: number } {
  const startMs = Math.floor(now.getTime() / windowMs) * windowMs;
  return { windowStart: new Date(startMs), endsInMs: startMs + windowMs - now.getTime() };
}
