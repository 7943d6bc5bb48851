import type { SubscriptionState } from '@packshot/contract';
import type { Stores } from '../database.ts';
import type { BillingSettings, Subscription } from './model.ts';

/** What a subscription is worth at one moment. */
export interface Standing {
  readonly state: SubscriptionState;
  /** True when it is paid, or in the days of grace after that: its holder generates free of charge. */
  readonly isEntitled: boolean;
  /** When a payment that failed takes it away; null while nothing is owed. */
  readonly graceUntil: Date | null;
}

const NONE: Standing = { state: 'none', isEntitled: false, graceUntil: null };
const ENDED: Standing = { state: 'ended', isEntitled: false, graceUntil: null };

/**
 * It counts what was paid, not what was announced: a plan lasts until the end of its paid periods, and the days of
 * grace longer, in which a renewal may arrive late or a card be replaced.
 */
export function standingOf(subscription: Subscription | null, now: Date, graceMs: number): Standing {
  if (subscription === null) return NONE;
  const { status, paidUntil, cancelAt, endedAt } = subscription;
  if (endedAt !== null || status === 'ended' || (cancelAt !== null && cancelAt <= now)) return ENDED;
  if (paidUntil === null) return status === 'unpaid' ? NONE : ENDED;
  const graceUntil = new Date(paidUntil.getTime() + graceMs);
  const isEntitled = status !== 'unpaid' && now < graceUntil;
  if (status === 'active' && isEntitled) return { state: 'active', isEntitled, graceUntil: null };
  return { state: 'past_due', isEntitled, graceUntil };
}

/** True when this user's generations are free of charge. */
export async function isSubscriber(
  stores: Stores,
  settings: BillingSettings,
  userId: string,
  now: Date,
): Promise<boolean> {
  if (settings.mode === 'off') return false;
  const subscription = await stores.billing.findOfUser(userId, settings.world);
  return subscription?.holderUserId === userId && standingOf(subscription, now, settings.graceMs).isEntitled;
}
