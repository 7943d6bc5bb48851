import { t } from '@packshot/contract/text/translation';
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

/** Replaces Stripe's customer portal in demo mode, if the page's address requests it. */
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
      showToast('success', action === 'cancel' ? t('Your plan is canceled.') : t('Your plan continues.'));
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
      title={t('Manage your plan')}
      description={`${BILLING_MESSAGES.paymentsDemo} ${t('Here, the payment service would show your card and invoices.')}`}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {t('Back')}
          </Button>
          {isCanceled ? (
            <Button loading={isBusy} onClick={() => void act('resume')}>
              {t('Keep plan')}
            </Button>
          ) : (
            <Button variant="danger" loading={isBusy} onClick={() => void act('cancel')}>
              {t('Cancel plan')}
            </Button>
          )}
        </>
      }
    >
      <p className="mt-4 text-base">
        {isCanceled
          ? t('The plan ends on {date}. You can still keep it.', { date: formatDay(details.cancel_at) })
          : t('If you cancel, your plan runs until {date}. Unused credits stay yours.', {
              date: formatDay(details.current_period_end),
            })}
      </p>
    </Dialog>
  );
}
