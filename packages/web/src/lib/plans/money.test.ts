import { describe, expect, it } from 'vitest';
import { formatMinor, formatMoney } from './money.ts';

describe('money', () => {
  it('prices show cents only when the cents aren’t zero', () => {
    expect(formatMoney(199, 'usd')).toBe('$199');
    expect(formatMoney(9948, 'eur')).toBe('€9,948');
    expect(formatMoney(6.63, 'usd')).toBe('$6.63');
  });

  it('an invoice amount shows the cents that its currency has, also when it is negative', () => {
    expect(formatMinor(19_900, 'usd')).toBe('$199.00');
    expect(formatMinor(-1_005, 'eur')).toBe('-€10.05');
    expect(formatMinor(1_999, 'jpy')).toBe('¥1,999');
  });
});
