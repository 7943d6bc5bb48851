const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' });
const shortDayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Formats a date; empty for null. */
export const dayOf = (iso: string | null): string => (iso === null ? '' : dayFormat.format(new Date(iso)));

/** Formats a short date for lists. */
export const shortDayOf = (iso: string): string => shortDayFormat.format(new Date(iso));
