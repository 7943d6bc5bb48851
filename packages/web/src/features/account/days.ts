const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' });
const shortDayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Formats a date; empty for null. */
export const formatDay = (iso: string | null): string =>
  iso === null ? '' : dayFormat.format(new Date(iso));

/** Formats a short date for lists. */
export const formatShortDay = (iso: string): string => shortDayFormat.format(new Date(iso));
