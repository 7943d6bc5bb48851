/** Magic tool: removes or changes the drawn area. */
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { MASK_REFUSAL_CODES } from '../errors.ts';
import { ENGINE_FIELDS, engineFields } from './engines.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { oneLineText } from '../bounded-text.ts';
import { OWN_MESSAGES } from '../messages.ts';
import { z } from 'zod';
import { MAGIC_PROMPT_MAX_LENGTH } from './limits.ts';
import { apiOptions, decodeOptions, encodeOptions, formFields, textOption } from './options.ts';
import type { OptionValues } from './options.ts';

/** Excludes control characters: requests don't need them, and a database's text can't store some of them. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;

export const MAGIC_OPTIONS = {
  prompt: textOption(oneLineText(MAGIC_PROMPT_MAX_LENGTH, OWN_MESSAGES.magicPromptTooLong).regex(PRINTABLE), {
    wire: 'prompt',
    says: 'Prompt for the masked area; without one it is removed',
    flag: { short: 'p' },
  }),
};

export const magicFormSchema = z.object({
  image_s3: storageKeySchema,
  mask_s3: storageKeySchema.describe('White or opaque where something was drawn; same shape as the photo'),
  ...formFields(MAGIC_OPTIONS),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});

export interface MagicInput extends OptionValues<typeof MAGIC_OPTIONS> {
  readonly imageKey: string;
  readonly maskKey: string;
}

const MAGIC_FORM = defineForm({
  schema: magicFormSchema,
  decode: ({ image_s3, mask_s3, ...form }): MagicInput => ({
    imageKey: image_s3,
    maskKey: mask_s3,
    ...decodeOptions(MAGIC_OPTIONS, form),
  }),
  encode: ({ imageKey, maskKey, ...options }, engine) => ({
    image_s3: imageKey,
    mask_s3: maskKey,
    feature_type: TOOL_IDS.magicTool,
    ...encodeOptions(MAGIC_OPTIONS, options),
    ...engineFields(engine),
  }),
});

export const MAGIC_ENDPOINT = {
  ...STARTS_TASKS,
  ...MAGIC_FORM,
  path: `${GENERATIONS_PATH}/magic-vs/`,
  summary: 'Remove or change a masked area; no pixel outside it changes; returns a stream of task events',
  errors: [...GENERATION_ERRORS, ...MASK_REFUSAL_CODES, 'NO_SUBJECT', 'PROMPT_NOT_UNDERSTOOD'],
  call: {
    collection: 'edits',
    operationId: 'createEdit',
    summary: 'Remove or change a masked area; no pixel outside it changes',
    pictures: {
      image: { field: 'image_s3', isRequired: true, about: 'A photo, or an earlier result' },
      mask: {
        field: 'mask_s3',
        isRequired: true,
        about: 'White or opaque where something should change; same shape as the photo',
      },
    },
    options: apiOptions(MAGIC_OPTIONS),
    toolId: () => TOOL_IDS.magicTool,
    makes: 'picture',
  },
} as const satisfies Endpoint;
