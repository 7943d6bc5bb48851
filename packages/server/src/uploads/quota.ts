import { isSubscriber } from '../billing/entitlement.ts';
import { isBillingOn } from '../billing/model.ts';
import type { BillingSettings } from '../billing/model.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { StorageQuotas } from '../platform/config/limits.ts';
import type { UploadStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';

export interface QuotaDependencies {
  readonly quotas: StorageQuotas;
  readonly billing: BillingSettings;
}

/**
 * Checks that the user's storage limit allows `moreBytes`. Inside a transaction, the answer stays valid until the end:
 * other writes for this user, or for guests of the same network address, wait.
 * @returns whether the user's generations are free of charge, on which the limit depends
 * @throws DomainError UNAUTHENTICATED if the user was deleted meanwhile, STORAGE_QUOTA, GUEST_STORAGE_QUOTA
 */
export async function assertRoom(
  { quotas, billing }: QuotaDependencies,
  stores: UploadStores,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
  moreBytes: number,
  now: Date,
): Promise<boolean> {
  const { usage } = stores;
  if (!(await usage.lockUser(userId))) throw new DomainError('UNAUTHENTICATED');
  const isGuest = role === 'guest';
  const isUnlimited = await isSubscriber(stores, billing, userId, now);
  const accountBytes = isUnlimited && isBillingOn(billing) ? quotas.subscriberBytes : quotas.accountBytes;
  const quota = isGuest ? quotas.guestBytes : accountBytes;
  if ((await usage.countBytes(userId)) + moreBytes > quota) {
    throw new DomainError(isGuest ? 'GUEST_STORAGE_QUOTA' : 'STORAGE_QUOTA');
  }
  if (!isGuest) return isUnlimited;
  await usage.lockAddress(userId);
  if ((await usage.guestBytesOfAddress(userId)) + moreBytes > quotas.guestBytesPerAddress) {
    throw new DomainError('GUEST_STORAGE_QUOTA');
  }
  return isUnlimited;
}
