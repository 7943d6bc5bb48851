import type { ApiUsageFigures } from '@packshot/contract/api/usage';
import { TOOL_WORDS } from '@packshot/contract/tools/names';

/** Metrics that the chart can show. */
export const METRICS = {
  calls: { label: 'Calls', of: (figures: ApiUsageFigures) => figures.calls, text: String },
  errors: { label: 'Errors', of: (figures: ApiUsageFigures) => figures.errors, text: String },
  time: {
    label: 'Time',
    of: (figures: ApiUsageFigures) => figures.p95_ms ?? 0,
    text: (ms: number) => formatDuration(ms),
  },
  credits: { label: 'Credits', of: (figures: ApiUsageFigures) => figures.credits, text: String },
} as const;
export type Metric = keyof typeof METRICS;

/** "840 ms" or "1.2 s"; a dash without calls. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Share of failed calls, such as "2.5%"; empty without calls. */
export const errorShare = ({ calls, errors }: ApiUsageFigures): string =>
  calls === 0 ? '' : `${Number(((100 * errors) / calls).toFixed(1))}% of calls`;

const TITLES: Readonly<Record<string, { readonly title: string }>> = TOOL_WORDS;

/** Display name of a tool; calls without a tool only read data. */
export const toolName = (tool: string | null): string =>
  tool === null ? 'No tool' : (TITLES[tool]?.title ?? tool.charAt(0).toUpperCase() + tool.slice(1));

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day (UTC) such as "Nov 23". */
export const dayName = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
