export const HISTORY_PAGE_SIZE = 20;

/** Maximum number of entries per page of the history, the ledgers and the invoices. */
export const PAGE_SIZE_MAX = 100;

export const HISTORY_SORT = '-created_at';

export const RECORD_NAME_MAX_LENGTH = 120;

export const ARCHIVE_MAX_RECORDS = 100;
