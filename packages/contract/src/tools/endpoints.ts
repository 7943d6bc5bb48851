import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { enginesResponseSchema } from './engines.ts';
import { ENGINE_FAILURE_CODES, FILE_REFUSAL_CODES, MASK_REFUSAL_CODES } from '../errors.ts';
import type { ErrorCode } from '../errors.ts';
import { exportFormSchema, layersFormSchema } from './export.ts';
import {
  analyzeFormSchema,
  cancelRequestSchema,
  cancelResponseSchema,
  checkStatusQuerySchema,
  descriptionToPromptRequestSchema,
  descriptionToPromptResponseSchema,
  harmonizeFormSchema,
  magicFormSchema,
  refineFormSchema,
  removeBackgroundFormSchema,
  taskStateSchema,
  upscaleFormSchema,
} from './generation.ts';
import { generateFormSchema, referencesResponseSchema } from './scene.ts';
import { uploadTargetQuerySchema, uploadTargetSchema } from './upload.ts';

/** What every call that starts a generation is like: its answer is a stream of the events of its tasks. */
const STARTS_TASKS = {
  method: 'POST',
  auth: 'bearer',
  tag: 'Generations',
  body: 'form',
  answer: 'stream',
  successStatus: 200,
  idempotent: true,
} as const;

/** Refusals of every call that starts a generation from a picture. */
const GENERATION_ERRORS = [
  'OUT_OF_CREDITS',
  'UPLOAD_NOT_FOUND',
  'IDEMPOTENCY_CONFLICT',
  'INDECENT_IMAGE',
  'ENGINE_NOT_AVAILABLE',
  'STORAGE_QUOTA',
  'GUEST_STORAGE_QUOTA',
  'GUEST_QUEUE_FULL',
  ...FILE_REFUSAL_CODES,
] as const satisfies readonly ErrorCode[];

/** Endpoints about pictures: uploading one, what the tools make of it, and watching or cancelling that. */
export const GENERATION_ENDPOINTS = {
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
    errors: ['STORAGE_QUOTA', 'GUEST_STORAGE_QUOTA'],
  },
  removeBackground: {
    ...STARTS_TASKS,
    path: `${GENERATIONS_PATH}/bgremove-vs/`,
    summary: 'Remove the background; answers a stream of task events',
    input: removeBackgroundFormSchema,
    errors: [...GENERATION_ERRORS, 'NO_SUBJECT'],
  },
  magic: {
    ...STARTS_TASKS,
    path: `${GENERATIONS_PATH}/magic-vs/`,
    summary:
      'Remove or change what a mask covers; outside it no pixel changes; answers a stream of task events',
    input: magicFormSchema,
    errors: [...GENERATION_ERRORS, ...MASK_REFUSAL_CODES, 'PROMPT_NOT_UNDERSTOOD'],
  },
  upscale: {
    ...STARTS_TASKS,
    path: `${GENERATIONS_PATH}/upscale-vs/`,
    summary: 'Enlarge a picture two or four times; answers a stream of task events',
    input: upscaleFormSchema,
    errors: [...GENERATION_ERRORS, 'UPSCALE_TOO_LARGE', 'UPSCALE_TOO_SLOW'],
  },
  refine: {
    ...STARTS_TASKS,
    path: `${GENERATIONS_PATH}/refine-vs/`,
    summary:
      'Restore and erase parts of a cut-out where strokes were drawn; elsewhere no pixel changes; costs nothing; answers a stream of task events',
    input: refineFormSchema,
    errors: [...GENERATION_ERRORS, 'EMPTY_MASK', 'MASK_MISMATCH'],
  },
  exportPicture: {
    ...STARTS_TASKS,
    path: `${GENERATIONS_PATH}/export-vs/`,
    summary: 'A picture as AVIF, after its download; costs nothing; answers a stream of task events',
    input: exportFormSchema,
    errors: [...GENERATION_ERRORS, 'DOWNLOAD_NEEDED', 'AVIF_TOO_LARGE'],
  },
  layers: {
    ...STARTS_TASKS,
    path: `${GENERATIONS_PATH}/layers-vs/`,
    summary:
      'Background, shadow and product of a scene as pictures of its size, after its download; a task each; costs nothing; answers a stream of task events',
    input: layersFormSchema,
    errors: [...GENERATION_ERRORS, 'NOT_FOUND', 'DOWNLOAD_NEEDED'],
  },
  harmonize: {
    ...STARTS_TASKS,
    path: `${GENERATIONS_PATH}/harmonize-vs/`,
    summary: 'Give a product in a photo the light of the photo; answers a stream of task events',
    input: harmonizeFormSchema,
    errors: [...GENERATION_ERRORS, ...MASK_REFUSAL_CODES],
  },
  analyze: {
    ...STARTS_TASKS,
    path: `${GENERATIONS_PATH}/analyze-vs/`,
    summary:
      'Describe the product in a photo; costs nothing, for who has a credit left; answers a stream of task events',
    input: analyzeFormSchema,
    errors: GENERATION_ERRORS,
  },
  generate: {
    ...STARTS_TASKS,
    path: `${GENERATIONS_PATH}/generate-vs/`,
    summary:
      'Put a product into a scene, or make a scene alone, in several variants for one credit; answers a stream of task events',
    input: generateFormSchema,
    errors: [...GENERATION_ERRORS, 'NO_SUBJECT', 'PROMPT_EMPTY', 'REFERENCE_NOT_FOUND', 'PLACEMENT_OUTSIDE'],
  },
  listReferences: {
    method: 'GET',
    path: `${GENERATIONS_PATH}/references/`,
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
    path: `${GENERATIONS_PATH}/engines/`,
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
    path: `${GENERATIONS_PATH}/check-status/`,
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
    path: `${GENERATIONS_PATH}/cancel/`,
    auth: 'bearer',
    summary: 'Cancel tasks; queued ones never run, running ones are aborted, the credit is released',
    tag: 'Generations',
    body: 'json',
    answer: 'json',
    successStatus: 200,
    input: cancelRequestSchema,
    output: cancelResponseSchema,
  },
} as const satisfies Record<string, Endpoint>;
