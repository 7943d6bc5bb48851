export const HISTORY_PAGE_SIZE = 20;

/** Rows that a caller may ask for at once, in any list. */
export const PAGE_SIZE_MAX = 100;

export const HISTORY_SORT = '-created_at';

export const RECORD_NAME_MAX_LENGTH = 120;

/** Pictures that one ZIP may hold. */
export const ARCHIVE_MAX_RECORDS = 100;
