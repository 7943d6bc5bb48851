import { LANGUAGE } from '@packshot/contract/text/interface-language';

/**
 * Formats a price: whole amounts without decimals, others with two.
 * @param currency ISO 4217, in either case
 */
export function formatMoney(amount: number, currency: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat(LANGUAGE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/**
 * Formats an amount in a currency's smallest unit (cents, yen), with the currency's usual decimals, because invoices are
 * exact.
 */
export function formatMinor(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat(LANGUAGE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
