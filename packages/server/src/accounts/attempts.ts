import type { AccountDatabase } from './stores.ts';
import { TooManyRequestsError } from '../platform/domain-error.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/durations.ts';
import type { Clock } from '../platform/clock.ts';
import type { TokenSecrets } from '../platform/secrets/token-secrets.ts';

export interface AttemptLimit {
  /** Key of the counter in the database. Two limits with the same kind would share a counter. */
  readonly kind: string;
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Limits on attempts, shared by all API processes. High enough for users who forgot their password, too low for
 * guessing attacks.
 */
export const ATTEMPT_LIMITS = {
  /** Wrong passwords for one account from one network address. */
  signIn: { kind: 'sign-in', max: 10, windowMs: 15 * MINUTE_MS },
  /**
   * Wrong passwords from one network address, for any account. High enough for an office whose staff all return from
   * vacation on one day.
   */
  signInFromAddress: { kind: 'sign-in-address', max: 50, windowMs: 15 * MINUTE_MS },
  /**
   * Wrong passwords for one account from all network addresses together. Above this, each attempt requires a captcha.
   */
  signInToAccount: { kind: 'sign-in-account', max: 100, windowMs: 15 * MINUTE_MS },
  /**
   * Wrong passwords for one account with a solved captcha, from all network addresses together. Stops distributed
   * guessing.
   */
  signInToAccountByCaptcha: { kind: 'sign-in-account-captcha', max: 400, windowMs: 15 * MINUTE_MS },
  /**
   * Wrong passwords from a browser in which the account's owner has signed in before. Guesses from other browsers
   * don't count here.
   */
  signInFromKnownDevice: { kind: 'sign-in-device', max: 10, windowMs: 15 * MINUTE_MS },
  registrations: { kind: 'register', max: 20, windowMs: HOUR_MS },
  /** Password reset mails to one mailbox, requested from one network address. */
  resetMails: { kind: 'reset-mail', max: 5, windowMs: HOUR_MS },
  resetMailsToAccount: { kind: 'reset-mail-account', max: 20, windowMs: HOUR_MS },
  resetMailsFromAddress: { kind: 'reset-mail-address', max: 30, windowMs: HOUR_MS },
  verificationMails: { kind: 'verification-mail', max: 5, windowMs: HOUR_MS },
  /** Mails to one new address, requested by accounts that have no mail address yet. */
  newAddressMails: { kind: 'new-address-mail', max: 5, windowMs: HOUR_MS },
  /** Invitation mails that an organization sends to people outside it. */
  invitations: { kind: 'invitation', max: 30, windowMs: HOUR_MS },
  demoRequests: { kind: 'demo', max: 10, windowMs: HOUR_MS },
  /** Wrong passwords when a signed-in user has to enter their password again. */
  confirmations: { kind: 'confirmation', max: 10, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, AttemptLimit>;

/** The longest window of `ATTEMPT_LIMITS`; counters older than this can be deleted. */
export const LONGEST_WINDOW_MS = HOUR_MS;

export interface AttemptDependencies {
  readonly database: AccountDatabase;
  readonly clock: Clock;
  readonly secrets: TokenSecrets;
}

/**
 * Counts an attempt without refusing it.
 * @param subject identity that is counted, such as an address; stored as a keyed hash
 */
export async function addAttempt(
  deps: AttemptDependencies,
  { kind, windowMs }: Pick<AttemptLimit, 'kind' | 'windowMs'>,
  subject: string,
) {
  const { windowStart, endsInMs } = windowAt(deps.clock.now(), windowMs);
  const subjectHash = deps.secrets.hashAddress(subject);
  const { attempts } = deps.database.stores;
  const count = await attempts.add(kind, subjectHash, windowStart);
  return {
    /** Number of attempts within the window, including this one. */
    count,
    /** Removes this attempt from the count because it succeeded; earlier attempts stay counted. */
    takeBack: (): Promise<void> => attempts.takeBack(kind, subjectHash, windowStart),
    refusal: (): TooManyRequestsError => new TooManyRequestsError(Math.ceil(endsInMs / 1000)),
  };
}

/**
 * Counts an attempt before it is made, so that parallel attempts can't slip through.
 * @returns a function that removes this attempt from the count
 * @throws TooManyRequestsError above the limit
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
