import { ROUTES } from '@packshot/contract';

/** Paths on this site to which payment pages return, with the query parameters each page needs. */
export const PLACES = {
  pricing: `${ROUTES.home}?tab=pricing`,
  account: `${ROUTES.home}?tab=account`,
  afterPurchase: (planId: string): string => `${ROUTES.home}?tab=account&purchase=${planId}`,
  demoCheckout: (checkoutId: string): string => `${ROUTES.home}?tab=pricing&checkout=${checkoutId}`,
  demoPortal: `${ROUTES.home}?tab=account&portal=demo`,
} as const;
