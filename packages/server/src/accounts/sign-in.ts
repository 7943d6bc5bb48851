import type { LoginRequest, Session } from '@packshot/contract';
import { DomainError } from '../platform/domain-error.ts';
import type { Caller, ClientAddress } from '../platform/access/caller.ts';
import { firstSession, startFamily } from './token-families.ts';
import type { AccountDependencies } from './dependencies.ts';
import { adoptGuestWork } from './guest-work.ts';
import { countGuess } from './guesses.ts';

/**
 * Signs in by password. An unknown address takes as long as a wrong password and gets the same answer. So neither text
 * nor timing reveals which accounts exist.
 */
export async function signIn(
  deps: AccountDependencies,
  caller: Caller | null,
  { email, password, device_tokens }: LoginRequest,
  from: ClientAddress,
  captchaSolution?: string,
): Promise<Session> {
  const account = await deps.database.stores.accounts.findByEmail(email);
  // Counts the guess before the password is checked, so that parallel guesses can't bypass the limit.
  const guess = await countGuess(deps, {
    mailbox: email.toLowerCase(),
    userId: account?.userId ?? null,
    deviceTokens: device_tokens ?? [],
    from,
    captchaSolution,
  });
  const isRight = await deps.passwords.verify(password, account?.passwordHash ?? null);
  if (account === null || !isRight) throw new DomainError('WRONG_CREDENTIALS');
  await guess.wasRight();
  const familyId = await deps.database.transaction(async (stores) => {
    await adoptGuestWork(deps, stores, caller, account);
    return startFamily(deps, stores, account.userId, from.userAgent);
  });
  await keepHashUpToDate(deps, account.userId, account.passwordHash, password);
  return firstSession(deps, account, familyId);
}

/**
 * Hashes the password again if the stored hash has outdated parameters. Only possible at sign-in, when the password is
 * known.
 */
async function keepHashUpToDate(
  deps: AccountDependencies,
  userId: string,
  hash: string | null,
  password: string,
): Promise<void> {
  if (hash === null || !deps.passwords.isOutdated(hash)) return;
  await deps.database.stores.accounts.updateUser(userId, {
    passwordHash: await deps.passwords.hash(password),
  });
}
