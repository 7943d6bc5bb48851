import { t } from '@packshot/contract/text/translation';
import type { Webhook } from '@packshot/contract/api/webhooks';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatDay } from '../days.ts';
import { describeTrouble } from './webhook-words.ts';

export type WebhookAction = 'test' | 'deliveries' | 'edit' | 'rotate' | 'delete';

const ACTIONS: readonly (readonly [WebhookAction, string])[] = [
  ['test', t('Send test event')],
  ['deliveries', t('Deliveries')],
  ['edit', t('Edit')],
  ['rotate', t('Rotate secret')],
  ['delete', t('Delete')],
];

export function WebhookRow(props: {
  readonly shown: Webhook;
  readonly now: Date;
  readonly busy: WebhookAction | null;
  readonly onAction: (action: WebhookAction) => void;
}) {
  const { shown: webhook, now, busy, onAction } = props;
  const trouble = describeTrouble(webhook);
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base font-medium">
          <span translate="no" className="min-w-0 break-all">
            {webhook.url}
          </span>
          <span
            className={classNames(
              'rounded-sm px-1.5 py-0.5 text-xs font-semibold',
              trouble === null ? 'bg-fill text-muted' : 'bg-danger-soft text-danger',
            )}
          >
            {!webhook.enabled ? t('Disabled') : trouble === null ? t('Enabled') : t('Failing')}
          </span>
        </p>
        {webhook.description !== '' && (
          <p className="mt-0.5 text-sm break-words text-muted">{webhook.description}</p>
        )}
        <p translate="no" className="mt-0.5 font-mono text-xs text-muted">
          {webhook.events.join(' · ')}
        </p>
        {trouble !== null && <p className="mt-1 text-sm text-danger">{trouble}</p>}
        {webhook.rotated_until !== null && new Date(webhook.rotated_until) > now && (
          <p className="mt-0.5 text-sm text-muted">
            {t('Also signed with the previous secret until {date}.', {
              date: formatDay(webhook.rotated_until),
            })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {ACTIONS.map(([action, label]) => (
          <Button
            key={action}
            variant="secondary"
            size="sm"
            loading={busy === action}
            aria-label={`${label}: ${webhook.url}`}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  );
}
