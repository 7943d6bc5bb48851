import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import { MESSAGES } from '@packshot/contract/fixed-messages';
import { UNLIMITED } from '../../../lib/state/global-state.ts';
import type { Price } from '../model/payer.ts';
import type { JobState } from '../state/job.ts';
import type { ToolWork } from '../state/studio-context.ts';

const oneDecimal = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });

const tenth = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a number with exactly one decimal place. */
export const tenths = (value: number): string => tenth.format(Number(value.toFixed(1)));

export const megapixels = (widthPx: number, heightPx: number): string => {
  const value = (widthPx * heightPx) / 1e6;
  return `${value < 0.1 ? `< ${oneDecimal.format(0.1)}` : oneDecimal.format(value)} MP`;
};

export const dimensions = (widthPx: number, heightPx: number): string => `${widthPx} × ${heightPx} px`;

export const fileSize = (sizeBytes: number): string =>
  sizeBytes < 1e6
    ? `${Math.max(1, Math.round(sizeBytes / 1e3))} kB`
    : `${oneDecimal.format(sizeBytes / 1e6)} MB`;

export const seconds = (durationMs: number): string => `${oneDecimal.format(durationMs / 1000)} s`;

export function costOfDownload(remaining: number | null, price: Price): string {
  if (!hasBilling()) return '';
  if (price === 'own') return t('Free: it’s your own photo.');
  if (price === 'paid') return t('Already downloaded. Free to save again.');
  if (remaining === null) return t('Uses 1 download.');
  if (remaining <= 0) return t('No downloads left.');
  return t(
    'Uses 1 of {remaining, plural, one {{remaining} download} other {{remaining} downloads}}. Saving it again is free.',
    { remaining },
  );
}

/** Sentence about the cost of several generations, of which a batch may need more than there are. */
export function costOfGenerations(needed: number, remaining: number | null): string {
  if (!hasBilling()) return '';
  if (remaining === UNLIMITED) return t('Included in your plan.');
  if (remaining === null)
    return t('Uses {needed, plural, one {# generation} other {# generations}}. Failures are free.', {
      needed,
    });
  if (remaining <= 0 && needed > 0) return MESSAGES.outOfCredits;
  if (remaining < needed)
    return t(
      'Needs {needed, plural, one {# generation} other {# generations}}; you have {remaining}. The batch pauses when they run out.',
      { needed, remaining },
    );
  return t('Uses {needed} of {remaining} generations. Failures are free.', { needed, remaining });
}

/** Sentence about the cost of several downloads, without those that are paid for. */
export function costOfDownloads(needed: number, remaining: number | null): string {
  if (!hasBilling()) return '';
  if (needed === 0) return t('Already downloaded. Free to save again.');
  if (remaining === null)
    return t('Uses {needed, plural, one {# download} other {# downloads}}. Saving it again is free.', {
      needed,
    });
  if (remaining < needed)
    return t('Needs {needed, plural, one {# download} other {# downloads}}; you have {remaining}.', {
      needed,
      remaining: Math.max(0, remaining),
    });
  return t(
    'Uses {needed} of {remaining, plural, one {{remaining} download} other {{remaining} downloads}}. Saving it again is free.',
    { needed, remaining },
  );
}

/** Progress message for the overlay and screen readers; null if no job is active. */
export function progressWords(job: JobState, work: ToolWork): string | null {
  switch (job.phase) {
    case 'reading':
      return t('Uploading your photo');
    case 'uploading':
      return t('Uploading your photo');
    case 'queued':
    case 'running':
      return work.server?.working ?? null;
    default:
      return null;
  }
}

/** Reason why tools are disabled until the browser knows the photo's size. */
export const READING_PHOTO = t('Reading the photo…');
