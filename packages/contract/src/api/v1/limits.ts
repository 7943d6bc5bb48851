/** How long a call waits for its result, in seconds: below the minute after which proxies give up. */
export const V1_WAIT_MAX_S = 55;

/** Calls that a key may make at once after a pause, and in a minute over time. */
export const V1_CALLS_PER_MINUTE = 300;

/** Jobs that a member's keys may begin in a minute, unless the operator says otherwise. */
export const V1_JOBS_PER_MINUTE = 30;

/** Jobs of one key that may wait or run at the same time. */
export const V1_JOBS_AT_ONCE = 20;

/** Jobs of all test keys of an organization within any 24 hours. */
export const V1_TEST_JOBS_PER_DAY = 100;

export const V1_PAGE_SIZE = 20;
export const V1_PAGE_SIZE_MAX = 100;
