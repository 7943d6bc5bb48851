import type { ErrorCode } from '../../errors.ts';
import { FILE_REFUSAL_CODES } from '../../errors.ts';
import { TASK_ENDPOINTS } from '../../tools/task-tools.ts';
import type { TaskTool } from '../../tools/task-tools.ts';
import { apiUsageQuerySchema, v1UsageResponseSchema } from '../usage.ts';
import { CALLED_TOOLS, getToolCall } from './calls.ts';
import { V1_CATALOG_ENDPOINTS } from './catalog-endpoints.ts';
import { v1ChannelsSchema } from './channels.ts';
import type { V1Endpoint } from './endpoint.ts';
import { problemKindSchema } from './problem.ts';
import {
  v1FileParamsSchema,
  v1ImageSchema,
  v1JobParamsSchema,
  v1JobSchema,
  v1JobsPageSchema,
  v1JobsQuerySchema,
  v1KeySchema,
  v1ProblemParamsSchema,
  v1ResultParamsSchema,
  v1SetsSchema,
} from './schemas.ts';

/** Error codes for refusing a picture; nothing is charged. */
const PICTURE_ERRORS = [
  ...FILE_REFUSAL_CODES,
  'INDECENT_IMAGE',
  'STORAGE_QUOTA',
  'URL_REFUSED',
  'URL_UNREACHABLE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_CONFLICT',
] as const satisfies readonly ErrorCode[];

const ONE_JOB = {
  body: 'none',
  answer: 'json',
  successStatus: 200,
  params: v1JobParamsSchema,
  output: v1JobSchema,
  errors: ['JOB_NOT_FOUND'],
} as const;

/** Path of files behind links that need no key. */
export const V1_FILES_PATH = '/v1/files';

