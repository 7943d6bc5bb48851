import type { AuthorizationSummary } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { assertPermitted, PERMISSIONS } from '../platform/access/permissions.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { AccountDatabase } from './stores.ts';

export async function readAuthorization(
  { stores }: AccountDatabase,
  caller: Caller,
): Promise<AuthorizationSummary> {
  assertPermitted(caller, 'account.read');
  const [account, freemium, download] = await Promise.all([
    stores.accounts.find(caller.userId),
    stores.ledger.balance(caller.userId, 'freemium'),
    stores.ledger.balance(caller.userId, 'download'),
  ]);
  if (account === null) throw new DomainError('UNAUTHENTICATED');
  return {
    role: account.role,
    plan: account.organization.subscriptionType,
    permissions: [...PERMISSIONS[account.role]],
    freemium_credits: freemium.balance,
    download_credits: download.balance,
  };
}
