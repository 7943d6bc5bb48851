import type { SubscriptionState } from '@packshot/contract';
import type { BillingStores } from './stores.ts';
import { isBillingOn } from './model.ts';
import type { BillingSettings, Subscription } from './model.ts';

/** Entitlement that a subscription gives its holder at one moment. */
export interface SubscriptionEntitlement {
  readonly state: SubscriptionState;
  /**
   * True while the plan is paid, or in the grace period after that. The plan's holder then generates pictures free of
   * charge.
   */
  readonly isEntitled: boolean;
  /** End of the grace period after a failed payment, or null if no payment is overdue. */
  readonly graceUntil: Date | null;
}

const NONE: SubscriptionEntitlement = { state: 'none', isEntitled: false, graceUntil: null };
const ENDED: SubscriptionEntitlement = { state: 'ended', isEntitled: false, graceUntil: null };

/**
 * Computes the entitlement from payments, not from the status that the payment service reports. A plan lasts until its
 * paid periods end, plus a grace period for a late renewal or a new card.
 */
export function entitlementAt(
  subscription: Subscription | null,
  now: Date,
  graceMs: number,
): SubscriptionEntitlement {
  if (subscription === null) return NONE;
  const { status, paidUntil, cancelAt, endedAt } = subscription;
  if (endedAt !== null || status === 'ended' || (cancelAt !== null && cancelAt <= now)) return ENDED;
  if (paidUntil === null) return status === 'unpaid' ? NONE : ENDED;
  const graceUntil = new Date(paidUntil.getTime() + graceMs);
  const isEntitled = status !== 'unpaid' && now < graceUntil;
  if (status === 'active' && isEntitled) return { state: 'active', isEntitled, graceUntil: null };
  return { state: 'past_due', isEntitled, graceUntil };
}

/**
 * True if this user generates pictures free of charge: because of a plan, the operator's grant, or because billing is
 * off.
 */
export async function isSubscriber(
  stores: BillingStores,
  settings: BillingSettings,
  userId: string,
  now: Date,
): Promise<boolean> {
  if (!isBillingOn(settings)) return true;
  const subscription = await stores.billing.findOfUser(userId, settings.environment);
  if (subscription?.holderUserId === userId && entitlementAt(subscription, now, settings.graceMs).isEntitled)
    return true;
  return (await stores.organizations.grantsOfUser(userId, now)).includes('custom');
}
