/** The cost of one accepted request, for any number of variants. */
export const REQUEST_COST = 1;
/** Requests with this cost debit nothing, but still require a balance above 0. */
export const FREE = 0;
