/** Cutting out: the product alone, its background transparent. */
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { ENGINE_FIELDS } from './engines.ts';
import { storageKeySchema } from './upload.ts';
import { toolIdSchema } from './ids.ts';
import { z } from 'zod';

export const cutOutFormSchema = z.object({
  image_s3: storageKeySchema,
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});

export type CutOutForm = z.infer<typeof cutOutFormSchema>;

export const CUT_OUT_ENDPOINT = {
  ...STARTS_TASKS,
  operationId: 'removeBackground',
  path: `${GENERATIONS_PATH}/bgremove-vs/`,
  summary: 'Remove the background; answers a stream of task events',
  input: cutOutFormSchema,
  errors: [...GENERATION_ERRORS, 'NO_SUBJECT'],
} as const satisfies Endpoint;
