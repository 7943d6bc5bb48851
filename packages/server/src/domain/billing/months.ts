import type { PaidPeriod } from './model.ts';

/** A month of a plan and the credits that are due in it, by everything known so far. */
export interface DueMonth {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The plan at its end, or now. */
  readonly planId: string;
  readonly credits: number;
}

/**
 * The same day and time `months` later, in UTC; the month's last day where that day does not exist (31 January, 28
 * February, 31 March), as Stripe counts its billing periods.
 */
export function addMonths(anchor: Date, months: number): Date {
  const moved = new Date(anchor);
  moved.setUTCDate(1);
  moved.setUTCMonth(anchor.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/**
 * Every month that has begun, with what is due in it. A month brings its plan's credits at its start; a change of plan
 * in its middle moves that in proportion to the time that is left, up or down, as Stripe does with the money.
 *
 * It depends on nothing but the set of paid periods, so that the order in which invoices become known does not matter.
 * @param endedAt when the subscription ended; months after it bring nothing
 */
export function dueMonths(
  periods: readonly PaidPeriod[],
  now: Date,
  endedAt: Date | null,
): readonly DueMonth[] {
  const until = endedAt !== null && endedAt < now ? endedAt : now;
  const changes = periods
    .filter((period) => period.kind === 'change')
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return monthsOf(periods)
    .filter((month) => month.startsAt <= until)
    .map((month) => ({
      startsAt: month.startsAt,
      endsAt: month.endsAt,
      ...creditsOfMonth(month, changes, now),
    }));
}

/** When the next month after `now` begins, as far as it is paid; null when none does. */
export function nextMonthStart(periods: readonly PaidPeriod[], now: Date, endsAt: Date | null): Date | null {
  const next = monthsOf(periods).find((month) => month.startsAt > now);
  if (next === undefined || (endsAt !== null && next.startsAt >= endsAt)) return null;
  return next.startsAt;
}

/** When what was paid for ends; null when nothing is. */
export function paidUntil(periods: readonly PaidPeriod[]): Date | null {
  const ends = periods.map((period) => period.endsAt.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

interface Month {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly planId: string;
  readonly creditsPerMonth: number;
  /** When the period began that it is a month of. */
  readonly cycleStartsAt: Date;
}

/** The months of all whole periods, in order. A later period takes the place of what an earlier one has left. */
function monthsOf(periods: readonly PaidPeriod[]): readonly Month[] {
  const cycles = periods
    .filter((period) => period.kind === 'cycle')
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return cycles.flatMap(({ startsAt, endsAt, planId, creditsPerMonth }, index) => {
    const replacedAt = cycles[index + 1]?.startsAt ?? endsAt;
    const months: Month[] = [];
    for (let count = 0; ; count += 1) {
      const from = addMonths(startsAt, count);
      if (from >= endsAt || (count > 0 && from >= replacedAt)) return months;
      const next = addMonths(startsAt, count + 1);
      const to = next < endsAt ? next : endsAt;
      months.push({ startsAt: from, endsAt: to, planId, creditsPerMonth, cycleStartsAt: startsAt });
    }
  });
}

function creditsOfMonth(
  month: Month,
  changes: readonly PaidPeriod[],
  now: Date,
): { readonly planId: string; readonly credits: number } {
  const lengthMs = month.endsAt.getTime() - month.startsAt.getTime();
  let { planId, creditsPerMonth } = month;
  let credits = creditsPerMonth;
  for (const change of changes) {
    const isOver = change.endsAt <= month.startsAt || change.startsAt >= month.endsAt;
    // One that came before the period was about the period before.
    if (isOver || change.startsAt > now || change.startsAt < month.cycleStartsAt) continue;
    const restMs = month.endsAt.getTime() - Math.max(change.startsAt.getTime(), month.startsAt.getTime());
    credits += ((change.creditsPerMonth - creditsPerMonth) * restMs) / lengthMs;
    ({ planId, creditsPerMonth } = change);
  }
  // In the customer's favour; the tolerance keeps 30.000000001 from becoming 31.
  return { planId, credits: Math.ceil(credits - 1e-6) };
}
