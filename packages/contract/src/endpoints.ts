import { ACCOUNT_ENDPOINTS } from './account-endpoints.ts';
import { BILLING_ENDPOINTS } from './billing-endpoints.ts';
import {
  downloadCreditsSchema,
  downloadImageRequestSchema,
  downloadImageResponseSchema,
  freemiumCreditsQuerySchema,
  freemiumCreditsSchema,
} from './credits.ts';
import { enginesResponseSchema } from './engines.ts';
import { ENGINE_FAILURE_CODES, FILE_REFUSAL_CODES, MASK_REFUSAL_CODES } from './errors.ts';
import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import {
  analyzeFormSchema,
  cancelRequestSchema,
  cancelResponseSchema,
  checkStatusQuerySchema,
  descriptionToPromptRequestSchema,
  descriptionToPromptResponseSchema,
  harmonizeFormSchema,
  refineFormSchema,
  magicFormSchema,
  removeBackgroundFormSchema,
  taskStateSchema,
  upscaleFormSchema,
} from './generation.ts';
import { healthSchema, modelsResponseSchema, readinessSchema } from './models.ts';
import { generateFormSchema, referencesResponseSchema } from './scene.ts';
import { ORGANIZATION_ENDPOINTS } from './organization-endpoints.ts';
import { RECORD_ENDPOINTS } from './record-endpoints.ts';
import {
  authorisationSummarySchema,
  refreshRequestSchema,
  refreshResponseSchema,
  sessionResponseSchema,
} from './session.ts';
import { uploadTargetQuerySchema, uploadTargetSchema } from './upload.ts';

export type { AnswerKind, AuthNeed, BodyKind, Endpoint } from './endpoint.ts';

const USERS = '/{product}/users/api/v1';
const AUTHORIZATION = '/{product}/authorization/api/v1';
const GENERATIONS = '/{product}/generations/api/v1';
/** Refusals of every call that starts a generation from a picture. */
const GENERATION_ERRORS = [
  'OUT_OF_CREDITS',
  'UPLOAD_NOT_FOUND',
  'IDEMPOTENCY_CONFLICT',
  'INDECENT_IMAGE',
  'ENGINE_NOT_AVAILABLE',
  ...FILE_REFUSAL_CODES,
] as const satisfies readonly ErrorCode[];

