import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { MASK_REFUSAL_CODES } from '../errors.ts';
import { ENGINE_FIELDS, engineFields } from './engines.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { boundedText } from '../bounded-text.ts';
import { z } from 'zod';
import { HARMONIZE_DEFAULT_STRENGTH } from './limits.ts';
import { apiOptions, decodeOptions, encodeOptions, formFields, jsonOption, numberOption } from './options.ts';
import type { OptionValues } from './options.ts';
import { ESTIMATED_SURROUNDINGS, surroundingsSchema } from './surroundings.ts';

/**
 * Matches a decimal number with at most one digit before the point. Necessary because JavaScript converts an empty text
 * to 0.
 */
const STRENGTH_TEXT = /^(?:\d(?:\.\d{1,6})?|\.\d{1,6})$/;
const STRENGTH_WORDS = 'From 0, which changes nothing, to 1';

export const HARMONIZE_OPTIONS = {
  strength: numberOption(z.number().min(0).max(1), {
    wire: 'strength',
    default: HARMONIZE_DEFAULT_STRENGTH,
    says: STRENGTH_WORDS,
    field: boundedText(8)
      .regex(STRENGTH_TEXT)
      .transform(Number)
      .pipe(z.number().max(1))
      .default(HARMONIZE_DEFAULT_STRENGTH)
      .describe(STRENGTH_WORDS),
  }),
  surroundings: jsonOption(surroundingsSchema, {
    wire: 'surroundings',
    preset: ESTIMATED_SURROUNDINGS,
    says: 'light and ground of the photo; parts that are null or absent are estimated',
  }),
};

export const harmonizeFormSchema = z.object({
  image_s3: storageKeySchema.describe('The photo with the product already in it'),
  mask_s3: storageKeySchema.describe('White or opaque where the product is; same shape as the photo'),
  ...formFields(HARMONIZE_OPTIONS),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});

export interface HarmonizeInput extends OptionValues<typeof HARMONIZE_OPTIONS> {
  readonly imageKey: string;
  readonly maskKey: string;
}

const HARMONIZE_FORM = defineForm({
  schema: harmonizeFormSchema,
  decode: ({ image_s3, mask_s3, ...form }): HarmonizeInput => ({
    imageKey: image_s3,
    maskKey: mask_s3,
    ...decodeOptions(HARMONIZE_OPTIONS, form),
  }),
  encode: ({ imageKey, maskKey, ...options }, engine) => ({
    image_s3: imageKey,
    mask_s3: maskKey,
    ...encodeOptions(HARMONIZE_OPTIONS, options),
    // Two digits, the precision of the web app's slider.
    strength: options.strength.toFixed(2),
    feature_type: TOOL_IDS.harmonize,
    ...engineFields(engine),
  }),
});

export const HARMONIZE_ENDPOINT = {
  ...STARTS_TASKS,
  ...HARMONIZE_FORM,
  path: `${GENERATIONS_PATH}/harmonize-vs/`,
  summary: 'Match the light on a product to the photo that it’s in; returns a stream of task events',
  errors: [...GENERATION_ERRORS, ...MASK_REFUSAL_CODES],
  call: {
    collection: 'harmonizations',
    operationId: 'createHarmonization',
    summary: 'Match the light on a product to the photo that it’s in',
    pictures: {
      image: { field: 'image_s3', isRequired: true, about: 'The photo with the product already in it' },
      mask: {
        field: 'mask_s3',
        isRequired: true,
        about: 'White or opaque where the product is; same shape as the photo',
      },
    },
    options: apiOptions(HARMONIZE_OPTIONS),
    toolId: () => TOOL_IDS.harmonize,
    makes: 'picture',
  },
} as const satisfies Endpoint;
