/** Paths of endpoint groups that several files use. `{product}` is the configured slug. */
export const USERS_PATH = '/{product}/users/api/v1';
export const AUTHORIZATION_PATH = '/{product}/authorization/api/v1';
export const GENERATIONS_PATH = '/{product}/generations/api/v1';
