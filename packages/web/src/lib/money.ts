const MINOR_UNITS = 100;

/**
 * An amount as people write it: whole units without decimals, others with two.
 * @param currency ISO 4217, in either case
 */
export function formatMoney(amount: number, currency: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** The same of smallest units (cents), always with two decimals: invoices are exact. */
export function formatMinor(amountMinor: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    amountMinor / MINOR_UNITS,
  );
}
