import type { Endpoint } from '../endpoint.ts';
import { USERS_PATH } from '../endpoint-paths.ts';
import {
  bucketAnswerSchema,
  bucketListSchema,
  bucketParamsSchema,
  bucketPatchSchema,
  bucketRequestSchema,
} from './buckets.ts';

const BUCKETS = `${USERS_PATH}/buckets`;

/** Endpoints with which owners and admins manage buckets; members see which there are. */
export const BUCKET_ENDPOINTS = {
  listBuckets: {
    method: 'GET',
    path: `${BUCKETS}/`,
    auth: 'bearer',
    summary: 'The organization’s buckets, without their secrets',
    tag: 'Buckets',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: bucketListSchema,
    errors: ['FORBIDDEN'],
  },
  createBucket: {
    method: 'POST',
    path: `${BUCKETS}/`,
    auth: 'bearer',
    summary: 'Connect a bucket; its secret is never shown again',
    tag: 'Buckets',
    body: 'json',
    answer: 'json',
    successStatus: 201,
    input: bucketRequestSchema,
    output: bucketAnswerSchema,
    errors: ['FORBIDDEN', 'TOO_MANY_BUCKETS'],
  },
  updateBucket: {
    method: 'PATCH',
    path: `${BUCKETS}/{id}/`,
    auth: 'bearer',
    summary: 'Change a bucket; a secret is replaced as a whole',
    tag: 'Buckets',
    body: 'json',
    answer: 'json',
    successStatus: 200,
    params: bucketParamsSchema,
    input: bucketPatchSchema,
    output: bucketAnswerSchema,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  deleteBucket: {
    method: 'DELETE',
    path: `${BUCKETS}/{id}/`,
    auth: 'bearer',
    summary: 'Disconnect a bucket; what is in it stays',
    tag: 'Buckets',
    body: 'none',
    answer: 'empty',
    successStatus: 204,
    params: bucketParamsSchema,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  tryBucket: {
    method: 'POST',
    path: `${BUCKETS}/{id}/try/`,
    auth: 'bearer',
    summary: 'Do what a bucket is connected for once: list, and write and delete a probe; say what is wrong',
    tag: 'Buckets',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    params: bucketParamsSchema,
    output: bucketAnswerSchema,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
