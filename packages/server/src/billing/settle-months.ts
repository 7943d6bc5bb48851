import type { LedgerAbout } from '../credits/about.ts';
import { planMonthReference } from '../credits/references.ts';
import type { BillingStores } from './stores.ts';
import { dueMonths, nextMonthStart, paidUntil } from './months.ts';
import type { PlanMonth, Subscription } from './model.ts';

type Books = Pick<BillingStores, 'billing' | 'ledger'>;

/** A month whose user still has an account. */
type OwnedMonth = PlanMonth & { readonly userId: string };
const isOwned = (month: PlanMonth): month is OwnedMonth => month.userId !== null;

/**
 * Adjusts the credits that a subscription has granted to the credits that are due: grants missing ones, however late,
 * then revokes any excess. A balance never drops below zero; excess credits that were already spent stay owed and are
 * deducted from the plan's next credits. The final balance therefore depends only on what is due and what was spent,
 * not on the order in which facts arrived. Idempotent.
 *
 * Requires the organization's lock, in the transaction that stores the new facts or that grants due months.
 * @returns the subscription, updated from its invoices
 */
export async function settleMonths(
  books: Books,
  subscription: Subscription,
  now: Date,
): Promise<Subscription> {
  const { billing } = books;
  const periods = await billing.listPaidPeriods(subscription.id);
  const holder = await billing.findHolder(subscription.organizationId, subscription.holderUserId);
  const userIds = await lockBalances(books, subscription.id, holder);
  const monthByStart = new Map(
    (await billing.listMonths(subscription.id)).map((month) => [month.startsAt.getTime(), month]),
  );
  const reasons = new Map<string, LedgerAbout>();
  const update = async (month: PlanMonth, due: number, because: LedgerAbout['because'], planId: string) => {
    if (!isOwned(month)) return;
    const about = { because, planId, from: month.startsAt.toISOString(), to: month.endsAt.toISOString() };
    if (due !== month.dueCredits) reasons.set(formatMonthKey(month), about);
    await grantMissing(books, { ...month, dueCredits: due }, month.dueCredits, about);
  };

  const current = subscription.planId;
  for (const { startsAt, endsAt, planId, credits, because } of dueMonths(
    periods,
    now,
    subscription.endedAt,
  )) {
    const before = monthByStart.get(startsAt.getTime());
    monthByStart.delete(startsAt.getTime());
    // A month that isn't recorded yet is skipped if no credits are due in it or no user can receive them.
    if (before === undefined && (credits === 0 || holder === null)) continue;
    const month = before ?? newMonth(subscription.id, { startsAt, endsAt, planId, userId: holder });
    const reason = before === undefined ? 'period' : because === 'period' ? 'change' : because;
    await update({ ...month, planId }, credits, reason, reason === 'change' ? current : planId);
  }
  // Sets the credits of the remaining months to zero: they are no longer due, because an earlier change of plan or the
  // subscription's end became known after they were recorded.
  const because = subscription.endedAt === null ? 'change' : 'refund';
  for (const month of monthByStart.values()) await update(month, 0, because, current);

  for (const userId of userIds) await takeBack(books, subscription, userId, reasons);
  const settled: Subscription = {
    ...subscription,
    holderUserId: holder,
    paidUntil: paidUntil(periods),
    nextGrantAt: nextMonthStart(periods, now, subscription.endedAt ?? subscription.cancelAt),
  };
  await billing.save(settled);
  return settled;
}

/**
 * Locks the balances of all users to whom the subscription granted or will grant credits, sorted to avoid deadlocks.
 */
async function lockBalances(
  { billing, ledger }: Books,
  subscriptionId: string,
  holder: string | null,
): Promise<readonly string[]> {
  const months = await billing.listMonths(subscriptionId);
  const userIds = [...months.map(({ userId }) => userId), holder].filter((id) => id !== null);
  const inOrder = [...new Set(userIds)].toSorted();
  for (const userId of inOrder) await ledger.lockBalance(userId, 'download');
  return inOrder;
}

const formatMonthKey = ({ subscriptionId, startsAt }: PlanMonth): string =>
  `${subscriptionId}:${startsAt.getTime()}`;
const givenBy = ({ grantedCredits, reclaimedCredits }: PlanMonth): number =>
  grantedCredits - reclaimedCredits;

/** Number of credits granted in a month beyond what is due. */
export const computeOwedCredits = (month: PlanMonth): number =>
  Math.max(0, givenBy(month) - month.dueCredits);

function newMonth(
  subscriptionId: string,
  month: Pick<PlanMonth, 'startsAt' | 'endsAt' | 'planId' | 'userId'>,
): PlanMonth {
  return { subscriptionId, ...month, dueCredits: 0, grantedCredits: 0, reclaimedCredits: 0, version: 0 };
}

async function grantMissing(
  books: Books,
  month: OwnedMonth,
  dueBefore: number,
  about: LedgerAbout,
): Promise<void> {
  const missing = Math.max(0, month.dueCredits - givenBy(month));
  if (missing > 0) await move(books, month, missing, about);
  else if (month.dueCredits !== dueBefore) await books.billing.saveMonth(month);
}

/**
 * Revokes a user's excess credits as far as the balance allows, oldest month first, including months of an earlier
 * plan.
 */
async function takeBack(
  books: Books,
  { environment }: Subscription,
  userId: string,
  reasons: ReadonlyMap<string, LedgerAbout>,
): Promise<void> {
  const owing = (await books.billing.listOwing(userId, environment)).filter(isOwned);
  if (owing.length === 0) return;
  let balance = await books.ledger.lockBalance(userId, 'download');
  for (const month of owing) {
    const creditsToReclaim = Math.min(balance, computeOwedCredits(month));
    if (creditsToReclaim === 0) continue;
    balance -= creditsToReclaim;
    const { planId, startsAt, endsAt } = month;
    const earlier = { planId, from: startsAt.toISOString(), to: endsAt.toISOString() };
    await move(
      books,
      month,
      -creditsToReclaim,
      reasons.get(formatMonthKey(month)) ?? { because: 'owed', ...earlier },
    );
  }
}

async function move(
  { billing, ledger }: Books,
  month: OwnedMonth,
  delta: number,
  about: LedgerAbout,
): Promise<void> {
  const version = month.version + 1;
  await billing.saveMonth({
    ...month,
    version,
    grantedCredits: month.grantedCredits + Math.max(0, delta),
    reclaimedCredits: month.reclaimedCredits + Math.max(0, -delta),
  });
  await ledger.append({
    userId: month.userId,
    ledger: 'download',
    kind: delta > 0 ? 'grant' : 'adjust',
    delta,
    reference: planMonthReference(month.subscriptionId, month.startsAt, version),
    about,
  });
}
