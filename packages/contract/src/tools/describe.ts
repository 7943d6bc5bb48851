/** Describing a product in a sentence or two. */
import { oneLineText } from '../bounded-text.ts';
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { ENGINE_FIELDS, engineFields } from './engines.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { PRODUCT_NAME_MAX_LENGTH } from './limits.ts';
import { z } from 'zod';

export const describeFormSchema = z.object({
  image_s3: storageKeySchema.describe('A photo, or a cut-out'),
  feature_type: toolIdSchema,
  product_name: oneLineText(PRODUCT_NAME_MAX_LENGTH)
    .optional()
    .describe('What the product is called: quoted in its texts'),
  ...ENGINE_FIELDS,
});

export interface DescribeInput {
  readonly imageKey: string;
  /** What the product is called, where somebody has said so. */
  readonly productName?: string;
}

const DESCRIBE_FORM = defineForm({
  schema: describeFormSchema,
  decode: ({ image_s3, product_name: name = '' }): DescribeInput => ({
    imageKey: image_s3,
    ...(name !== '' && { productName: name }),
  }),
  encode: ({ imageKey, productName }, engine) => ({
    image_s3: imageKey,
    feature_type: TOOL_IDS.default,
    ...(productName !== undefined && { product_name: productName }),
    ...engineFields(engine),
  }),
});

export const DESCRIBE_ENDPOINT = {
  ...STARTS_TASKS,
  ...DESCRIBE_FORM,
  operationId: 'analyze',
  path: `${GENERATIONS_PATH}/analyze-vs/`,
  summary: 'Describe the product in a photo; answers a stream of task events',
  cost: 'free while you have a credit left',
  errors: GENERATION_ERRORS,
  call: {
    collection: 'descriptions',
    operationId: 'createDescription',
    summary: 'Describe the product in a photo',
    cost: 'free while there is a credit left',
    pictures: { image: { field: 'image_s3', isRequired: true, about: 'A photo, or a cut-out' } },
    options: { product_name: 'product_name' },
    toolId: () => TOOL_IDS.default,
    makes: 'words',
  },
} as const satisfies Endpoint;
