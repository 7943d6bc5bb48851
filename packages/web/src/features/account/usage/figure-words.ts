import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import type { ApiUsageFigures } from '@packshot/contract/api/usage';
import { TOOL_WORDS } from '@packshot/contract/tools/names';

export const METRICS = {
  calls: { label: t('Calls'), of: (figures: ApiUsageFigures) => figures.calls, text: String },
  errors: { label: t('Errors'), of: (figures: ApiUsageFigures) => figures.errors, text: String },
  time: {
    label: t('Time'),
    of: (figures: ApiUsageFigures) => figures.p95_ms ?? 0,
    text: (ms: number) => formatDuration(ms),
  },
  credits: { label: t('Credits'), of: (figures: ApiUsageFigures) => figures.credits, text: String },
} as const;
export type Metric = keyof typeof METRICS;

const secondsFormat = new Intl.NumberFormat(LANGUAGE, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});

/** Formats a duration as "840 ms" or "1.2 s"; a dash if there were no calls. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1000 ? `${ms} ms` : `${secondsFormat.format(ms / 1000)} s`;
}

/** Share of failed calls, such as "2.5%"; empty if there were no calls. */
export const errorShare = ({ calls, errors }: ApiUsageFigures): string =>
  calls === 0
    ? ''
    : t('{percent, number}% of calls', { percent: Number(((100 * errors) / calls).toFixed(1)) });

const TITLES: Readonly<Record<string, { readonly title: string }>> = TOOL_WORDS;

/** Display name of a tool; calls without a tool only read data. */
export const toolName = (tool: string | null): string =>
  tool === null ? t('No tool') : (TITLES[tool]?.title ?? tool.charAt(0).toUpperCase() + tool.slice(1));

const dayFormat = new Intl.DateTimeFormat(LANGUAGE, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Formats a day (UTC) as "Nov 23". */
export const dayName = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
