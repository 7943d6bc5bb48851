/** Price ids in an operator's style, such as price_test_pro-month. */
export const priceIdOf = (planId: string): string => `price_test_${planId}`;

/** The price of one term, in cents; undefined for an unknown price. */
export const termMinor = (price: string): number | undefined => TERM_MINOR[price];

export const termMonths = (price: string): number => (price.endsWith('-year') ? 12 : 1);

const TERM_MINOR: Readonly<Record<string, number>> = {
  [priceIdOf('lite-month')]: 19_900,
  [priceIdOf('plus-month')]: 29_900,
  [priceIdOf('pro-month')]: 82_900,
  [priceIdOf('lite-year')]: 199_200,
  [priceIdOf('plus-year')]: 298_800,
  [priceIdOf('pro-year')]: 829_200,
};
