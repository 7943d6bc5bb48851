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
  paidShare: 1,
  isRefunded: false,
  isDisputed: false,
});
/**
 * Invoice lines of a change of plan as Stripe creates them: a credit for the rest of the old plan, and a charge for
 * the new one.
 */
const change = (from: string, to: string, [old, plan]: [string, string]): PaidPeriod[] => [
  period(old, from, to, 'credit'),
  period(plan, from, to, 'change'),
];
const credits = (periods: readonly PaidPeriod[], now: string, endedAt: Date | null = null) =>
  dueMonths(periods, at(now), endedAt).map((month) => month.credits);

describe('addMonths', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
  ])('counts like Stripe: %s plus %i months is %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to));
  });
});

describe('the computation of due credits', () => {
  it('grants one month’s credits for each monthly invoice', () => {
    const periods = [period('lite', '2026-01-10', '2026-02-10'), period('lite', '2026-02-10', '2026-03-10')];
    expect(credits(periods, '2026-01-09')).toEqual([]);
    expect(credits(periods, '2026-01-10')).toEqual([30]);
    expect(credits(periods, '2026-12-01')).toEqual([30, 30]);
  });

  it('grants a month’s credits twelve times for a yearly invoice', () => {
    const year = [period('pro', '2026-01-31', '2027-01-31')];
    expect(credits(year, '2026-02-27')).toEqual([150]);
    expect(credits(year, '2026-02-28')).toEqual([150, 150]);
    expect(credits(year, '2030-01-01')).toHaveLength(12);
    expect(nextMonthStart(year, at('2026-02-28'), null)).toEqual(at('2026-03-31'));
    expect(nextMonthStart(year, at('2026-12-31'), null)).toBeNull();
    expect(paidUntil(year)).toEqual(at('2027-01-31'));
  });

  it('grants nothing after the subscription’s end, but leaves the credits of months that had begun', () => {
    const year = [period('pro', '2026-01-10', '2027-01-10')];
    expect(credits(year, '2026-12-01', at('2026-03-15'))).toEqual([150, 150, 150]);
    expect(nextMonthStart(year, at('2026-03-11'), at('2026-04-10'))).toBeNull();
  });

  it('adds credits for a better plan in proportion to the rest of the month', () => {
    const month = period('lite', '2026-04-01', '2026-05-01');
    const upgrade = change('2026-04-16', '2026-05-01', ['lite', 'pro']);
    expect(credits([month, ...upgrade], '2026-04-15')).toEqual([30]);
    expect(credits([month, ...upgrade], '2026-04-16')).toEqual([90]);
    const andBack = change('2026-04-16', '2026-05-01', ['pro', 'lite']);
    expect(credits([month, ...upgrade, ...andBack], '2026-04-20')).toEqual([30]);
  });

  it('grants the new plan’s credits for the rest of a yearly period', () => {
    const periods = [
      period('lite', '2026-01-01', '2027-01-01'),
      ...change('2026-01-16', '2027-01-01', ['lite', 'plus']),
    ];
    const [first, ...rest] = credits(periods, '2026-04-01');
    expect(first).toBe(41);
    expect(rest).toEqual([50, 50, 50]);
  });

  it('starts new months with a change of billing term, and counts the used part of the old month', () => {
    const periods = [
      period('lite', '2026-01-01', '2026-02-01'),
      period('lite', '2026-01-20', '2026-02-01', 'credit'),
      period('pro', '2026-01-20', '2027-01-20'),
    ];
    const months = dueMonths(periods, at('2026-03-01'), null);
    expect(months.map((month) => [month.startsAt, month.credits, month.because])).toEqual([
      // 30 credits × 19/31 days, rounded up once.
      [at('2026-01-01'), 19, 'change'],
      [at('2026-01-20'), 150, 'period'],
      [at('2026-02-20'), 150, 'period'],
    ]);
  });

  it('grants one month’s credits, however often monthly and yearly plans alternate at the same moment', () => {
    const [now, month, year] = ['2026-01-01', '2026-02-01', '2027-01-01'];
    const periods = [period('pro', now, month)];
    for (let count = 0; count < 3; count += 1) {
      periods.push(period('pro', now, month, 'credit'), period('pro', now, year));
      expect(credits(periods, now)).toEqual([150]);
      expect(paidUntil(periods)).toEqual(at(year));
      periods.push(period('pro', now, year, 'credit'), period('pro', now, month));
      expect(credits(periods, now)).toEqual([150]);
      expect(paidUntil(periods)).toEqual(at(month));
      expect(nextMonthStart(periods, at(now), null)).toBeNull();
    }
    expect(credits(periods, '2026-12-31')).toEqual([150]);
  });

  it('doesn’t apply a change of plan to the period that replaces the changed one', () => {
    const periods = [
      period('lite', '2026-01-01', '2026-02-01'),
      ...change('2026-01-16', '2026-02-01', ['lite', 'plus']),
      period('plus', '2026-01-20', '2026-02-01', 'credit'),
      period('pro', '2026-01-20', '2027-01-20'),
    ];
    // 30 credits × 15/31 days + 50 credits × 4/31 days.
    expect(credits(periods, '2026-01-21')).toEqual([21, 150]);
  });

  it('reduces the credits to the share of the payment that wasn’t returned', () => {
    const month = period('pro', '2026-01-01', '2026-02-01');
    const firstDueMonth = (change: Partial<PaidPeriod>) =>
      dueMonths([{ ...month, ...change }], at('2026-01-02'), null)[0];
    expect(firstDueMonth({ paidShare: 0, isRefunded: true })).toMatchObject({
      credits: 0,
      because: 'refund',
    });
    expect(firstDueMonth({ paidShare: 0.4, isDisputed: true })).toMatchObject({
      credits: 60,
      because: 'dispute',
    });
    expect(firstDueMonth({ isDisputed: true })).toMatchObject({ credits: 150, because: 'dispute' });
    expect(paidUntil([{ ...month, paidShare: 0 }])).toBeNull();
  });

  it('ends the month that was refunded, even if another month with the same end begins at that moment', () => {
    const periods = [
      period('pro', '2026-01-28', '2026-02-28'),
      period('pro', '2026-01-31', '2026-02-28', 'credit'),
      period('pro', '2026-01-31', '2027-01-31'),
      period('pro', '2026-01-31', '2027-01-31', 'credit'),
      period('pro', '2026-01-31', '2026-02-28'),
    ];
    // 150 credits × 3/31 days, rounded up once.
    expect(credits(periods, '2026-01-31')).toEqual([15, 150]);
  });

  describe('when the payment for a plan is returned after a change of its billing term', () => {
    const returnedPayment = { paidShare: 0, isDisputed: true };
    /** Lines of a plan bought on January 1 that switched to another billing term on the given day. */
    const changePlan = (day: string, [old, oldEnds]: [string, string], [plan, ends]: [string, string]) => ({
      first: period(old, '2026-01-01', oldEnds),
      rest: [period(old, day, oldEnds, 'credit'), period(plan, day, ends)],
    });

    it.each([
      ['pro', 'pro'],
      ['lite', 'pro'],
      ['pro', 'plus'],
      ['pro', 'lite'],
    ])(
      'grants nothing for a year of %s, nor for the month of %s bought with the year’s credit',
      (old, plan) => {
        for (const [day, ends] of [
          ['2026-01-01', '2026-02-01'],
          ['2026-01-02', '2026-02-02'],
          ['2026-01-30', '2026-02-28'],
        ] as const) {
          const { first, rest } = changePlan(day, [old, '2027-01-01'], [plan, ends]);
          const sum = (periods: readonly PaidPeriod[], now: string) =>
            credits(periods, now).reduce((total, each) => total + each, 0);
          expect(sum([first, ...rest], day)).toBeGreaterThanOrEqual(CREDITS[plan] ?? 0);
          expect(sum([{ ...first, ...returnedPayment }, ...rest], day)).toBe(0);
          expect(sum([{ ...first, ...returnedPayment }, ...rest], '2026-12-31')).toBe(0);
          expect(paidUntil([{ ...first, ...returnedPayment }, ...rest])).toBeNull();
          expect(nextMonthStart([{ ...first, ...returnedPayment }, ...rest], at(day), null)).toBeNull();
          // No credits are due while the payment of the year is missing or returned.
          expect(sum(rest, day)).toBe(0);
        }
      },
    );

    it('deducts from the yearly plan the unused part of the monthly plan that paid for it', () => {
      const { first, rest } = changePlan('2026-01-11', ['pro', '2026-02-01'], ['pro', '2027-01-11']);
      const periods = [{ ...first, paidShare: 0, isRefunded: true }, ...rest];
      // The monthly plan's remaining 21 of 31 days were credited to the year. So the year's first month gets 150 ×
      // 10/31 credits, rounded up.
      expect(credits(periods, '2026-01-11')).toEqual([0, 49]);
      expect(credits(periods, '2026-02-11')).toEqual([0, 49, 150]);
      expect(nextMonthStart(periods, at('2026-01-11'), null)).toEqual(at('2026-02-11'));
    });

    it('keeps the credits of months paid for earlier, and deducts the difference from later months', () => {
      const before = period('pro', '2025-12-01', '2026-01-01');
      const { first, rest } = changePlan('2026-01-01', ['pro', '2026-03-01'], ['pro', '2026-02-01']);
      const renewed = ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'];
      const periods = [before, { ...first, ...returnedPayment }, ...rest].concat(
        renewed.slice(1).map((ends, index) => period('pro', renewed[index] ?? '', ends)),
      );
      expect(credits(periods, '2026-05-01')).toEqual([150, 0, 0, 150, 150]);
    });
  });

  it('grants only the difference each month if only the change to the better plan was paid for', () => {
    const first = { ...period('lite', '2026-01-01', '2027-01-01'), paidShare: 0, isDisputed: true };
    const periods = [first, ...change('2026-01-01', '2027-01-01', ['lite', 'pro'])];
    expect(credits(periods, '2026-02-01')).toEqual([120, 120]);
    expect(nextMonthStart(periods, at('2026-02-01'), null)).toEqual(at('2026-03-01'));
  });

  it('doesn’t depend on the order in which invoices arrive', () => {
    const plan = fc.constantFrom('lite', 'plus', 'pro');
    const day = fc.integer({ min: 0, max: 700 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days, 10)));
    const anyPeriod = fc
      .tuple(
        plan,
        day,
        fc.constantFrom(1, 12),
        fc.constantFrom('cycle' as const, 'change' as const, 'credit' as const),
      )
      .map(([planId, startsAt, months, kind]) => ({
        invoiceId: `in_${startsAt.getTime()}`,
        creditsPerMonth: CREDITS[planId] ?? 0,
        kind,
        planId,
        startsAt,
        endsAt: addMonths(startsAt, months),
        paidShare: 1,
        isRefunded: false,
        isDisputed: false,
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
          expect(month.endsAt > month.startsAt).toBe(true);
        }
      }),
    );
  });
});
