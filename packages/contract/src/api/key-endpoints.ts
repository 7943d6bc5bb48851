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

/** Endpoints for managing API keys; a key can't manage keys. */
export const API_KEY_ENDPOINTS = {
  listApiKeys: {
    method: 'GET',
    path: `${API_KEYS}/`,
    auth: 'bearer',
    summary: 'The caller’s API keys; for owners and admins, the organization’s',
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
    summary: 'Create an API key; its secret is shown only once',
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
    summary: 'Change the name, scopes, addresses, ceiling or expiry of your own API key',
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
    summary: 'Rotate the secret of your own API key; the old one works for 24 more hours',
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
    summary: 'Revoke an API key immediately: your own, or as an owner or admin any in the organization',
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
      'Calls, errors and response times of the caller’s API keys; for owners and admins, the organization’s',
    cost: 'with their credits',
    tag: 'API keys',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    query: apiUsageQuerySchema,
    output: apiUsageResponseSchema,
  },
} as const satisfies Record<string, Endpoint>;
