import type { CallerKey } from '../../platform/access/caller.ts';
import type { ApiStores } from '../stores.ts';
import { DomainError } from '../../platform/domain-error.ts';

/** The calendar month (UTC) of a moment, given as the month's first day. */
export const toMonth = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

/**
 * Counts credits against the key's monthly ceiling. Must run in the transaction that debits the credits, so that both
 * roll back together and parallel debits can't exceed the ceiling.
 * @throws DomainError KEY_CEILING_REACHED
 */
export async function chargeCeiling(
  { apiKeys }: Pick<ApiStores, 'apiKeys'>,
  key: Pick<CallerKey, 'id'>,
  credits: number,
  at: Date,
): Promise<void> {
  if (credits === 0) return;
  if (!(await apiKeys.charge(key.id, toMonth(at), credits))) throw new DomainError('KEY_CEILING_REACHED');
}
