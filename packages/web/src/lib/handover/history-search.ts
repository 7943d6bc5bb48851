/** Parameters in the address of the history page, besides `tab=history`. The history page validates them. */
export type HistorySearchKey = 'search' | 'tool' | 'when' | 'from' | 'to' | 'starred' | 'sort';

/** Values as the router parses them: numbers and booleans besides strings. */
export type HistorySearch = Partial<Readonly<Record<HistorySearchKey, unknown>>>;
