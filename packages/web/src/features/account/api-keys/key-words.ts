import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { messages, t } from '@packshot/contract/text/translation';
import type { ApiKey, ApiScope } from '@packshot/contract/api/keys';
import { formatShortDay } from '../days.ts';

export const SCOPE_WORDS: Readonly<Record<ApiScope, { readonly title: string; readonly about: string }>> =
  messages({
    'images:read': { title: 'Read pictures', about: 'See jobs and fetch results' },
    'images:write': { title: 'Send pictures', about: 'Upload photos to work on later' },
    'jobs:run': { title: 'Use the tools', about: 'Cut out, place, enlarge; this spends credits' },
    'recipes:read': { title: 'Read recipes', about: 'See the recipes of the catalog' },
    'recipes:write': { title: 'Change recipes', about: 'Create, change and delete recipes' },
    'catalog:write': {
      title: 'Run catalogs',
      about: 'Prepare, start and review thousands of photos; this spends credits',
    },
    'buckets:use': {
      title: 'Use buckets',
      about: 'Read photos from connected buckets and write files to them',
    },
    'usage:read': { title: 'Read usage', about: 'See calls and credits' },
  });

const timeFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });

/** Last use and expiry on one line. */
export function formatLife(key: ApiKey, now: Date): string {
  const used =
    key.last_used_at === null
      ? t('Never used')
      : t('Last used {time}', { time: timeFormat.format(new Date(key.last_used_at)) });
  return `${used} · ${formatExpiry(key, now)}`;
}

function formatExpiry({ expires_at }: ApiKey, now: Date): string {
  if (expires_at === null) return t('Does not expire');
  const date = formatShortDay(expires_at);
  return new Date(expires_at) > now ? t('Expires {date}', { date }) : t('Expired {date}', { date });
}

/** Scope required by `curlLine`. */
export const CUT_OUT_SCOPE: ApiScope = 'jobs:run';

/** Shell command that cuts out a picture with the key, ready to paste. */
export const curlLine = (origin: string, secret: string): string =>
  `curl ${origin}/v1/cutouts -H "Authorization: Bearer ${secret}" -F image=@photo.jpg -o cutout.png`;
