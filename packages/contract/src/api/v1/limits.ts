/** Longest time that a call waits for its result, in seconds; below the minute after which many proxies time out. */
export const V1_WAIT_MAX_S = 55;

/** Calls that a key may make at once after a pause, and per minute over time. */
export const V1_CALLS_PER_MINUTE = 300;

/** Jobs that a member's keys may start per minute, unless the operator sets another limit. */
export const V1_JOBS_PER_MINUTE = 30;

/** Maximum number of a key's jobs that wait or run at the same time. */
export const V1_JOBS_AT_ONCE = 20;

/** Maximum number of jobs of all test keys of an organization within any 24 hours. */
export const V1_TEST_JOBS_PER_DAY = 100;

export const V1_PAGE_SIZE = 20;
export const V1_PAGE_SIZE_MAX = 100;
