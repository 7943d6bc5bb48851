/** Describes a product in one or two sentences. */
import { oneLineText } from '../bounded-text.ts';
import { OWN_MESSAGES } from '../messages.ts';
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { ENGINE_FIELDS, engineFields } from './engines.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { PRODUCT_NAME_MAX_LENGTH } from './limits.ts';
import { apiOptions, decodeOptions, encodeOptions, formFields, textOption } from './options.ts';
import type { OptionValues } from './options.ts';
import { z } from 'zod';

export const DESCRIBE_OPTIONS = {
  productName: textOption(oneLineText(PRODUCT_NAME_MAX_LENGTH, OWN_MESSAGES.productNameTooLong), {
    wire: 'product_name',
    says: 'The product’s name, quoted in its texts',
    flag: { name: 'product', value: 'NAME' },
  }),
};

export const describeFormSchema = z.object({
  image_s3: storageKeySchema.describe('A photo, or a cut-out'),
  feature_type: toolIdSchema,
  ...formFields(DESCRIBE_OPTIONS),
  ...ENGINE_FIELDS,
});

export interface DescribeInput extends OptionValues<typeof DESCRIBE_OPTIONS> {
  readonly imageKey: string;
}

const DESCRIBE_FORM = defineForm({
  schema: describeFormSchema,
  decode: ({ image_s3, ...form }): DescribeInput => ({
    imageKey: image_s3,
    ...decodeOptions(DESCRIBE_OPTIONS, form),
  }),
  encode: ({ imageKey, ...options }, engine) => ({
    image_s3: imageKey,
    feature_type: TOOL_IDS.default,
    ...encodeOptions(DESCRIBE_OPTIONS, options),
    ...engineFields(engine),
  }),
});

export const DESCRIBE_ENDPOINT = {
  ...STARTS_TASKS,
  ...DESCRIBE_FORM,
  operationId: 'analyze',
  path: `${GENERATIONS_PATH}/analyze-vs/`,
  summary: 'Describe the product in a photo; returns a stream of task events',
  cost: 'free while you have a credit left',
  errors: GENERATION_ERRORS,
  call: {
    collection: 'descriptions',
    operationId: 'createDescription',
    summary: 'Describe the product in a photo',
    cost: 'free while there is a credit left',
    pictures: { image: { field: 'image_s3', isRequired: true, about: 'A photo, or a cut-out' } },
    options: apiOptions(DESCRIBE_OPTIONS),
    toolId: () => TOOL_IDS.default,
    makes: 'words',
  },
} as const satisfies Endpoint;
