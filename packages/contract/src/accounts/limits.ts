/** Lifetime of access tokens. Short, because any script on the page can read them. */
export const ACCESS_TOKEN_TTL_S = 15 * 60;

export const REFRESH_TOKEN_TTL_S = 60 * 24 * 3600;

export const PASSWORD_MIN_LENGTH = 8;

/** Longest password, in characters; limits the cost of hashing. */
export const PASSWORD_MAX_LENGTH = 128;

export const NAME_MIN_LENGTH = 2;

export const NAME_MAX_LENGTH = 30;
