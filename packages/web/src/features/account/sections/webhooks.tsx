import { t } from '@packshot/contract/text/translation';
import type { NewWebhook, Webhook, WebhookDelivery } from '@packshot/contract/api/webhooks';
import { WEBHOOKS_PER_ORGANIZATION } from '@packshot/contract/api/webhooks';
import { Webhook as WebhookIcon } from 'lucide';
import { useState } from 'react';
import { ApiError, call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Confirmation } from '../confirmation.tsx';
import { formatDay } from '../days.ts';
import { SecretDialog } from '../dialog-form.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { Deliveries } from '../webhooks/deliveries.tsx';
import { DeliveryItem } from '../webhooks/delivery-item.tsx';
import { WebhookForm } from '../webhooks/webhook-form.tsx';
import { WebhookRow } from '../webhooks/webhook-row.tsx';
import type { WebhookAction } from '../webhooks/webhook-row.tsx';

/** Loads the webhooks; returns null if the user has no permission. */
async function loadWebhooks(): Promise<readonly Webhook[] | null> {
  try {
    return (await call('listWebhooks')).data;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return null;
    throw error;
  }
}

type OpenWebhookDialog =
  | { readonly action: 'create' }
  | { readonly action: Exclude<WebhookAction, 'test'>; readonly webhook: Webhook };

/** Section with webhooks: addresses that the server calls when a job of the API has ended. */
export default function Webhooks() {
  const { loaded, reload } = useLoaded(loadWebhooks);
  const [open, setOpen] = useState<OpenWebhookDialog | null>(null);
  const [newWebhook, setNewWebhook] = useState<NewWebhook | null>(null);
  const [testing, setTesting] = useState<string | null>(null);
  const [tested, setTested] = useState<WebhookDelivery | null>(null);
  const [now] = useState(() => new Date());
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-32" />;
  const webhooks = loaded.value;
  if (webhooks === null) {
    return (
      <p className="text-base text-muted">
        {t('Owners and admins of your organization manage its webhooks.')}
      </p>
    );
  }
  const finishForm = async (fresh: NewWebhook | null) => {
    setOpen(null);
    setNewWebhook(fresh);
    await reload();
  };
  const act = async (webhook: Webhook, action: WebhookAction) => {
    if (action !== 'test') return setOpen({ action, webhook });
    setTesting(webhook.id);
    try {
      setTested((await call('testWebhook', { params: { id: webhook.id } })).data);
    } catch (error) {
      showToast('error', getErrorMessage(error));
    }
    setTesting(null);
  };
  return (
    <>
      {webhooks.length === 0 ? (
        <p className="text-base text-muted">
          {t('We call your URL when an API job or catalog ends, so your program doesn’t have to poll.')}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              shown={webhook}
              now={now}
              busy={testing === webhook.id ? 'test' : null}
              onAction={(action) => void act(webhook, action)}
            />
          ))}
        </ul>
      )}
      <div className="mt-4">
        <Button
          icon={WebhookIcon}
          disabled={webhooks.length >= WEBHOOKS_PER_ORGANIZATION}
          onClick={() => setOpen({ action: 'create' })}
        >
          {t('New webhook')}
        </Button>
      </div>
      {open !== null && (
        <OpenDialog open={open} onClose={() => setOpen(null)} onDone={(fresh) => void finishForm(fresh)} />
      )}
      {newWebhook !== null && <Secret webhook={newWebhook} onClose={() => setNewWebhook(null)} />}
      {tested !== null && (
        <Dialog
          isOpen
          onClose={() => setTested(null)}
          title={t('Test event')}
          className="w-[34rem]"
          actions={<Button onClick={() => setTested(null)}>{t('Done')}</Button>}
        >
          <div className="mt-4">
            <DeliveryItem shown={tested} />
          </div>
        </Dialog>
      )}
    </>
  );
}

function OpenDialog(props: {
  readonly open: OpenWebhookDialog;
  readonly onClose: () => void;
  /** Called with a webhook whose secret has to be shown, or with null. */
  readonly onDone: (fresh: NewWebhook | null) => void;
}) {
  const { open, onClose, onDone } = props;
  switch (open.action) {
    case 'create':
      return (
        <WebhookForm
          onClose={onClose}
          onSave={async ({ enabled: _enabled, ...body }) =>
            onDone((await call('createWebhook', { body })).data)
          }
        />
      );
    case 'edit':
      return (
        <WebhookForm
          edited={open.webhook}
          onClose={onClose}
          onSave={async (body) => {
            await call('updateWebhook', { params: { id: open.webhook.id }, body });
            onDone(null);
          }}
        />
      );
    case 'deliveries':
      return <Deliveries webhook={open.webhook} onClose={() => onDone(null)} />;
    case 'rotate':
      return (
        <Confirmation
          title={t('Rotate the secret?')}
          words={t(
            'You’ll get a new secret. For 24 hours, deliveries are signed with both, so you can update your server in the meantime.',
          )}
          button={t('Rotate secret')}
          onClose={onClose}
          onConfirm={async () =>
            onDone((await call('rotateWebhook', { params: { id: open.webhook.id } })).data)
          }
        />
      );
    case 'delete':
      return (
        <Confirmation
          title={t('Delete this webhook?')}
          words={t(
            '{url} will no longer be called, and its deliveries will be deleted. This can’t be undone.',
            { url: open.webhook.url },
          )}
          button={t('Delete webhook')}
          isDanger
          onClose={onClose}
          onConfirm={async () => {
            await call('deleteWebhook', { params: { id: open.webhook.id } });
            onDone(null);
          }}
        />
      );
  }
}

function Secret({ webhook: made, onClose }: { readonly webhook: NewWebhook; readonly onClose: () => void }) {
  return (
    <SecretDialog
      title={t('Copy the secret now')}
      description={
        made.rotated_until === null
          ? t('You won’t see it again. Your server uses it to verify that calls come from us.')
          : t('You won’t see it again. Deliveries are also signed with the previous secret until {date}.', {
              date: formatDay(made.rotated_until),
            })
      }
      onClose={onClose}
    >
      <CopyField label={t('Signing secret')} value={made.secret} />
    </SecretDialog>
  );
}