/** Every endpoint of the API. A route that is not here does not exist. */
export const ENDPOINTS = {
  ...ACCOUNT_ENDPOINTS,
  ...ORGANIZATION_ENDPOINTS,
  ...RECORD_ENDPOINTS,
  createGuestSession: {
    method: 'POST',
    path: `${USERS}/guest-session/`,
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
    path: `${USERS}/logout/`,
    auth: 'none',
    summary: 'Revoke a refresh token and its whole family',
    tag: 'Sessions',
    body: 'json',
    answer: 'empty',
    successStatus: 204,
    input: refreshRequestSchema,
  },
  getFreemiumCredits: {
    method: 'GET',
    path: `${AUTHORIZATION}/freemium-credits/`,
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
    path: `${AUTHORIZATION}/download-credits/`,
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
    path: `${AUTHORIZATION}/download-image/`,
    auth: 'bearer',
    summary: 'Debit one download and get a link; free when the same asset was downloaded before',
    tag: 'Credits',
    body: 'json',
    answer: 'json',
    successStatus: 200,
    input: downloadImageRequestSchema,
    output: downloadImageResponseSchema,
    errors: ['NOT_FOUND'],
  },
  getAuthorisation: {
    method: 'GET',
    path: `${AUTHORIZATION}/private/`,
    auth: 'bearer',
    summary: 'Role, plan, permissions and both balances',
    tag: 'Credits',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: authorisationSummarySchema,
  },
  ...BILLING_ENDPOINTS,
  createUploadTarget: {
    method: 'POST',
    path: '/functions/v1/upload-target',
    auth: 'bearer',
    summary: 'Get a presigned POST for one picture',
    tag: 'Uploads',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    query: uploadTargetQuerySchema,
    output: uploadTargetSchema,
  },
  removeBackground: {
    method: 'POST',
    path: `${GENERATIONS}/bgremove-vs/`,
    auth: 'bearer',
    summary: 'Remove the background; answers a stream of task events',
    tag: 'Generations',
    body: 'form',
    answer: 'stream',
    successStatus: 200,
    input: removeBackgroundFormSchema,
    idempotent: true,
    errors: [...GENERATION_ERRORS, 'NO_SUBJECT'],
  },
  magic: {
    method: 'POST',
    path: `${GENERATIONS}/magic-vs/`,
    auth: 'bearer',
    summary:
      'Remove or change what a mask covers; outside it no pixel changes; answers a stream of task events',
    tag: 'Generations',
    body: 'form',
    answer: 'stream',
    successStatus: 200,
    input: magicFormSchema,
    idempotent: true,
    errors: [...GENERATION_ERRORS, ...MASK_REFUSAL_CODES, 'PROMPT_NOT_UNDERSTOOD'],
  },
  upscale: {
    method: 'POST',
    path: `${GENERATIONS}/upscale-vs/`,
    auth: 'bearer',
    summary: 'Enlarge a picture two or four times; answers a stream of task events',
    tag: 'Generations',
    body: 'form',
    answer: 'stream',
    successStatus: 200,
    input: upscaleFormSchema,
    idempotent: true,
    errors: [...GENERATION_ERRORS, 'UPSCALE_TOO_LARGE', 'UPSCALE_TOO_SLOW'],
  },
  refine: {
    method: 'POST',
    path: `${GENERATIONS}/refine-vs/`,
    auth: 'bearer',
    summary:
      'Restore and erase parts of a cut-out where strokes were drawn; elsewhere no pixel changes; costs nothing; answers a stream of task events',
    tag: 'Generations',
    body: 'form',
    answer: 'stream',
    successStatus: 200,
    input: refineFormSchema,
    idempotent: true,
    errors: [...GENERATION_ERRORS, 'EMPTY_MASK', 'MASK_MISMATCH'],
  },
  harmonize: {
    method: 'POST',
    path: `${GENERATIONS}/harmonize-vs/`,
    auth: 'bearer',
    summary: 'Give a product in a photo the light of the photo; answers a stream of task events',
    tag: 'Generations',
    body: 'form',
    answer: 'stream',
    successStatus: 200,
    input: harmonizeFormSchema,
    idempotent: true,
    errors: [...GENERATION_ERRORS, ...MASK_REFUSAL_CODES],
  },
  analyze: {
    method: 'POST',
    path: `${GENERATIONS}/analyze-vs/`,
    auth: 'bearer',
    summary:
      'Describe the product in a photo; costs nothing, for who has a credit left; answers a stream of task events',
    tag: 'Generations',
    body: 'form',
    answer: 'stream',
    successStatus: 200,
    input: analyzeFormSchema,
    idempotent: true,
    errors: GENERATION_ERRORS,
  },
  generate: {
    method: 'POST',
    path: `${GENERATIONS}/generate-vs/`,
    auth: 'bearer',
    summary:
      'Put a product into a scene, or make a scene alone, in several variants for one credit; answers a stream of task events',
    tag: 'Generations',
    body: 'form',
    answer: 'stream',
    successStatus: 200,
    input: generateFormSchema,
    idempotent: true,
    errors: [...GENERATION_ERRORS, 'NO_SUBJECT', 'PROMPT_EMPTY', 'REFERENCE_NOT_FOUND', 'PLACEMENT_OUTSIDE'],
  },
  listReferences: {
    method: 'GET',
    path: `${GENERATIONS}/references/`,
    auth: 'none',
    summary: 'The built-in references of scenes',
    tag: 'Generations',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: referencesResponseSchema,
    cacheForS: 300,
  },
  listEngines: {
    method: 'GET',
    path: `${GENERATIONS}/engines/`,
    auth: 'bearer',
    summary: 'Engines besides the embedded one: what is configured for a tool, and answers',
    tag: 'Generations',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: enginesResponseSchema,
  },
  descriptionToPrompt: {
    method: 'POST',
    path: '/functions/v1/description-to-prompt',
    auth: 'bearer',
    summary: 'A scene for a described product, and three others',
    tag: 'Generations',
    body: 'json',
    answer: 'json',
    successStatus: 200,
    input: descriptionToPromptRequestSchema,
    output: descriptionToPromptResponseSchema,
    errors: ['ENGINE_NOT_AVAILABLE', ...ENGINE_FAILURE_CODES],
  },
  checkStatus: {
    method: 'GET',
    path: `${GENERATIONS}/check-status/`,
    auth: 'bearer',
    summary: 'State of one task',
    tag: 'Generations',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    query: checkStatusQuerySchema,
    output: taskStateSchema,
    errors: ['TASK_NOT_FOUND'],
  },
  cancel: {
    method: 'POST',
    path: `${GENERATIONS}/cancel/`,
    auth: 'bearer',
    summary: 'Cancel tasks; queued ones never run, running ones are aborted, the credit is released',
    tag: 'Generations',
    body: 'json',
    answer: 'json',
    successStatus: 200,
    input: cancelRequestSchema,
    output: cancelResponseSchema,
  },
  listModels: {
    method: 'GET',
    path: '/api/models',
    auth: 'none',
    summary: 'Models in use, with hash, size, licence and terms',
    tag: 'Service',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: modelsResponseSchema,
  },
  health: {
    method: 'GET',
    path: '/healthz',
    auth: 'none',
    summary: 'Liveness',
    tag: 'Service',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: healthSchema,
  },
  readiness: {
    method: 'GET',
    path: '/readyz',
    auth: 'none',
    summary: 'Readiness: database, storage and queue answer',
    tag: 'Service',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: readinessSchema,
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    auth: 'none',
    summary: 'Prometheus metrics; loopback only unless a token is configured',
    tag: 'Service',
    body: 'none',
    answer: 'text',
    successStatus: 200,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/**
 * The concrete path of an endpoint.
 * @param productSlug what stands for `{product}`
 * @param params what stands for the other names in braces; those that are not given stay as they are
 */
export function endpointPath(
  name: EndpointName,
  productSlug: string,
  params: Readonly<Record<string, string>> = {},
): string {
  const given: Readonly<Record<string, string>> = { ...params, product: productSlug };
  return ENDPOINTS[name].path.replace(/\{(\w+)\}/g, (braced: string, field: string) => {
    const value = given[field];
    return value === undefined ? braced : encodeURIComponent(value);
  });
}
