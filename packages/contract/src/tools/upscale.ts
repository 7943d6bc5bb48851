/** Upscaling: twice or four times the size. */
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { ENGINE_FIELDS, engineFields } from './engines.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { numberText } from '../bounded-text.ts';
import type { StepOf } from '../provenance/chain.ts';
import { z } from 'zod';
import { UPSCALE_FACTORS, UPSCALE_MODES } from './limits.ts';
import type { UpscaleFactor, UpscaleMode } from './limits.ts';

const UPSCALE_FACTOR_VALUES: readonly number[] = UPSCALE_FACTORS;

const FACTORS = `Send ${UPSCALE_FACTORS.join(' or ')}.`;

/** A factor as it arrives in a form: a number or its digits. */
export const upscaleFactorSchema = numberText(
  z.coerce.number().refine((value): value is UpscaleFactor => UPSCALE_FACTOR_VALUES.includes(value), FACTORS),
  FACTORS,
).describe('Scale, on each side');

export const upscaleFormSchema = z.object({
  image_s3: storageKeySchema,
  value: upscaleFactorSchema,
  mode: z
    .enum(UPSCALE_MODES)
    .default('faithful')
    .describe('faithful adds nothing; detailed draws edges anew'),
  clean_up: z
    .enum(['true', 'false'])
    .optional()
    .describe('true takes noise and the traces of JPEG away before enlarging, as far as there are any'),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});

export interface UpscaleInput {
  readonly imageKey: string;
  readonly factor: UpscaleFactor;
  readonly mode: UpscaleMode;
  /** Noise and the traces of JPEG are taken away before enlarging. Absent: no. */
  readonly cleansUp?: true;
}

/** The network invents no content: what it draws stays within the colors around it (docs/decisions/0057-provenance.md). */
export const upscaleStep = ({ factor, mode, cleansUp }: Omit<UpscaleInput, 'imageKey'>): StepOf => ({
  effect: 'alter',
  parameters: { factor, mode, ...(cleansUp === true && { clean_up: true }) },
});

const UPSCALE_FORM = defineForm({
  schema: upscaleFormSchema,
  decode: ({ image_s3, value, mode, clean_up }): UpscaleInput => ({
    imageKey: image_s3,
    factor: value,
    mode,
    ...(clean_up === 'true' && { cleansUp: true }),
  }),
  encode: ({ imageKey, factor, mode, cleansUp }, engine) => ({
    image_s3: imageKey,
    value: factor,
    mode,
    ...(cleansUp === true && { clean_up: 'true' as const }),
    feature_type: TOOL_IDS.upscale,
    ...engineFields(engine),
  }),
});

export const UPSCALE_ENDPOINT = {
  ...STARTS_TASKS,
  ...UPSCALE_FORM,
  path: `${GENERATIONS_PATH}/upscale-vs/`,
  summary: 'Enlarge a picture two or four times; answers a stream of task events',
  errors: [...GENERATION_ERRORS, 'NO_SUBJECT', 'UPSCALE_TOO_LARGE', 'UPSCALE_TOO_SLOW'],
  call: {
    collection: 'upscales',
    operationId: 'createUpscale',
    summary: 'Enlarge a picture two or four times',
    pictures: { image: { field: 'image_s3', isRequired: true, about: 'A photo, or an earlier result' } },
    options: { factor: 'value', mode: 'mode', clean_up: 'clean_up' },
    toolId: () => TOOL_IDS.upscale,
    makes: 'picture',
  },
} as const satisfies Endpoint;