const OWN_ENDPOINTS = {
  createImage: {
    method: 'POST',
    path: '/v1/images',
    summary: 'Upload a picture once, to use it in several calls by its key',
    tag: 'Images',
    scope: 'images:write',
    body: 'image',
    answer: 'json',
    successStatus: 201,
    output: v1ImageSchema,
    errors: PICTURE_ERRORS,
  },
  listJobs: {
    method: 'GET',
    path: '/v1/jobs',
    summary: 'The jobs of the key’s member and mode, newest first',
    tag: 'Jobs',
    scope: 'images:read',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    query: v1JobsQuerySchema,
    output: v1JobsPageSchema,
  },
  readJob: {
    method: 'GET',
    path: '/v1/jobs/{id}',
    summary: 'One job',
    tag: 'Jobs',
    scope: 'images:read',
    ...ONE_JOB,
  },
  stopJob: {
    method: 'DELETE',
    path: '/v1/jobs/{id}',
    summary: 'Stop a job',
    cost: 'only successful work is charged',
    tag: 'Jobs',
    scope: 'jobs:run',
    ...ONE_JOB,
  },
  watchJob: {
    method: 'GET',
    path: '/v1/jobs/{id}/events',
    summary: 'Updates of a job as server-sent events, until it ends',
    tag: 'Jobs',
    scope: 'images:read',
    body: 'none',
    answer: 'stream',
    successStatus: 200,
    params: v1JobParamsSchema,
    output: v1JobSchema,
    errors: ['JOB_NOT_FOUND'],
  },
  readResult: {
    method: 'GET',
    path: '/v1/jobs/{id}/results/{index}',
    summary: 'A job’s picture',
    cost: 'with a live key it costs one download credit the first time',
    tag: 'Jobs',
    scope: 'images:read',
    body: 'none',
    answer: 'bytes',
    successStatus: 200,
    params: v1ResultParamsSchema,
    errors: ['OUT_OF_DOWNLOADS', 'JOB_NOT_FOUND', 'RESULT_NOT_FOUND'],
  },
  takeFile: {
    method: 'GET',
    path: `${V1_FILES_PATH}/{token}`,
    summary: 'A file behind a `download_url`, without a key',
    cost: 'the first time it costs one download credit',
    tag: 'Jobs',
    scope: null,
    body: 'none',
    answer: 'file',
    fileType: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'],
    successStatus: 200,
    params: v1FileParamsSchema,
    errors: ['OUT_OF_DOWNLOADS', 'RESULT_NOT_FOUND'],
  },
  listSets: {
    method: 'GET',
    path: '/v1/sets',
    summary: 'Studio sets for scenes',
    tag: 'Sets',
    scope: 'images:read',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: v1SetsSchema,
  },
  listChannels: {
    method: 'GET',
    path: '/v1/channels',
    summary: 'Picture requirements of marketplaces, shops and feeds, as data with sources',
    tag: 'Channels',
    scope: 'any',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: v1ChannelsSchema,
  },
  readKey: {
    method: 'GET',
    path: '/v1/key',
    summary: 'The key itself: its mode, scopes and expiry',
    cost: 'its ceiling and remaining credits',
    tag: 'Usage',
    scope: 'any',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: v1KeySchema,
  },
  readUsage: {
    method: 'GET',
    path: '/v1/usage',
    summary: 'Calls, errors and response times by key, tool and day, and the latest calls',
    cost: 'with their credits',
    tag: 'Usage',
    scope: 'usage:read',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    query: apiUsageQuerySchema,
    output: v1UsageResponseSchema,
  },
  readProblem: {
    method: 'GET',
    path: '/v1/problems/{code}',
    summary: 'What a problem code means',
    tag: 'Problems',
    scope: null,
    body: 'none',
    answer: 'json',
    successStatus: 200,
    params: v1ProblemParamsSchema,
    output: problemKindSchema,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, V1Endpoint>;

function toolEndpoint(tool: TaskTool): V1Endpoint {
  const { collection, summary, cost } = getToolCall(tool);
  const errors: readonly ErrorCode[] = TASK_ENDPOINTS[tool].errors;
  return {
    method: 'POST',
    path: `/v1/${collection}`,
    summary,
    ...(cost !== undefined && { cost }),
    tag: 'Tools',
    scope: 'jobs:run',
    body: 'call',
    answer: 'job',
    successStatus: 200,
    tool,
    output: v1JobSchema,
    errors: [
      ...new Set<ErrorCode>([
        // Omits NOT_FOUND, which only concerns a changed version of a stored scene; API calls can't request one.
        ...errors.filter((code) => code !== 'NOT_FOUND'),
        ...PICTURE_ERRORS,
        'NOT_ACCEPTABLE',
        'OUT_OF_DOWNLOADS',
        'FAIR_USE_REACHED',
        'DAILY_LIMIT_REACHED',
        'KEY_CEILING_REACHED',
        'TOO_MANY_JOBS',
        'TEST_LIMIT_REACHED',
        'SIMULATION_REFUSED',
        'TASK_FAILED',
        'TASK_TOO_HEAVY',
        'TASK_TIMED_OUT',
        'TASK_CANCELLED',
      ]),
    ],
  };
}

const NAMED_ENDPOINTS = { ...OWN_ENDPOINTS, ...V1_CATALOG_ENDPOINTS } as const;
export type V1EndpointName = keyof typeof NAMED_ENDPOINTS;

export const V1_ENDPOINTS: Readonly<Record<V1EndpointName, V1Endpoint>> = NAMED_ENDPOINTS;

export const ALL_V1_ENDPOINTS: Readonly<Record<string, V1Endpoint>> = {
  ...Object.fromEntries(CALLED_TOOLS.map((tool) => [getToolCall(tool).operationId, toolEndpoint(tool)])),
  ...V1_ENDPOINTS,
};

/** Errors of every call, including those without a key. */
export const V1_UNIVERSAL_ERRORS = [
  'VERSION_UNKNOWN',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
] as const satisfies readonly ErrorCode[];

export const V1_COMMON_ERRORS = [
  'BAD_REQUEST',
  'VERSION_UNKNOWN',
  'KEY_INVALID',
  'KEY_EXPIRED',
  'KEY_ADDRESS_REFUSED',
  'KEY_SCOPE_MISSING',
  'LIVE_KEYS_NOT_IN_PLAN',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'SERVERS_BUSY',
] as const satisfies readonly ErrorCode[];
