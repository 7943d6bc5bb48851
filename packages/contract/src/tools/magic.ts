/** The magic tool: what is drawn over is removed or changed. */
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { MASK_REFUSAL_CODES } from '../errors.ts';
import { ENGINE_FIELDS } from './engines.ts';
import { storageKeySchema } from './upload.ts';
import { toolIdSchema } from './ids.ts';
import { oneLineText } from '../bounded-text.ts';
import { z } from 'zod';
import { MAGIC_PROMPT_MAX_LENGTH } from './limits.ts';

/** No control characters: they belong in no request, and a database's text cannot hold all of them. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;

export const magicFormSchema = z.object({
  image_s3: storageKeySchema,
  mask_s3: storageKeySchema.describe(
    'White, or opaque, where something was drawn; of the shape of the photo',
  ),
  prompt: oneLineText(MAGIC_PROMPT_MAX_LENGTH)
    .regex(PRINTABLE)
    .optional()
    .describe('What to do with what was drawn over; without one it is removed'),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});

export type MagicForm = z.infer<typeof magicFormSchema>;

export const MAGIC_ENDPOINT = {
  ...STARTS_TASKS,
  path: `${GENERATIONS_PATH}/magic-vs/`,
  summary:
    'Remove or change what a mask covers; outside it no pixel changes; answers a stream of task events',
  input: magicFormSchema,
  errors: [...GENERATION_ERRORS, ...MASK_REFUSAL_CODES, 'NO_SUBJECT', 'PROMPT_NOT_UNDERSTOOD'],
} as const satisfies Endpoint;
