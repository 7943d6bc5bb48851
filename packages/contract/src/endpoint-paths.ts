/** Where the groups of endpoints lie that more than one file names. `{product}` is the configured slug. */
export const USERS_PATH = '/{product}/users/api/v1';
export const AUTHORIZATION_PATH = '/{product}/authorization/api/v1';
export const GENERATIONS_PATH = '/{product}/generations/api/v1';
