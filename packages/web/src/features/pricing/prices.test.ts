import { PLANS } from '@packshot/contract/billing/plans';
import { describe, expect, it } from 'vitest';
import { priceLines, pricePerDownload, yearlySavingPercent } from './prices.ts';

const planById = (id: string) => {
  const plan = PLANS.find((candidate) => candidate.id === id);
  if (!plan) throw new Error(id);
  return plan;
};

describe('displayed prices', () => {
  it('a yearly plan shows its price per month', () => {
    expect(priceLines(planById('lite-year'), null)).toEqual({
      amount: '166',
      period: '/ month, billed yearly',
    });
    expect(priceLines(planById('pro-month'), 'usd')).toEqual({ amount: '$829', period: '/ month' });
  });

  it('a plan shows the price of one download', () => {
    expect(pricePerDownload(planById('lite-month'), null)).toBe('6.63');
    expect(pricePerDownload(planById('pro-year'), 'eur')).toBe('€4.61');
    expect(pricePerDownload(planById('custom-month'), null)).toBeNull();
  });

  it('the yearly saving is never overstated', () => {
    expect(yearlySavingPercent()).toBe(16);
    expect(yearlySavingPercent([])).toBe(0);
  });
});
