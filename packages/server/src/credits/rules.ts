/** Number of credits that one accepted request costs, for any number of variants. */
export const REQUEST_COST = 1;
/**
 * Cost of a request that debits nothing. The request still requires a balance above 0, unless its tool needs no credit.
 */
export const FREE = 0;
