import type { Plan } from '@packshot/contract/billing/plans';
import { ROUTES } from '@packshot/contract/routes';
import { useNavigate, useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/api/api-error.ts';
import { readCurrentUser } from '../../lib/session/current-user.ts';
import { navigateTo } from '../../lib/state/navigation.ts';
import { refreshSubscription, startCheckout } from '../../lib/plans/subscription.ts';
import { showToast } from '../../lib/state/toast.ts';

const isGuest = (): boolean => readCurrentUser()?.is_guest ?? true;

/** Path of this page with a plan to buy, to which the user returns after signing up. */
const purchasePath = (planId: string): string => `${ROUTES.home}?tab=pricing&subscribe=${planId}`;

/**
 * Buys a plan: immediately with an account, otherwise after sign-up. A plan in the page's address starts the purchase
 * once.
 */
export function usePurchase() {
  const [busyPlanId, setBusyPlanId] = useState<string | null>(null);
  const requestedPlanId = new URLSearchParams(useLocation().searchStr).get('subscribe');
  const isStarted = useRef(false);
  const navigate = useNavigate();

  const start = useCallback(async (planId: string) => {
    setBusyPlanId(planId);
    try {
      await startCheckout(planId);
    } catch (error) {
      showToast('error', getErrorMessage(error));
    } finally {
      setBusyPlanId(null);
    }
  }, []);

  useEffect(() => {
    refreshSubscription().catch((error: unknown) => showToast('error', getErrorMessage(error)));
  }, []);

  useEffect(() => {
    if (requestedPlanId === null || isStarted.current || isGuest()) return;
    isStarted.current = true;
    // Removes the plan from the address, so that going back from the payment page doesn't start the purchase again.
    void navigate({ to: ROUTES.home, search: { tab: 'pricing' }, replace: true }).then(() =>
      start(requestedPlanId),
    );
  }, [requestedPlanId, navigate, start]);

  const buy = (plan: Plan): void => {
    if (isGuest()) navigateTo(`${ROUTES.signUp}?next=${encodeURIComponent(purchasePath(plan.id))}`);
    else void start(plan.id);
  };
  return {
    busyPlanId,
    buy,
  };
}
