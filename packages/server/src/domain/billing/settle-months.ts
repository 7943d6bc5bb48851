import type { LedgerAbout } from '../credits/about.ts';
import { planMonthReference } from '../credits/references.ts';
import type { Stores } from '../ports/stores.ts';
import { dueMonths, nextMonthStart, paidUntil } from './months.ts';
import type { PlanMonth, Subscription } from './model.ts';

/**
 * Brings what a subscription has given to what is due, month by month: grants what is missing, however late, and takes
 * back what was refunded as far as it is still there. Doing it again changes nothing.
 *
 * Needs the organisation's lock, inside the transaction that learned something new or the round that is due.
 * @returns the subscription with what follows from its invoices
 */
export async function settleMonths(
  { billing, ledger }: Pick<Stores, 'billing' | 'ledger'>,
  subscription: Subscription,
  now: Date,
): Promise<Subscription> {
  const periods = await billing.listPaidPeriods(subscription.id);
  const due = dueMonths(periods, now, subscription.endedAt);
  const known = new Map(
    (await billing.listMonths(subscription.id)).map((month) => [month.startsAt.getTime(), month]),
  );
  const holder = await billing.findHolder(subscription.organizationId, subscription.holderUserId);

  for (const { startsAt, endsAt, planId, credits } of due) {
    const before = known.get(startsAt.getTime());
    known.delete(startsAt.getTime());
    const userId = before?.userId ?? holder;
    if (userId === null) continue;
    const month: PlanMonth = before ?? {
      subscriptionId: subscription.id,
      startsAt,
      endsAt,
      userId,
      planId,
      dueCredits: 0,
      grantedCredits: 0,
      takenBackCredits: 0,
      version: 0,
    };
    const because = before === undefined ? 'period' : 'change';
    await moveTo({ billing, ledger }, { ...month, planId }, credits, because);
  }
  // Months that are due no longer: their invoice was refunded.
  for (const month of known.values()) await moveTo({ billing, ledger }, month, 0, 'refund');

  const settled: Subscription = {
    ...subscription,
    holderUserId: holder,
    paidUntil: paidUntil(periods),
    nextGrantAt: nextMonthStart(periods, now, subscription.endedAt ?? subscription.cancelAt),
  };
  await billing.save(settled);
  return settled;
}

async function moveTo(
  { billing, ledger }: Pick<Stores, 'billing' | 'ledger'>,
  month: PlanMonth,
  dueCredits: number,
  because: LedgerAbout['because'],
): Promise<void> {
  const difference = dueCredits - month.dueCredits;
  if (difference === 0) return;
  const version = month.version + 1;
  let delta = difference;
  if (difference < 0) {
    // What was used is gone: nobody ends up owing credits.
    const balance = await ledger.lockBalance(month.userId, 'download');
    delta = -Math.min(balance, -difference);
  }
  await billing.saveMonth({
    ...month,
    version,
    dueCredits,
    grantedCredits: month.grantedCredits + Math.max(0, delta),
    takenBackCredits: month.takenBackCredits + Math.max(0, -delta),
  });
  if (delta === 0) return;
  await ledger.append({
    userId: month.userId,
    ledger: 'download',
    kind: delta > 0 ? 'grant' : 'adjust',
    delta,
    reference: planMonthReference(month.subscriptionId, month.startsAt, version),
    about: {
      because,
      planId: month.planId,
      from: month.startsAt.toISOString(),
      to: month.endsAt.toISOString(),
    },
  });
}
