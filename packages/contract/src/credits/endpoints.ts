import {
  downloadCreditsSchema,
  downloadImageRequestSchema,
  downloadImageResponseSchema,
  freemiumCreditsQuerySchema,
  freemiumCreditsSchema,
} from './schemas.ts';
import type { Endpoint } from '../endpoint.ts';
import { AUTHORIZATION_PATH } from '../endpoint-paths.ts';
import { authorizationSummarySchema } from '../accounts/session.ts';

export const CREDIT_ENDPOINTS = {
  getFreemiumCredits: {
    method: 'GET',
    path: `${AUTHORIZATION_PATH}/freemium-credits/`,
    auth: 'bearer',
    summary: 'Generations left',
    tag: 'Credits',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    query: freemiumCreditsQuerySchema,
    output: freemiumCreditsSchema,
  },
  getDownloadCredits: {
    method: 'GET',
    path: `${AUTHORIZATION_PATH}/download-credits/`,
    auth: 'bearer',
    summary: 'Downloads left; reads only',
    tag: 'Credits',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: downloadCreditsSchema,
  },
  downloadImage: {
    method: 'POST',
    path: `${AUTHORIZATION_PATH}/download-image/`,
    auth: 'bearer',
    summary: 'Get a link to a result',
    cost: 'debits one download, unless the same asset was downloaded before',
    tag: 'Credits',
    body: 'json',
    answer: 'json',
    successStatus: 200,
    input: downloadImageRequestSchema,
    output: downloadImageResponseSchema,
    errors: ['NOT_FOUND'],
  },
  getAuthorization: {
    method: 'GET',
    path: `${AUTHORIZATION_PATH}/private/`,
    auth: 'bearer',
    summary: 'Role and permissions',
    cost: 'with the plan and both balances',
    tag: 'Credits',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: authorizationSummarySchema,
  },
} as const satisfies Record<string, Endpoint>;
