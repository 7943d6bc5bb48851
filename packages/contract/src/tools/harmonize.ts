/** Harmonizing: a product takes on the light of its background. */
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { MASK_REFUSAL_CODES } from '../errors.ts';
import { ENGINE_FIELDS } from './engines.ts';
import { storageKeySchema } from './upload.ts';
import { toolIdSchema } from './ids.ts';
import { boundedText } from '../bounded-text.ts';
import { z } from 'zod';
import { HARMONIZE_DEFAULT_STRENGTH } from './limits.ts';

/** Digits, as forms carry them: an empty field is no 0. */
const STRENGTH_TEXT = /^(?:\d(?:\.\d{1,6})?|\.\d{1,6})$/;

export const harmonizeFormSchema = z.object({
  image_s3: storageKeySchema.describe('The photo with the product already in it'),
  mask_s3: storageKeySchema.describe('White, or opaque, where the product is; of the shape of the photo'),
  strength: boundedText(8)
    .regex(STRENGTH_TEXT)
    .transform(Number)
    .pipe(z.number().max(1))
    .default(HARMONIZE_DEFAULT_STRENGTH)
    .describe('From 0, which changes nothing, to 1'),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});

export type HarmonizeForm = z.infer<typeof harmonizeFormSchema>;

export const HARMONIZE_ENDPOINT = {
  ...STARTS_TASKS,
  path: `${GENERATIONS_PATH}/harmonize-vs/`,
  summary: 'Give a product in a photo the light of the photo; answers a stream of task events',
  input: harmonizeFormSchema,
  errors: [...GENERATION_ERRORS, ...MASK_REFUSAL_CODES],
} as const satisfies Endpoint;
