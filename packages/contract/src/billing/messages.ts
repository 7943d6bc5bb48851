import { messages } from '../text/translation.ts';

export const BILLING_MESSAGES = messages({
  paymentsNotConfigured: 'Payments are not configured on this server.',
  paymentsDemo: 'Demo: nothing is charged.',
  paymentsUnavailable:
    'The payment service isn’t responding right now. Nothing was charged. Please try again.',
  planIsCurrent: 'This is already your plan.',
  purchasePending: 'Your purchase is being confirmed. Please reload in a moment.',
  noSubscription: 'There is no subscription to manage.',
  checkoutGone: 'This purchase has expired or is already complete. Please choose a plan again.',
  invalidSignature: 'This event is not signed by the payment service.',
  dailyLimitReached: 'You’ve reached this server’s limit for each user within 24 hours. Try again later.',
  fairUseReached:
    'You’ve reached your plan’s fair-use limit within 24 hours. Try again later, or talk to us about a Custom plan.',
});
