/** Parts of the address that say what the history page shows. They stand beside `tab=history`; that page says what of them is believed. */
export type HistorySearchKey = 'search' | 'tool' | 'when' | 'from' | 'to' | 'starred' | 'sort';

/** As the router reads them: numbers and truth values among the texts. */
export type HistorySearch = Partial<Readonly<Record<HistorySearchKey, unknown>>>;
