/** What one accepted request costs, however many variants it yields. */
export const REQUEST_COST = 1;
/** What has this cost is free for everybody who could pay for something else: a balance above 0 is asked for, nothing is debited. */
export const FREE = 0;
