import type { Endpoint } from '../endpoint.ts';
import { USERS_PATH } from '../endpoint-paths.ts';
import { refreshRequestSchema, refreshResponseSchema, sessionResponseSchema } from './session.ts';

export const SESSION_ENDPOINTS = {
  createGuestSession: {
    method: 'POST',
    path: `${USERS_PATH}/guest-session/`,
    auth: 'none',
    summary: 'Start a session as a guest',
    tag: 'Sessions',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: sessionResponseSchema,
    captcha: 'when-frequent',
  },
  refreshSession: {
    method: 'POST',
    path: '/users/api/v3/login/refresh/',
    auth: 'none',
    summary: 'Exchange a refresh token for a new pair',
    tag: 'Sessions',
    body: 'json',
    answer: 'json',
    successStatus: 200,
    input: refreshRequestSchema,
    output: refreshResponseSchema,
    errors: ['SESSION_EXPIRED'],
  },
  logout: {
    method: 'POST',
    path: `${USERS_PATH}/logout/`,
    auth: 'none',
    summary: 'Revoke a refresh token and its whole family',
    tag: 'Sessions',
    body: 'json',
    answer: 'empty',
    successStatus: 204,
    input: refreshRequestSchema,
  },
} as const satisfies Record<string, Endpoint>;
