import type { Endpoint } from '../endpoint.ts';
import { USERS_PATH } from '../endpoint-paths.ts';
import {
  apiKeyListSchema,
  apiKeyParamsSchema,
  apiKeyPatchSchema,
  apiKeyRequestSchema,
  apiKeyResponseSchema,
  newApiKeyResponseSchema,
} from './keys.ts';
import { apiUsageQuerySchema, apiUsageResponseSchema } from './usage.ts';

const API_KEYS = `${USERS_PATH}/api-keys`;

/** Endpoints with which people manage API keys; a key cannot manage keys. */
export const API_KEY_ENDPOINTS = {
  listApiKeys: {
    method: 'GET',
    path: `${API_KEYS}/`,
    auth: 'bearer',
    summary: 'The caller’s API keys; for owners and admins those of the organization',
    tag: 'API keys',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: apiKeyListSchema,
  },
  createApiKey: {
    method: 'POST',
    path: `${API_KEYS}/`,
    auth: 'bearer',
    summary: 'Make an API key; its secret is shown this once',
    tag: 'API keys',
    body: 'json',
    answer: 'json',
    successStatus: 201,
    input: apiKeyRequestSchema,
    output: newApiKeyResponseSchema,
    errors: ['LIVE_KEYS_NOT_IN_PLAN', 'TOO_MANY_KEYS'],
  },
  updateApiKey: {
    method: 'PATCH',
    path: `${API_KEYS}/{id}/`,
    auth: 'bearer',
    summary: 'Change name, scopes, addresses, ceiling or expiry of one’s own API key',
    tag: 'API keys',
    body: 'json',
    answer: 'json',
    successStatus: 200,
    params: apiKeyParamsSchema,
    input: apiKeyPatchSchema,
    output: apiKeyResponseSchema,
    errors: ['NOT_FOUND'],
  },
  rotateApiKey: {
    method: 'POST',
    path: `${API_KEYS}/{id}/rotate/`,
    auth: 'bearer',
    summary: 'Give one’s own API key a new secret; the old one works for 24 more hours',
    tag: 'API keys',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    params: apiKeyParamsSchema,
    output: newApiKeyResponseSchema,
    errors: ['NOT_FOUND'],
  },
  revokeApiKey: {
    method: 'DELETE',
    path: `${API_KEYS}/{id}/`,
    auth: 'bearer',
    summary: 'End an API key at once: one’s own, or as owner or admin any of the organization',
    tag: 'API keys',
    body: 'none',
    answer: 'empty',
    successStatus: 204,
    params: apiKeyParamsSchema,
    errors: ['NOT_FOUND'],
  },
  getApiUsage: {
    method: 'GET',
    path: `${USERS_PATH}/api-usage/`,
    auth: 'bearer',
    summary:
      'Calls, errors, times and credits of the caller’s API keys; for owners and admins of the organization',
    tag: 'API keys',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    query: apiUsageQuerySchema,
    output: apiUsageResponseSchema,
  },
} as const satisfies Record<string, Endpoint>;
