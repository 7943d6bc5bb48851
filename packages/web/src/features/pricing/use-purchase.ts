import type { Plan } from '@packshot/contract/billing/plans';
import { ROUTES } from '@packshot/contract/routes';
import { useNavigate, useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { readCurrentUser } from '../../lib/current-user.ts';
import { navigateTo } from '../../lib/navigation.ts';
import { refreshSubscription, startCheckout } from '../../lib/subscription.ts';
import { showToast } from '../../lib/toast.ts';

const isGuest = (): boolean => readCurrentUser()?.is_guest ?? true;

/** This page, with a wish to buy: where signing up comes back to. */
const pathToBuy = (planId: string): string => `${ROUTES.home}?tab=pricing&subscribe=${planId}`;

export interface Purchase {
  /** The plan whose page is being opened. */
  readonly busyPlanId: string | null;
  readonly buy: (plan: Plan) => void;
}

/** Buying a plan: at once with an account, else after signing up. A wish in the address is taken up once. */
export function usePurchase(): Purchase {
  const [busyPlanId, setBusyPlanId] = useState<string | null>(null);
  const wish = new URLSearchParams(useLocation().searchStr).get('subscribe');
  const takenUp = useRef(false);
  const navigate = useNavigate();

  const start = useCallback(async (planId: string) => {
    setBusyPlanId(planId);
    try {
      await startCheckout(planId);
    } catch (error) {
      showToast('error', messageOf(error));
    } finally {
      setBusyPlanId(null);
    }
  }, []);

  useEffect(() => {
    refreshSubscription().catch((error: unknown) => showToast('error', messageOf(error)));
  }, []);

  useEffect(() => {
    if (wish === null || takenUp.current || isGuest()) return;
    takenUp.current = true;
    // Going back from the payment page must not lead there again.
    void navigate({ to: ROUTES.home, search: { tab: 'pricing' }, replace: true }).then(() => start(wish));
  }, [wish, navigate, start]);

  const buy = (plan: Plan): void => {
    if (isGuest()) navigateTo(`${ROUTES.signUp}?next=${encodeURIComponent(pathToBuy(plan.id))}`);
    else void start(plan.id);
  };
  return { busyPlanId, buy };
}
