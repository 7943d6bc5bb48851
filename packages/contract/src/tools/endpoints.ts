import { referencesResponseSchema } from './scene.ts';
import { TASK_ENDPOINTS } from './task-tools.ts';
import { descriptionToPromptRequestSchema, descriptionToPromptResponseSchema } from './auto-prompt.ts';
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { enginesResponseSchema } from './engines.ts';
import { ENGINE_FAILURE_CODES } from '../errors.ts';
import {
  cancelRequestSchema,
  cancelResponseSchema,
  checkStatusQuerySchema,
  taskStateSchema,
} from './tasks.ts';
import { uploadTargetQuerySchema, uploadTargetSchema } from './upload.ts';

/** Endpoints about pictures: uploading one, what the tools make of it, and watching or canceling that. */
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
  ...TASK_ENDPOINTS,
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
    summary: 'Engines besides the built-in one: what is configured for a tool, and answers',
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
    summary: 'Cancel tasks; queued ones never run, running ones are aborted',
    cost: 'the credit is released',
    tag: 'Generations',
    body: 'json',
    answer: 'json',
    successStatus: 200,
    input: cancelRequestSchema,
    output: cancelResponseSchema,
    errors: ['TASK_NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
