import { PLAN_TERMS, PLANS } from '@packshot/contract/billing/plans';
import { describe, expect, it } from 'vitest';
import { comparisonRows } from './comparison.ts';

describe.each(PLAN_TERMS)('the comparison of plans by the %s', (term) => {
  const plans = PLANS.filter((plan) => plan.term === term);
  const custom = plans.find((plan) => plan.isCustomPlan);
  const rows = comparisonRows(plans, 'usd');

  it('the table grants Custom every feature that a smaller plan has', () => {
    const withSomething = rows.filter((row) => plans.some((plan) => row.cell(plan) === true));
    expect(withSomething.length).toBeGreaterThan(8);
    for (const row of withSomething) expect(custom && row.cell(custom), row.label).not.toBe(false);
  });

  it('the table lists each feature of each plan, and grants it to the plans that list it', () => {
    for (const plan of plans) {
      for (const feature of plan.features) {
        const row = rows.find(({ label }) => label === feature);
        expect(row?.cell(plan), `${plan.name}: ${feature}`).toBe(true);
      }
    }
    const automation = rows.find(({ label }) => label === 'Batch automation');
    expect(plans.filter((plan) => automation?.cell(plan) === true)).toEqual([custom]);
  });

  it('the table doesn’t sell features that guests have', () => {
    const batches = rows.find(({ label }) => label === 'Batches');
    expect(plans.map((plan) => batches?.cell(plan))).toEqual([true, true, true, true]);
  });
});
