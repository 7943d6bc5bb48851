/** Describing a product in a sentence or two. */
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { ENGINE_FIELDS } from './engines.ts';
import { storageKeySchema } from './upload.ts';
import { toolIdSchema } from './ids.ts';
import { z } from 'zod';

export const describeFormSchema = z.object({
  image_s3: storageKeySchema.describe('A photo, or a cut-out'),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});

export type DescribeForm = z.infer<typeof describeFormSchema>;

export const DESCRIBE_ENDPOINT = {
  ...STARTS_TASKS,
  operationId: 'analyze',
  path: `${GENERATIONS_PATH}/analyze-vs/`,
  summary:
    'Describe the product in a photo; free while you have a credit left; answers a stream of task events',
  input: describeFormSchema,
  errors: GENERATION_ERRORS,
} as const satisfies Endpoint;
