import type { PaidPeriod } from './model.ts';

/** A month of a plan and the credits due in it, based on all payments known so far. */
export interface DueMonth {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The plan at the end of the month, or now if the month hasn't ended. */
  readonly planId: string;
  readonly credits: number;
  /**
   * Cause of the month's number of credits: a plain period, or a change, refund or dispute that alters the plan's
   * number.
   */
  readonly because: 'period' | 'change' | 'refund' | 'dispute';
}

/**
 * Moves a moment by `months` months, in UTC. If the target month lacks the day, uses its last day (January 31, February
 * 28, March 31), as Stripe does for billing periods.
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
 * Computes every month that has begun, with the credits due in it. A month grants its plan's credits at its start. A
 * charge or credit on an invoice during the month changes that number in proportion to time, as Stripe prorates money.
 * Each invoice line therefore counts for exactly what it states: paid time adds credits, credited time subtracts them,
 * and a returned or disputed payment counts for its remaining share.
 *
 * A change of plan credits the rest of the old time toward the new plan. If the bank then returns the old payment,
 * more time was credited than paid for, and months come out below zero. The deficit, including that of future months,
 * counts from the moment of the change, and following months make up for it first.
 *
 * The result is a sum over the set of paid periods, so neither the order in which invoices arrive nor the order of two
 * changes within one second matters.
 * @param endedAt end of the subscription; later months grant no credits
 */
export function dueMonths(
  periods: readonly PaidPeriod[],
  now: Date,
  endedAt: Date | null,
): readonly DueMonth[] {
  const until = endedAt !== null && endedAt < now ? endedAt : now;
  // Leaves out changes of plan that start in the future, because they have no effect yet.
  const months = listMonths(periods.filter((period) => period.kind === 'cycle' || period.startsAt <= now));
  let [exact, roundedSum] = [0, 0];
  const due = months
    .filter((month) => month.startsAt <= until || month.credits < 0)
    .toSorted(byCount)
    .map((month) => {
      exact += month.credits;
      // Rounds the running sum rather than each month: a hundred changes must not add a hundred roundings.
      const credits = Math.max(roundedSum, Math.ceil(exact - ROUNDING)) - roundedSum;
      roundedSum += credits;
      return { ...month, credits };
    })
    .filter((month) => month.startsAt <= until);
  const byStart = Map.groupBy(due, (month) => month.startsAt.getTime());
  return [...byStart.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, ofStart]) => together(ofStart))
    .map(({ lines, ...month }) => ({
      ...month,
      planId: planAt(lines, month, now),
      because: getReason(lines),
    }));
}

/** Start of the first month after `now` that is paid for and grants credits; null if no month is. */
export function nextMonthStart(periods: readonly PaidPeriod[], now: Date, endsAt: Date | null): Date | null {
  const dueAt = (moment: Date) =>
    dueMonths(periods, moment, null).reduce((sum, { credits }) => sum + credits, 0);
  const due = dueAt(now);
  const starts = listMonths(periods)
    .filter(({ startsAt, credits }) => startsAt > now && credits > NOTHING)
    .filter(({ startsAt }) => endsAt === null || startsAt < endsAt)
    .map(({ startsAt }) => startsAt)
    .toSorted((a, b) => +a - +b);
  return starts.find((start) => dueAt(start) > due) ?? null;
}

/** End of the time that was paid for and not refunded; null if no time was paid for. */
export function paidUntil(periods: readonly PaidPeriod[]): Date | null {
  const moments = periods.flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()]);
  const inOrder = [...new Set(moments)].toSorted((a, b) => b - a);
  for (const [index, end] of inOrder.entries()) {
    const start = inOrder[index + 1];
    if (start !== undefined && coverageAt(periods, new Date(start)) > NOTHING) return new Date(end);
  }
  return null;
}

/**
 * Rounding tolerance in credits; smaller amounts count as zero. A proration of less than half a cent isn't on the
 * invoice at all.
 */
const ROUNDING = 0.01;
/** Tolerance in shares of a payment; smaller shares count as zero. */
const NOTHING = 1e-6;

