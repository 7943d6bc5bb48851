import { isSubscriber } from '../billing/standing.ts';
import type { BillingSettings } from '../billing/model.ts';
import type { Caller } from '../caller.ts';
import type { Stores } from '../database.ts';
import { DomainError } from '../domain-error.ts';

/** How much may be stored, in bytes: photos, results, pictures of history. */
export interface StorageQuotas {
  readonly guestBytes: number;
  /** Of all guests who came from one address. */
  readonly guestBytesPerAddress: number;
  readonly accountBytes: number;
  readonly subscriberBytes: number;
}

export interface QuotaDependencies {
  readonly quotas: StorageQuotas;
  readonly billing: BillingSettings;
}

/**
 * Makes sure that so much more fits. Inside a transaction it stays true until the end: whoever else wants to store something for this
 * user, or as a guest of the same address, waits.
 * @throws DomainError UNAUTHENTICATED for who was deleted meanwhile, STORAGE_QUOTA, GUEST_STORAGE_QUOTA
 */
export async function assertRoom(
  { quotas, billing }: QuotaDependencies,
  stores: Stores,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
  moreBytes: number,
  now: Date,
): Promise<void> {
  const { usage } = stores;
  if (!(await usage.lockUser(userId))) throw new DomainError('UNAUTHENTICATED');
  const isGuest = role === 'guest';
  const quota = isGuest
    ? quotas.guestBytes
    : (await isSubscriber(stores, billing, userId, now))
      ? quotas.subscriberBytes
      : quotas.accountBytes;
  if ((await usage.bytesOf(userId)) + moreBytes > quota) {
    throw new DomainError(isGuest ? 'GUEST_STORAGE_QUOTA' : 'STORAGE_QUOTA');
  }
  if (!isGuest) return;
  await usage.lockAddressOf(userId);
  if ((await usage.guestBytesOfAddress(userId)) + moreBytes > quotas.guestBytesPerAddress) {
    throw new DomainError('GUEST_STORAGE_QUOTA');
  }
}
