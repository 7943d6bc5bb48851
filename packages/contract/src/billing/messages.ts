/**
 * Messages about plans and payments. Separate from the others, because the landing page needs none of them.
 */
export const BILLING_MESSAGES = {
  paymentsNotConfigured: 'Payments are not configured on this server.',
  paymentsDemo: 'Demo: nothing is charged.',
  paymentsUnavailable:
    'The payment service does not answer right now. Nothing was charged. Please try again.',
  planIsCurrent: 'This is already your plan.',
  purchasePending: 'Your purchase is being confirmed. Please reload in a moment.',
  noSubscription: 'There is no subscription to manage.',
  checkoutGone: 'This purchase has expired or was made already. Please choose a plan again.',
  invalidSignature: 'This event is not signed by the payment service.',
  dailyLimitReached: 'The fair-use limit of this server is reached for today. Continue tomorrow.',
  fairUseReached:
    'You have reached the fair use limit of your plan for today. Please continue tomorrow, or talk to us about a Custom plan.',
} as const;
