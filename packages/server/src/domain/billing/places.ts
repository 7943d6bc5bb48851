import { ROUTES } from '@packshot/contract';

/** Where payment pages send the browser: paths of this site, with what the page has to know. */
export const PLACES = {
  pricing: `${ROUTES.home}?tab=pricing`,
  account: `${ROUTES.home}?tab=account`,
  afterPurchase: (planId: string): string => `${ROUTES.home}?tab=account&purchase=${planId}`,
  demoCheckout: (checkoutId: string): string => `${ROUTES.home}?tab=pricing&checkout=${checkoutId}`,
  demoPortal: `${ROUTES.home}?tab=account&portal=demo`,
} as const;
