const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' });
const shortDayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** A moment as a day in words; empty for none. */
export const dayOf = (iso: string | null): string => (iso === null ? '' : dayFormat.format(new Date(iso)));

/** The same, short, for lists. */
export const shortDayOf = (iso: string): string => shortDayFormat.format(new Date(iso));
