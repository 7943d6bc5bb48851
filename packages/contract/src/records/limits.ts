export const HISTORY_PAGE_SIZE = 20;

/** Maximum page size of any list. */
export const PAGE_SIZE_MAX = 100;

export const HISTORY_SORT = '-created_at';

export const RECORD_NAME_MAX_LENGTH = 120;

/** Maximum number of pictures in one ZIP. */
export const ARCHIVE_MAX_RECORDS = 100;
