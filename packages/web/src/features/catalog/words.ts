/** User-facing texts about runs and their photos. */
import { errorSentence } from '../../lib/api/error-sentence.ts';
import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { messages, t } from '@packshot/contract/text/translation';
import { ownName } from '../../lib/files/own-name.ts';
import type { RunDelivery } from '@packshot/contract/buckets/destinations';
import type { ItemState, RunItem } from '@packshot/contract/catalog/items';
import { enlargedPercent } from '@packshot/contract/catalog/limits';
import { flagSentences } from '@packshot/contract/tools/flag-words';
import type { ReviewReason } from '@packshot/contract/tools/quality-flags';
import { getTitle } from '@packshot/contract/catalog/manifest';
import type { Run, RunPause, RunStatus } from '@packshot/contract/catalog/runs';

export const RUN_STATUS_WORDS: Readonly<Record<RunStatus, string>> = messages({
  draft: 'Draft',
  running: 'Running',
  paused: 'Paused',
  canceled: 'Canceled',
  finished: 'Finished',
});

export const STATE_WORDS: Readonly<Record<ItemState, string>> = messages({
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  needs_review: 'To review',
  approved: 'Approved',
  rejected: 'Rejected',
  failed: 'Failed',
  skipped: 'Skipped',
});

export const PAUSE_WORDS: Readonly<Record<RunPause, string>> = messages({
  OUT_OF_CREDITS: 'Paused: out of credits. Get more, then resume.',
  DAILY_LIMIT_REACHED:
    'Paused: you’ve reached this server’s limit for each user within 24 hours. Resume later.',
  FAIR_USE_REACHED: 'Paused: fair-use limit for 24 hours reached. Resume later.',
  STORAGE_QUOTA: 'Paused: your storage is full. Delete an older run, then resume.',
  KEY_CEILING_REACHED:
    'Paused: the API key that started it has used up its credits for this month. Raise its monthly limit, or resume here without the key.',
  KEY_INVALID: 'Paused: the API key that started it was revoked or has expired. Resume here without the key.',
});

const NUMBERS = new Intl.NumberFormat(LANGUAGE);
/** Formats a number: '10,000'. */
export const numberWords = (value: number): string => NUMBERS.format(value);

const ENDED: readonly ItemState[] = ['done', 'needs_review', 'approved', 'rejected', 'failed', 'skipped'];

/** Number of a run's photos whose work has ended, with any outcome. */
export const countEnded = ({ counts }: Pick<Run, 'counts'>): number =>
  ENDED.reduce((sum, state) => sum + counts[state], 0);

const MADE: readonly ItemState[] = ['done', 'needs_review', 'approved', 'rejected'];
export const countMade = ({ counts }: Pick<Run, 'counts'>): number =>
  MADE.reduce((sum, state) => sum + counts[state], 0);

/** Formats progress: '4,210 of 10,000 done, 12 failed, 80 to review'. */
export function progressWords(run: Pick<Run, 'items' | 'counts'>): string {
  const { counts, items } = run;
  return [
    t('{made, number} of {items, number} done', { made: countMade(run), items }),
    ...(counts.failed > 0 ? [t('{failed, number} failed', { failed: counts.failed })] : []),
    ...(counts.needs_review > 0 ? [t('{count, number} to review', { count: counts.needs_review })] : []),
  ].join(', ');
}

/** Formats a delivery: '1,200 of 3,000 files delivered, 12 failed, 80 pictures wait for review'. */
export function deliveryWords({ waiting, delivered, failed, held, manifest }: RunDelivery): string {
  const files = waiting + delivered + failed;
  return [
    files === 0
      ? t('Nothing to deliver yet')
      : t('{delivered, number} of {files, plural, one {# file} other {# files}} delivered', {
          delivered,
          files,
        }),
    ...(failed > 0 ? [t('{failed, number} failed', { failed })] : []),
    ...(held > 0
      ? [t('{held, plural, one {# picture waits} other {# pictures wait}} for review', { held })]
      : []),
    ...(manifest === 'delivered' ? [t('with manifest.csv')] : []),
  ].join(', ');
}