interface Interval {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

interface Month extends Interval {
  /** Unrounded number of credits; below zero if more was refunded than paid for. */
  readonly credits: number;
  /**
   * Start of the month. For a month below zero credits, the time of the plan change that refunded it, if that is
   * earlier.
   */
  readonly countsFrom: Date;
  readonly lines: readonly PaidPeriod[];
}

/**
 * Lists the distinct billing periods whose months grant credits. Includes those of refunded invoices, because changes
 * of plan refer to them.
 */
function listCycles(periods: readonly PaidPeriod[]): readonly Interval[] {
  const cycles = periods.filter(({ kind }) => kind === 'cycle');
  return [...new Map(cycles.map((cycle) => [`${+cycle.startsAt}:${+cycle.endsAt}`, cycle])).values()];
}

/**
 * Finds the billing period to which an invoice line belongs: the latest period that ends with the line. Undefined until
 * the invoice of that period is known. Lines of a change of plan end with the period in which the plan changes. One
 * exception: months from January 28 and from January 31 both end with February. A line may refund the rest of the first
 * month at the moment when the second begins. It belongs to the first.
 */
function findCycle(line: PaidPeriod, cycles: readonly Interval[], periods: readonly PaidPeriod[]) {
  const [cycle, before] = cycles
    .filter(({ startsAt, endsAt }) => +endsAt === +line.endsAt && startsAt <= line.startsAt)
    .toSorted((a, b) => +b.startsAt - +a.startsAt);
  const mayClose = line.kind === 'credit' && +line.startsAt === +(cycle?.startsAt ?? 0);
  return mayClose && before !== undefined && findClosingLine(before, line.startsAt, periods) === line
    ? before
    : cycle;
}

/** Finds the invoice line that refunds the rest of a billing period from a given moment. */
function findClosingLine(cycle: Interval, at: Date, periods: readonly PaidPeriod[]): PaidPeriod | undefined {
  const lines = periods
    .filter(
      ({ startsAt, endsAt }) => +endsAt === +cycle.endsAt && startsAt >= cycle.startsAt && startsAt <= at,
    )
    .toSorted((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1));
  const open = lines.filter(({ startsAt }) => startsAt < at);
  const credited = open.filter(({ kind }) => kind === 'credit');
  // The period is already closed: all time paid for in it was refunded.
  if (open.length === 2 * credited.length) return undefined;
  const planId = open
    .filter(({ kind }) => kind !== 'credit')
    .toSorted((a, b) => +a.startsAt - +b.startsAt)
    .at(-1)?.planId;
  return lines.find((line) => +line.startsAt === +at && line.kind === 'credit' && line.planId === planId);
}

function listMonthStarts({ startsAt, endsAt }: Interval): readonly Date[] {
  const starts: Date[] = [];
  for (let from = startsAt; from < endsAt; from = addMonths(startsAt, starts.length)) starts.push(from);
  return starts;
}

/** Lists the months of all billing periods, including future ones. */
function listMonths(periods: readonly PaidPeriod[]): readonly Month[] {
  const cycles = listCycles(periods);
  // A line that refunds time counts even while its billing period is unknown or unpaid: without the payment it is a
  // deficit.
  const lines = Map.groupBy(
    periods,
    (line) => findCycle(line, cycles, periods) ?? (line.kind === 'credit' ? line : undefined),
  );
  return [...lines].flatMap(([cycle, ofCycle]) => (cycle === undefined ? [] : monthsOfCycle(cycle, ofCycle)));
}

function monthsOfCycle(cycle: Interval, lines: readonly PaidPeriod[]): readonly Month[] {
  return listMonthStarts(cycle).flatMap((startsAt, index) => {
    const next = addMonths(cycle.startsAt, index + 1);
    const month = { startsAt, endsAt: next < cycle.endsAt ? next : cycle.endsAt };
    const ofMonth = lines.filter((line) => line.startsAt < month.endsAt && line.endsAt > month.startsAt);
    // A change of plan ended this month before it began.
    const isCut =
      Math.abs(coverageAt(ofMonth, startsAt)) <= NOTHING && ofMonth.every(isUntouched) && index > 0;
    if (isCut) return [];
    const credits = ofMonth.reduce(
      (sum, line) => sum + getWeight(line) * line.creditsPerMonth * computeShare(line, month),
      0,
    );
    const givenBack = ofMonth.filter(({ kind }) => kind === 'credit').map((line) => +line.startsAt);
    const countsFrom = credits < 0 ? new Date(Math.min(+startsAt, ...givenBack)) : startsAt;
    return [{ ...month, credits, countsFrom, lines: ofMonth }];
  });
}

/** Combines months that begin in the same second, because the second month replaced the first. */
function together(months: readonly Month[]): Omit<Month, 'countsFrom'> {
  const [first] = months;
  if (first === undefined) throw new Error('A month has a beginning');
  return {
    startsAt: first.startsAt,
    endsAt: new Date(Math.max(...months.map(({ endsAt }) => +endsAt))),
    credits: months.reduce((sum, { credits }) => sum + credits, 0),
    lines: months.flatMap(({ lines }) => lines),
  };
}

/** Sorts by time; at the same time, months with a deficit come first. */
const byCount = (a: Month, b: Month): number => +a.countsFrom - +b.countsFrom || a.credits - b.credits;

const getWeight = ({ kind, paidShare }: PaidPeriod): number => (kind === 'credit' ? -paidShare : paidShare);
const isUntouched = ({ paidShare }: PaidPeriod): boolean => paidShare === 1;

/** The fraction of a month that a line covers, 0 to 1. */
function computeShare(line: Interval, month: Interval): number {
  const from = Math.max(+line.startsAt, +month.startsAt);
  const to = Math.min(+line.endsAt, +month.endsAt);
  return Math.max(0, to - from) / (+month.endsAt - +month.startsAt);
}

/** Number of times a moment is paid for: 1 within a plan's time, 0 if refunded or returned. */
function coverageAt(periods: readonly PaidPeriod[], moment: Date): number {
  return periods
    .filter(({ startsAt, endsAt }) => startsAt <= moment && endsAt > moment)
    .reduce((sum, period) => sum + getWeight(period), 0);
}

/**
 * The plan that still has paid time after all lines are counted, at the end of the month, or now if the month hasn't
 * ended. If no plan has, the last line's plan.
 */
function planAt(lines: readonly PaidPeriod[], month: Interval, now: Date): string {
  const lastOfMonth = +month.endsAt - 1;
  const moment = new Date(Math.min(lastOfMonth, Math.max(+now, +month.startsAt)));
  const paid = lines.filter(({ kind }) => kind !== 'credit').toSorted((a, b) => +a.startsAt - +b.startsAt);
  const isLeft = (planId: string) =>
    coverageAt(
      lines.filter((line) => line.planId === planId),
      moment,
    ) > NOTHING;
  return (paid.findLast(({ planId }) => isLeft(planId)) ?? paid.at(-1))?.planId ?? '';
}

function getReason(lines: readonly PaidPeriod[]): DueMonth['because'] {
  if (lines.some(({ isRefunded }) => isRefunded)) return 'refund';
  if (lines.some(({ isDisputed }) => isDisputed)) return 'dispute';
  return lines.some(({ kind }) => kind !== 'cycle') ? 'change' : 'period';
}
