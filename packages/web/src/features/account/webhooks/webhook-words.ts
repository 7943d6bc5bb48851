import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { messages, t } from '@packshot/contract/text/translation';
import type {
  DeliveryProblem,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
} from '@packshot/contract/api/webhooks';
import { formatDay } from '../days.ts';
import { formatDuration } from '../usage/figure-words.ts';

export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = messages({
  'job.succeeded': 'A job has succeeded',
  'job.failed': 'A job has failed',
  'job.canceled': 'A job was stopped',
  'catalog.finished': 'A catalog has finished',
  'catalog.paused': 'A catalog run auto-paused',
  'catalog.delivered': 'A catalog has been delivered to its bucket',
});

const PROBLEM_WORDS: Readonly<Record<DeliveryProblem, string>> = messages({
  refused: 'Not on the public internet',
  unreachable: 'Could not be reached',
  'timed-out': 'No response within 20 seconds',
});

/** Sentence about a webhook's problem, or null if it has none. */
export function describeTrouble({ enabled, disabled_because, failing_since }: Webhook): string | null {
  if (disabled_because === 'gone') return t('Disabled: your server responded with 410 Gone.');
  if (disabled_because === 'failing') return t('Disabled: all deliveries have failed for five days.');
  if (!enabled) return null;
  return failing_since === null
    ? null
    : t('Deliveries have failed since {date}.', { date: formatDay(failing_since) });
}

/** Outcome of the last delivery attempt, such as "200 in 84 ms". */
export function formatOutcome({ status, problem, duration_ms }: WebhookDelivery): string {
  if (problem !== null) return PROBLEM_WORDS[problem];
  return status === null
    ? t('Not tried yet')
    : t('{status} in {duration}', { status, duration: formatDuration(duration_ms) });
}

const momentFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'medium' });
export const formatMoment = (iso: string): string => momentFormat.format(new Date(iso));
