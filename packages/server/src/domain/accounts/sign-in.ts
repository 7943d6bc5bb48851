import type { LoginRequest, Session } from '@packshot/contract';
import { DomainError } from '../domain-error.ts';
import type { Caller, ClientAddress } from '../caller.ts';
import { firstSession, startFamily } from '../sessions/token-families.ts';
import type { AccountDependencies } from './dependencies.ts';
import { bringGuestWork } from './guest-work.ts';
import { countGuess } from './guesses.ts';

/**
 * Signs in by password. An address without an account costs the same work and gives the same answer as a wrong
 * password, so that neither words nor time tell who has an account.
 */
export async function signIn(
  deps: AccountDependencies,
  caller: Caller | null,
  { email, password, device_tokens }: LoginRequest,
  from: ClientAddress,
  captchaSolution: string | undefined,
): Promise<Session> {
  const account = await deps.database.stores.accounts.findByEmail(email);
  // Counted before the password is looked at: guesses made at once would all pass otherwise.
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
    await bringGuestWork(deps, stores, caller, account);
    return startFamily(deps, stores, account.userId, from.userAgent);
  });
  await keepHashUpToDate(deps, account.userId, account.passwordHash, password);
  return firstSession(deps, account, familyId);
}

/** Whoever signs in gives us the password to hash by today's parameters. */
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
