import type { V1Key } from '@packshot/contract';
import { isBillingOn } from '../../billing/model.ts';
import type { KeyCaller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { toMonth } from './ceiling.ts';
import type { ApiKeyDependencies } from './dependencies.ts';
import { presentApiKey } from './present.ts';

/**
 * Describes the calling API key to the program that uses it, without data about the key's member. Includes credits
 * only if the key may read usage figures.
 * @throws DomainError KEY_INVALID if the key has ended meanwhile
 */
export async function describeKey(
  { database, billing, clock }: ApiKeyDependencies,
  caller: KeyCaller,
): Promise<V1Key> {
  const { apiKeys, ledger } = database.stores;
  const seesCredits = isBillingOn(billing) && caller.key.scopes.includes('usage:read');
  const [row, freemium] = await Promise.all([
    apiKeys.find(caller.organizationId, caller.key.id, toMonth(clock.now())),
    seesCredits ? ledger.balance(caller.userId, 'freemium') : null,
  ]);
  if (row === null) throw new DomainError('KEY_INVALID');
  const { id, name, mode, starts_with, scopes, addresses, expires_at, monthly_ceiling, spent_this_month } =
    presentApiKey(row, caller);
  return {
    id,
    name,
    mode,
    starts_with,
    scopes,
    addresses,
    expires_at,
    monthly_ceiling,
    spent_this_month,
    left_this_month: monthly_ceiling === null ? null : Math.max(0, monthly_ceiling - spent_this_month),
    ...(freemium !== null && { credits: freemium.balance }),
  };
}

/**
 * Reason the key can't spend this many credits now, or null. Advisory only: the transaction that spends the credits
 * checks again.
 */
export async function obstacleTo(
  { database, clock }: ApiKeyDependencies,
  caller: KeyCaller,
  credits: number,
): Promise<'OUT_OF_CREDITS' | 'KEY_CEILING_REACHED' | null> {
  const { apiKeys, ledger } = database.stores;
  const [row, { balance }] = await Promise.all([
    apiKeys.find(caller.organizationId, caller.key.id, toMonth(clock.now())),
    ledger.balance(caller.userId, 'freemium'),
  ]);
  if (balance < credits) return 'OUT_OF_CREDITS';
  const ceiling = row?.monthlyCeiling ?? null;
  return row !== null && ceiling !== null && row.spent + credits > ceiling ? 'KEY_CEILING_REACHED' : null;
}
