/** Parts of the address that say what the history page shows. They stand beside `tab=history`, and nowhere else. */
export const HISTORY_SEARCH_KEYS = ['search', 'tool', 'when', 'from', 'to', 'starred', 'sort'] as const;
export type HistorySearch = Partial<Readonly<Record<(typeof HISTORY_SEARCH_KEYS)[number], string>>>;

/** What of an address is text; the history page says what of it is believed. */
export const readHistorySearch = (search: Readonly<Record<string, unknown>>): HistorySearch =>
  Object.fromEntries(
    HISTORY_SEARCH_KEYS.flatMap((key) =>
      // The router reads numbers and truth values out of what people wrote.
      ['string', 'number', 'boolean'].includes(typeof search[key]) ? [[key, String(search[key])]] : [],
    ),
  );
