import { t } from '@packshot/contract/text/translation';
import type { Webhook, WebhookDeliveries, WebhookDelivery } from '@packshot/contract/api/webhooks';
import { useCallback, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { DeliveryItem } from './delivery-item.tsx';

/** Dialog with the deliveries of one webhook, newest first. */
export function Deliveries(props: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { id, url, enabled } = props.webhook;
  const load = useCallback(() => call('listWebhookDeliveries', { params: { id } }), [id]);
  const { loaded, reload, replace } = useLoaded(load);
  /** ID of the delivery that is being sent again, or a marker while the next page loads. */
  const [busy, setBusy] = useState<string | null>(null);
  const log = loaded.state === 'ready' ? loaded.value : null;

  const change = async (what: string, work: () => Promise<WebhookDeliveries>) => {
    setBusy(what);
    try {
      replace(await work());
    } catch (error) {
      showToast('error', getErrorMessage(error));
    }
    setBusy(null);
  };
  const replay = (current: WebhookDeliveries, delivery: WebhookDelivery) =>
    change(delivery.id, async () => {
      const params = { id, delivery_id: delivery.id };
      const { data } = await call('replayWebhookDelivery', { params });
      return { ...current, data: current.data.map((each) => (each.id === data.id ? data : each)) };
    });
  const more = (current: WebhookDeliveries, cursor: string) =>
    change('more', async () => {
      const page = await call('listWebhookDeliveries', { params: { id }, query: { cursor } });
      return { ...page, data: [...current.data, ...page.data] };
    });

  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t('Deliveries')}
      description={<span className="break-all">{url}</span>}
      className="w-[40rem]"
      actions={
        <Button variant="secondary" onClick={() => void reload()}>
          {t('Refresh')}
        </Button>
      }
    >
      <div className="mt-4">
        {loaded.state === 'loading' && <Skeleton className="h-32" />}
        {loaded.state === 'failed' && <LoadFailure message={loaded.message} onRetry={() => void reload()} />}
        {log?.data.length === 0 && (
          <p className="text-base text-muted">{t('Nothing was sent in the last 30 days.')}</p>
        )}
        {log !== null && (
          <ul aria-label={t('Deliveries')} className="divide-y divide-line">
            {log.data.map((delivery) => (
              <li key={delivery.id} className="py-3.5">
                <DeliveryItem
                  shown={delivery}
                  isBusy={busy === delivery.id}
                  isHeld={!enabled}
                  {...(enabled && { onReplay: () => void replay(log, delivery) })}
                />
              </li>
            ))}
          </ul>
        )}
        {log !== null && log.next_cursor !== null && (
          <Button
            variant="secondary"
            loading={busy === 'more'}
            onClick={() => void more(log, log.next_cursor ?? '')}
          >
            {t('Show more')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
