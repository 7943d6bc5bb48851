import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { TOOL_WORDS } from '@packshot/contract/tools/names';

const TITLES: Readonly<Record<string, { readonly title: string }>> = TOOL_WORDS;
const ALL_TOOLS = 'all';

/** Name of a tool as shown to operators; a tool without a page in the studio is shown by its ID. */
export const toolTitle = (tool: string): string =>
  tool === ALL_TOOLS
    ? t('All tools')
    : (TITLES[tool]?.title ?? tool.charAt(0).toUpperCase() + tool.slice(1).replaceAll('-', ' '));

/** Formats seconds: "0.8 s", "42 s", "3 min 5 s"; a dash for null. */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 10) return `${decimalText(seconds)} s`;
  const whole = Math.round(seconds);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

const GB = 1e9;

/** Formats bytes in GB, such as "41.2 GB"; in MB below one gigabyte. */
export const bytesText = (bytes: number): string =>
  bytes < GB ? `${Math.round(bytes / 1e6)} MB` : `${decimalText(bytes / GB)} GB`;

/** Formats `TASK_TIMED_OUT` as "Task timed out". */
export function reasonText(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const numberFormat = new Intl.NumberFormat(LANGUAGE);
export const numberText = (figure: number): string => numberFormat.format(figure);

const decimalFormat = new Intl.NumberFormat(LANGUAGE, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});
export const decimalText = (figure: number): string => decimalFormat.format(figure);

const clockFormat = new Intl.DateTimeFormat(LANGUAGE, {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const momentFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
export const clockText = (moment: string): string => clockFormat.format(new Date(moment));
export const momentText = (moment: string): string => momentFormat.format(new Date(moment));
