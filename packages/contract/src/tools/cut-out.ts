import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { ENGINE_FIELDS, engineFields } from './engines.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { z } from 'zod';

export const cutOutFormSchema = z.object({
  image_s3: storageKeySchema,
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});

export interface CutOutInput {
  readonly imageKey: string;
}

const CUT_OUT_FORM = defineForm({
  schema: cutOutFormSchema,
  decode: ({ image_s3 }): CutOutInput => ({ imageKey: image_s3 }),
  encode: ({ imageKey }, engine) => ({
    image_s3: imageKey,
    feature_type: TOOL_IDS.bgRemove,
    ...engineFields(engine),
  }),
});

export const CUT_OUT_ENDPOINT = {
  ...STARTS_TASKS,
  ...CUT_OUT_FORM,
  operationId: 'removeBackground',
  path: `${GENERATIONS_PATH}/bgremove-vs/`,
  summary: 'Remove the background; returns a stream of task events',
  errors: [...GENERATION_ERRORS, 'NO_SUBJECT'],
  call: {
    collection: 'cutouts',
    operationId: 'createCutout',
    summary: 'Cut a product out of its background',
    pictures: { image: { field: 'image_s3', isRequired: true, about: 'A photo of the product' } },
    options: {},
    toolId: () => TOOL_IDS.bgRemove,
    makes: 'picture',
  },
} as const satisfies Endpoint;
