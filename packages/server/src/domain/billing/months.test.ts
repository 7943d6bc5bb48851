import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaidPeriod } from './model.ts';
import { addMonths, dueMonths, nextMonthStart, paidUntil } from './months.ts';

const at = (text: string) => new Date(`${text}T10:00:00Z`);
const CREDITS: Record<string, number> = { lite: 30, plus: 50, pro: 150 };

let count = 0;
const period = (
  planId: string,
  from: string,
  to: string,
  kind: PaidPeriod['kind'] = 'cycle',
): PaidPeriod => ({
  invoiceId: `in_${(count += 1)}`,
  creditsPerMonth: CREDITS[planId] ?? 0,
  kind,
  planId,
  startsAt: at(from),
  endsAt: at(to),
});
const credits = (periods: readonly PaidPeriod[], now: string, endedAt: Date | null = null) =>
  dueMonths(periods, at(now), endedAt).map((month) => month.credits);

describe('months are counted as Stripe counts them', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to));
  });
});

describe('what is due', () => {
  it('is a month’s credits with each monthly invoice', () => {
    const periods = [period('lite', '2026-01-10', '2026-02-10'), period('lite', '2026-02-10', '2026-03-10')];
    expect(credits(periods, '2026-01-09')).toEqual([]);
    expect(credits(periods, '2026-01-10')).toEqual([30]);
    expect(credits(periods, '2026-12-01')).toEqual([30, 30]);
  });

  it('arrives month by month with a yearly one, twelve times', () => {
    const year = [period('pro', '2026-01-31', '2027-01-31')];
    expect(credits(year, '2026-02-27')).toEqual([150]);
    expect(credits(year, '2026-02-28')).toEqual([150, 150]);
    expect(credits(year, '2030-01-01')).toHaveLength(12);
    expect(nextMonthStart(year, at('2026-02-28'), null)).toEqual(at('2026-03-31'));
    expect(nextMonthStart(year, at('2026-12-31'), null)).toBeNull();
    expect(paidUntil(year)).toEqual(at('2027-01-31'));
  });

  it('stops with the subscription, and keeps what had begun', () => {
    const year = [period('pro', '2026-01-10', '2027-01-10')];
    expect(credits(year, '2026-12-01', at('2026-03-15'))).toEqual([150, 150, 150]);
    expect(nextMonthStart(year, at('2026-03-11'), at('2026-04-10'))).toBeNull();
  });

  it('grows with a better plan in proportion to what is left of the month', () => {
    const month = period('lite', '2026-04-01', '2026-05-01');
    const upgrade = period('pro', '2026-04-16', '2026-05-01', 'change');
    expect(credits([month, upgrade], '2026-04-15')).toEqual([30]);
    expect(credits([month, upgrade], '2026-04-16')).toEqual([90]);
    const andBack = period('lite', '2026-04-16', '2026-05-01', 'change');
    expect(credits([month, upgrade, andBack], '2026-04-20')).toEqual([30]);
  });

  it('goes on at the new plan for the rest of a year', () => {
    const periods = [
      period('lite', '2026-01-01', '2027-01-01'),
      period('plus', '2026-01-16', '2027-01-01', 'change'),
    ];
    const [first, ...rest] = credits(periods, '2026-04-01');
    expect(first).toBe(41);
    expect(rest).toEqual([50, 50, 50]);
  });

  it('begins anew where the change is to another term', () => {
    const periods = [period('lite', '2026-01-01', '2026-02-01'), period('pro', '2026-01-20', '2027-01-20')];
    const months = dueMonths(periods, at('2026-03-01'), null);
    expect(months.map((month) => [month.startsAt, month.credits])).toEqual([
      [at('2026-01-01'), 30],
      [at('2026-01-20'), 150],
      [at('2026-02-20'), 150],
    ]);
  });

  it('does not carry a change over into the period that takes its place', () => {
    const periods = [
      period('lite', '2026-01-01', '2026-02-01'),
      period('plus', '2026-01-16', '2026-02-01', 'change'),
      period('pro', '2026-01-20', '2027-01-20'),
    ];
    expect(credits(periods, '2026-01-21')).toEqual([41, 150]);
  });

  it('does not depend on the order in which invoices become known', () => {
    const plan = fc.constantFrom('lite', 'plus', 'pro');
    const day = fc.integer({ min: 0, max: 700 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days, 10)));
    const anyPeriod = fc
      .tuple(plan, day, fc.constantFrom(1, 12), fc.constantFrom('cycle' as const, 'change' as const))
      .map(([planId, startsAt, months, kind]) => ({
        invoiceId: `in_${startsAt.getTime()}`,
        creditsPerMonth: CREDITS[planId] ?? 0,
        kind,
        planId,
        startsAt,
        endsAt: addMonths(startsAt, months),
      }));
    const distinct = fc.uniqueArray(anyPeriod, { maxLength: 6, selector: (one) => one.startsAt.getTime() });
    fc.assert(
      fc.property(distinct, day, fc.infiniteStream(fc.nat()), (periods, now, order) => {
        const shuffled = periods
          .map((one) => [order.next().value as number, one] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, one]) => one);
        const due = dueMonths(periods, now, null);
        expect(dueMonths(shuffled, now, null)).toEqual(due);
        for (const month of due) {
          expect(month.credits).toBeGreaterThanOrEqual(0);
          expect(month.credits).toBeLessThanOrEqual(150);
          expect(month.endsAt > month.startsAt).toBe(true);
        }
      }),
    );
  });
});