const KB = 1000;
const DECIMALS = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** Formats a size: '12 kB', '3.4 MB', '1.2 GB'. */
export function sizeWords(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'] as const;
  let value = Math.max(1, Math.round(bytes / KB));
  let unit = 0;
  while (value >= KB && unit < units.length - 1) {
    value /= KB;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? DECIMALS.format(value) : Math.round(value)} ${units[unit] ?? 'TB'}`;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Formats a duration: 'less than a minute', 'about 12 minutes', 'about 2 h 50 min'. */
export function durationWords(seconds: number): string {
  if (seconds < MINUTE_S) return t('less than a minute');
  if (seconds < HOUR_S) {
    return t('about {minutes, plural, one {# minute} other {# minutes}}', {
      minutes: Math.round(seconds / MINUTE_S),
    });
  }
  const hours = Math.floor(seconds / HOUR_S);
  const minutes = Math.round((seconds % HOUR_S) / MINUTE_S);
  return minutes === 0
    ? t('about {hours} h', { hours })
    : t('about {hours} h {minutes} min', { hours, minutes });
}

const WHEN = new Intl.DateTimeFormat(LANGUAGE, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
export const timeWords = (at: string): string => WHEN.format(new Date(at));

/** Name of a recipe, with its version from the second on. */
export const recipeName = ({ name, version }: { readonly name: string; readonly version: number }): string =>
  version === 1 ? name : t('{name}, version {version}', { name, version });

export const itemName = (
  item: Pick<RunItem, 'sku' | 'variant' | 'slot' | 'source'> & Partial<Pick<RunItem, 'columns'>>,
): string => {
  const nameParts = [item.sku, item.variant, item.slot].filter((part) => part !== '');
  if (nameParts.length > 0) return nameParts.join(' · ');
  return getTitle(item.columns ?? {}) || ownName(item.source.name);
};

/** Sentence about a row, such as why it failed or what the user should check; empty if there is nothing to report. */
export function itemNote(
  item: Pick<RunItem, 'reason' | 'outputs' | 'reused' | 'doubts' | 'review' | 'source' | 'state'>,
): string {
  if (item.source.kind === 'file')
    return t('Waiting for the file {name}.', { name: ownName(item.source.name) });
  if (item.reason !== null) return errorSentence(item.reason);
  const undelivered = item.outputs.find(({ delivery }) => delivery?.state === 'failed')?.delivery?.reason;
  if (undelivered) return errorSentence(undelivered);
  const findings = item.outputs.flatMap((output) => output.findings ?? []);
  const notes = [
    ...(item.state === 'needs_review' ? reviewWords(item) : []),
    ...findings.map(({ message }) => message),
    ...enlargedWords(item),
  ];
  const [first] = notes;
  if (first !== undefined)
    return notes.length > 1 ? `${first} ${t('And {count} more.', { count: notes.length - 1 })}` : first;
  return item.reused ? t('Unchanged: reused from an earlier run.') : '';
}

/** Sentence about the largest enlargement among a row's files, worded as in Export. */
export function enlargedWords({ outputs }: Pick<RunItem, 'outputs'>): readonly string[] {
  const percents = outputs.map(({ scale }) => enlargedPercent(scale) ?? 0);
  const most = Math.max(0, ...percents);
  return most === 0
    ? []
    : [t('Enlarged to {percent}% of the original. Use a larger photo to keep it sharp.', { percent: most })];
}

/** Reasons for reviewing a row, most serious first, as in Create. Older rows may have only `review` reasons. */
export const reviewWords = ({ review, doubts }: Pick<RunItem, 'doubts' | 'review'>): readonly string[] =>
  doubts.length > 0 ? flagSentences(doubts) : (review?.reasons ?? []).map((reason) => REASON_WORDS[reason]);

/** Words for the probability that a cut-out needs no correction, because a number would seem too precise. */
export function scoreWords(score: number): string {
  if (score < 0.4) return t('likely needs a fix');
  return score < 0.8 ? t('may need a fix') : t('probably fine');
}

const REASON_WORDS: Readonly<Record<ReviewReason, string>> = messages({
  'looks-differ': 'Part of the product may be missing, or some background included.',
  'at-border': 'The product reaches the edge of the photo.',
  'weak-contrast': 'Low contrast in places.',
  'several-objects': 'Another object in the photo may belong to the product.',
  'see-through': 'Some background may show through.',
  small: 'The product is small in the photo.',
  unsure: 'Much of the outline is uncertain.',
  'fine-parts': 'Fine parts or holes may be lost.',
  'busy-ground': 'The background is busy.',
});
