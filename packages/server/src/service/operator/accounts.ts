import { randomUUID } from 'node:crypto';
import type { Grant, Ledger } from '@packshot/contract';
import { ROUTES } from '@packshot/contract';
import type { Account, ListedAccount } from '../../accounts/account-store.ts';
import type { AccountDependencies } from '../../accounts/dependencies.ts';
import { confirmAddress } from '../../accounts/email-verification.ts';
import { findAccount } from '../../accounts/find-account.ts';
import { lockMailAddress } from '../../accounts/mail-lock.ts';
import { assertUncommon } from '../../accounts/new-password.ts';
import { becomeMember } from '../../accounts/registration.ts';
import type { ServiceDatabase, ServiceStores } from '../stores.ts';
import type { TaskEndings } from '../../tools/lifecycle.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { revokeTasks } from '../../tools/service.ts';

export interface OperatorAccountDependencies extends Pick<
  AccountDependencies,
  'clock' | 'secrets' | 'allowances' | 'passwords' | 'commonPasswords'
> {
  readonly database: ServiceDatabase;
  readonly endings: TaskEndings;
  /** Base URL of links in mails, without a trailing slash. */
  readonly siteUrl: string;
}

/**
 * Lifetime of the link for the first password. The operator passes it on manually, so it may take days to be opened.
 */
const FIRST_PASSWORD_TTL_MS = 7 * DAY_MS;
const PAGE = 500;

export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Password of the user; null if the user sets it with a link. */
  readonly password: string | null;
}

export interface CreatedUser {
  readonly userId: string;
  /** Link with which the user sets the password, once; null if a password was given. */
  readonly link: string | null;
}

/**
 * Creates an account regardless of the sign-up policy. The operator vouches for the mail address, so no confirmation
 * mail is sent.
 * @throws DomainError EMAIL_TAKEN, BAD_REQUEST for a commonly used password
 */
export async function createUser(
  deps: OperatorAccountDependencies,
  { email, firstName, lastName, password }: NewUser,
): Promise<CreatedUser> {
  if (password !== null) assertUncommon(deps, password);
  const passwordHash = password === null ? null : await deps.passwords.hash(password);
  return deps.database.transaction(async (stores) => {
    await lockMailAddress(deps, stores, email);
    if ((await stores.accounts.findByEmail(email)) !== null) throw new DomainError('EMAIL_TAKEN');
    const account = await becomeMember(deps, stores, null, { email, firstName, lastName, passwordHash });
    await confirmAddress(deps, stores, account);
    const link = password === null ? await passwordLink(deps, stores, account) : null;
    return { userId: account.userId, link };
  });
}

/** Creates a link with which the user sets a new password. Invalidates earlier links. Throws DomainError NOT_FOUND. */
export async function newPasswordLink(deps: OperatorAccountDependencies, who: string): Promise<string> {
  const account = await requireAccount(deps, who);
  return deps.database.transaction((stores) => passwordLink(deps, stores, account));
}

async function passwordLink(
  { secrets, clock, siteUrl }: OperatorAccountDependencies,
  stores: ServiceStores,
  { userId, email }: Account,
): Promise<string> {
  if (email === null) throw new DomainError('NOT_FOUND');
  const token = secrets.newLinkToken();
  await stores.linkTokens.deleteForUser(userId, 'reset-password');
  await stores.linkTokens.insert({
    tokenHash: secrets.hashToken(token),
    userId,
    purpose: 'reset-password',
    email,
    expiresAt: new Date(clock.now().getTime() + FIRST_PASSWORD_TTL_MS),
  });
  return siteUrl + ROUTES.resetPassword.replace('{token}', token);
}

export interface GrantOrder {
  /** Entitlements that replace the earlier ones; null leaves those unchanged. */
  readonly grants: readonly Grant[] | null;
  /** Time at which the granted entitlements end, or null for no end. */
  readonly until: Date | null;
  readonly generations: number;
  readonly downloads: number;
}

/** Grants entitlements to the user's organization, and credits to the user. Throws DomainError NOT_FOUND. */
export async function grantTo(
  deps: OperatorAccountDependencies,
  who: string,
  { grants, until, generations, downloads }: GrantOrder,
): Promise<Account> {
  const account = await requireAccount(deps, who);
  const { userId, organization } = account;
  await deps.database.transaction(async (stores) => {
    if (grants !== null) await stores.organizations.setGrants(organization.id, grants, until);
    const credits: readonly (readonly [Ledger, number])[] = [
      ['freemium', generations],
      ['download', downloads],
    ];
    for (const [ledger, delta] of credits) {
      if (delta === 0) continue;
      const reference = `operator:${randomUUID()}`;
      await stores.ledger.append({ userId, ledger, kind: 'grant', delta, reference });
    }
  });
  return account;
}

/**
 * Disables an account immediately, or enables it again. The server reads rights each time they are used, so the user's
 * sessions, keys, runs and webhooks stop too. Running work is canceled and refunded.
 * @throws DomainError NOT_FOUND
 */
export async function setDisabled(
  deps: OperatorAccountDependencies,
  who: string,
  isDisabled: boolean,
): Promise<Account> {
  const { database, endings, clock } = deps;
  const account = await requireAccount(deps, who);
  const { userId } = account;
  const now = clock.now();
  await database.transaction(async ({ accounts, refreshTokens }) => {
    await accounts.updateUser(userId, { disabledAt: isDisabled ? now : null });
    if (isDisabled) await refreshTokens.revokeFamilies(userId, null, 'revoked', now);
  });
  if (isDisabled) {
    const open = await database.stores.tasks.listUnfinishedIds(userId);
    if (open.length > 0) await revokeTasks({ database, endings, clock }, userId, open);
  }
  return account;
}

/** Yields all accounts that aren't guests, oldest first. Reads them page by page. */
export async function* listAccounts({
  database,
}: Pick<OperatorAccountDependencies, 'database'>): AsyncGenerator<ListedAccount> {
  for (let last: ListedAccount | null = null; ;) {
    const page: readonly ListedAccount[] = await database.stores.accounts.listMembers(last, PAGE);
    yield* page;
    last = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

async function requireAccount({ database }: OperatorAccountDependencies, who: string): Promise<Account> {
  const account = await findAccount(database.stores.accounts, who);
  if (account.isGuest) throw new DomainError('NOT_FOUND');
  return account;
}
