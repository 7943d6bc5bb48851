/**
 * Parts of the address that describe the view of the history page, beside `tab=history`. That page validates
 * them.
 */
export type HistorySearchKey = 'search' | 'tool' | 'when' | 'from' | 'to' | 'starred' | 'sort';

/** Values as the router parses them: numbers and booleans besides strings. */
export type HistorySearch = Partial<Readonly<Record<HistorySearchKey, unknown>>>;
