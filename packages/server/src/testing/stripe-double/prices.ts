/** Builds a price id such as price_test_pro-month, in the style that operators use. */
export const toPriceId = (planId: string): string => `price_test_${planId}`;

/** Price of one billing term, in cents; undefined for an unknown price id. */
export const termMinor = (price: string): number | undefined => TERM_MINOR[price];

export const termMonths = (price: string): number => (price.endsWith('-year') ? 12 : 1);

const TERM_MINOR: Readonly<Record<string, number>> = {
  [toPriceId('lite-month')]: 19_900,
  [toPriceId('plus-month')]: 29_900,
  [toPriceId('pro-month')]: 82_900,
  [toPriceId('lite-year')]: 199_200,
  [toPriceId('plus-year')]: 298_800,
  [toPriceId('pro-year')]: 829_200,
};
