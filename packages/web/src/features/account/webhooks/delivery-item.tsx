import { messages, t } from '@packshot/contract/text/translation';
import type { WebhookDelivery } from '@packshot/contract/api/webhooks';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatMoment, formatOutcome } from './webhook-words.ts';

const STATE_WORDS = messages({
  pending: 'Waiting to retry',
  succeeded: 'Delivered',
  failed: 'Failed',
});

export function DeliveryItem(props: {
  readonly shown: WebhookDelivery;
  /** Sends the event again; missing if this isn't possible here. */
  readonly onReplay?: () => void;
  readonly isBusy?: boolean;
  /** Whether the delivery waits because its webhook is disabled. */
  readonly isHeld?: boolean;
}) {
  const { shown: delivery } = props;
  const { state, tries, next_try_at: nextTryAt } = delivery;
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p>
            <span
              className={classNames(
                'font-semibold',
                state === 'failed' && 'text-danger',
                state === 'succeeded' && 'text-success',
              )}
            >
              {tries === 0 ? t('Pending') : STATE_WORDS[state]}
            </span>{' '}
            <span className="font-mono text-xs">{delivery.type}</span>
          </p>
          <p className="text-muted tabular-nums">
            {formatOutcome(delivery)} · {t('{tries, plural, one {# try} other {# tries}}', { tries })}
          </p>
          <p className="text-muted tabular-nums">
            {formatMoment(delivery.created_at)}
            {nextTryAt !== null &&
              ` · ${props.isHeld === true ? t('next try once the webhook is enabled') : t('next try {time}', { time: formatMoment(nextTryAt) })}`}
          </p>
        </div>
        {props.onReplay !== undefined && (
          <Button
            variant="secondary"
            size="sm"
            loading={props.isBusy === true}
            aria-label={t('Resend: {event} of {time}', {
              event: delivery.type,
              time: formatMoment(delivery.created_at),
            })}
            onClick={props.onReplay}
          >
            {t('Resend')}
          </Button>
        )}
      </div>
      <details>
        <summary className="cursor-pointer font-medium text-muted">{t('Request and response')}</summary>
        <dl className="mt-2 grid gap-2">
          <Text label={t('Event ID')} text={delivery.event_id} />
          <Text label={t('Request')} text={delivery.body} />
          {delivery.answer !== null && (
            <Text label={t('Response')} text={delivery.answer === '' ? t('Empty') : delivery.answer} />
          )}
        </dl>
      </details>
    </div>
  );
}

function Text({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd
        className="mt-1 max-h-40 overflow-y-auto rounded-md bg-fill px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap"
        tabIndex={0}
      >
        {text}
      </dd>
    </div>
  );
}
