const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' });
const shortDayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** A date in words; empty for null. */
export const dayOf = (iso: string | null): string => (iso === null ? '' : dayFormat.format(new Date(iso)));

/** A short date, for lists. */
export const shortDayOf = (iso: string): string => shortDayFormat.format(new Date(iso));
