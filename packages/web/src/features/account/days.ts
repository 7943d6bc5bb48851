import { LANGUAGE } from '@packshot/contract/text/interface-language';

const dayFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long' });
const shortDayFormat = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });

/** Formats a date; returns an empty text for null. */
export const formatDay = (iso: string | null): string =>
  iso === null ? '' : dayFormat.format(new Date(iso));

export const formatShortDay = (iso: string): string => shortDayFormat.format(new Date(iso));
