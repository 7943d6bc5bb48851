import { addressBucket } from '../platform/access/address-bucket.ts';
import { addAttempt, ATTEMPT_LIMITS, countAttempt, forgetAttempts } from './attempts.ts';
import { requireCaptcha } from './require-captcha.ts';
import type { ClientAddress } from '../platform/access/caller.ts';
import type { AccountDependencies } from './dependencies.ts';

/** A password that a client submitted for an account. */
interface Guess {
  readonly mailbox: string;
  /** User id, or null if the account doesn't exist. */
  readonly userId: string | null;
  readonly deviceTokens: readonly string[];
  readonly from: ClientAddress;
  readonly captchaSolution: string | undefined;
}

interface CountedGuess {
  /**
   * Reports that the password was correct: removes this guess from all counts and resets the count of wrong guesses for
   * this device, or for this account and network address.
   */
  wasRight(): Promise<void>;
}

/**
 * Counts a password guess before the password is checked. A browser in which the owner has signed in before has its
 * own count. Strangers therefore can't lock the owner out, and the device allows no extra guesses
 * (docs/decisions/accounts-and-captcha.md).
 * @throws TooManyRequestsError above a limit; DomainError CAPTCHA_REQUIRED once further guesses require a captcha
 */
export async function countGuess(deps: AccountDependencies, guess: Guess): Promise<CountedGuess> {
  const device = knownDevice(deps, guess);
  return device === null ? countStrangersGuess(deps, guess) : countDevicesGuess(deps, device);
}

/** Id of the device if the account's owner has signed in on it before, otherwise null. */
function knownDevice(deps: AccountDependencies, { userId, deviceTokens }: Guess): string | null {
  if (userId === null) return null;
  const now = deps.clock.now();
  for (const token of deviceTokens) {
    const device = deps.secrets.readDeviceToken(token, userId, now);
    if (device !== null) return device;
  }
  return null;
}

async function countDevicesGuess(deps: AccountDependencies, device: string): Promise<CountedGuess> {
  await countAttempt(deps, ATTEMPT_LIMITS.signInFromKnownDevice, device);
  return { wasRight: () => forgetAttempts(deps, ATTEMPT_LIMITS.signInFromKnownDevice, device) };
}

async function countStrangersGuess(deps: AccountDependencies, guess: Guess): Promise<CountedGuess> {
  const address = addressBucket(guess.from.ip);
  const { signIn, signInFromAddress, signInToAccount, signInToAccountByCaptcha } = ATTEMPT_LIMITS;
  const pair = `${guess.mailbox} ${address}`;
  const takeBack = [
    await countAttempt(deps, signInFromAddress, address),
    await countAttempt(deps, signIn, pair),
  ];
  const takeAllBack = async (): Promise<void> => {
    for (const takeOneBack of takeBack) await takeOneBack();
  };
  const ofAccount = await addAttempt(deps, signInToAccount, guess.mailbox);
  takeBack.push(ofAccount.takeBack);
  if (ofAccount.count > signInToAccount.max) {
    if (deps.captcha === null) throw ofAccount.refusal();
    try {
      await requireCaptcha(deps, guess.captchaSolution, guess.from.ip);
    } catch (error) {
      // Removes this guess from the counts: the password wasn't checked, and the client will send it again with a
      // captcha solution.
      await takeAllBack();
      throw error;
    }
    takeBack.push(await countAttempt(deps, signInToAccountByCaptcha, guess.mailbox));
  }
  return {
    async wasRight() {
      await takeAllBack();
      await forgetAttempts(deps, signIn, pair);
    },
  };
}
