import type { DemoAction, SubscriptionDetails } from '@packshot/contract/billing/schemas';
import { BILLING_MESSAGES } from '@packshot/contract/billing/messages';
import { ROUTES } from '@packshot/contract/routes';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { call, getErrorMessage } from '../../lib/api/api-client.ts';
import { navigateTo } from '../../lib/state/navigation.ts';
import { refreshSubscription } from '../../lib/plans/subscription.ts';
import { showToast } from '../../lib/state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDay } from './days.ts';

const close = (): void => navigateTo(`${ROUTES.home}?tab=account`);

/** Replaces Stripe's customer portal in demo mode, if the address requests it. */
export function DemoPortal({ details }: { readonly details: SubscriptionDetails }) {
  const isAskedFor = new URLSearchParams(useLocation().searchStr).get('portal') === 'demo';
  const [isBusy, setIsBusy] = useState(false);
  if (details.billing_mode !== 'demo') return null;
  const isCanceled = details.cancel_at !== null;
  const act = async (action: Exclude<DemoAction['action'], 'confirm'>) => {
    setIsBusy(true);
    try {
      await call('actInDemo', { body: { action } });
      await refreshSubscription();
      showToast('success', action === 'cancel' ? 'Your plan is canceled.' : 'Your plan continues.');
      close();
    } catch (error) {
      showToast('error', getErrorMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isAskedFor}
      onClose={close}
      title="Manage your plan"
      description={`${BILLING_MESSAGES.paymentsDemo} This page replaces the payment service’s own, with your card and invoices.`}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Back
          </Button>
          {isCanceled ? (
            <Button loading={isBusy} onClick={() => void act('resume')}>
              Keep plan
            </Button>
          ) : (
            <Button variant="danger" loading={isBusy} onClick={() => void act('cancel')}>
              Cancel plan
            </Button>
          )}
        </>
      }
    >
      <p className="mt-4 text-base">
        {isCanceled
          ? `The plan ends on ${formatDay(details.cancel_at)}. You can still keep it.`
          : `If you cancel, your plan runs until ${formatDay(details.current_period_end)}. Unused credits stay yours.`}
      </p>
    </Dialog>
  );
}
