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
import type { UpscaleFactor } from './limits.ts';
import {
  apiOptions,
  decodeOptions,
  encodeOptions,
  flagOption,
  formFields,
  numberOption,
  textOption,
} from './options.ts';
import type { OptionValues } from './options.ts';

const UPSCALE_FACTOR_VALUES: readonly number[] = UPSCALE_FACTORS;

const UPSCALE_DEFAULT_FACTOR = 2;

const FACTORS = `Send ${UPSCALE_FACTORS.join(' or ')}.`;

export const upscaleFactorSchema = numberText(
  z.coerce.number().refine((value): value is UpscaleFactor => UPSCALE_FACTOR_VALUES.includes(value), FACTORS),
  FACTORS,
).describe('Scale factor for each side');

export const UPSCALE_OPTIONS = {
  factor: numberOption(z.literal(UPSCALE_FACTORS), {
    wire: 'value',
    apiName: 'factor',
    recordName: 'factor',
    says: 'How many times larger each side becomes',
    isRequired: true,
    field: upscaleFactorSchema,
    preset: UPSCALE_DEFAULT_FACTOR,
    agentDefault: UPSCALE_DEFAULT_FACTOR,
    flag: { value: UPSCALE_FACTORS.join('|'), default: UPSCALE_DEFAULT_FACTOR },
  }),
  mode: textOption(z.enum(UPSCALE_MODES), {
    wire: 'mode',
    default: 'faithful',
    agentDefault: 'faithful',
    says: 'How to enlarge: faithful adds nothing, detailed redraws edges',
  }),
  cleansUp: flagOption(z.boolean(), {
    wire: 'clean_up',
    preset: false,
    says: 'Removes noise and JPEG artifacts before enlarging',
  }),
};

export const upscaleFormSchema = z.object({
  image_s3: storageKeySchema,
  ...formFields(UPSCALE_OPTIONS),
  feature_type: toolIdSchema,
  ...ENGINE_FIELDS,
});

export interface UpscaleInput extends OptionValues<typeof UPSCALE_OPTIONS> {
  readonly imageKey: string;
}

/**
 * Provenance step for upscaling. It isn't declared as generated: the network invents no content, because its result
 * stays within the surrounding colors (docs/decisions/provenance-and-pixel-integrity.md).
 */
export const upscaleStep = ({ factor, mode, cleansUp }: Omit<UpscaleInput, 'imageKey'>): StepOf => ({
  effect: 'alter',
  parameters: { factor, mode, ...(cleansUp === true && { clean_up: true }) },
});

const UPSCALE_FORM = defineForm({
  schema: upscaleFormSchema,
  decode: ({ image_s3, ...form }): UpscaleInput => ({
    imageKey: image_s3,
    ...decodeOptions(UPSCALE_OPTIONS, form),
  }),
  encode: ({ imageKey, ...options }, engine) => ({
    image_s3: imageKey,
    ...encodeOptions(UPSCALE_OPTIONS, options),
    feature_type: TOOL_IDS.upscale,
    ...engineFields(engine),
  }),
});

export const UPSCALE_ENDPOINT = {
  ...STARTS_TASKS,
  ...UPSCALE_FORM,
  path: `${GENERATIONS_PATH}/upscale-vs/`,
  summary: 'Enlarge a picture two or four times; returns a stream of task events',
  errors: [...GENERATION_ERRORS, 'NO_SUBJECT', 'UPSCALE_TOO_LARGE', 'UPSCALE_TOO_SLOW'],
  call: {
    collection: 'upscales',
    operationId: 'createUpscale',
    summary: 'Enlarge a picture two or four times',
    pictures: { image: { field: 'image_s3', isRequired: true, about: 'A photo, or an earlier result' } },
    options: apiOptions(UPSCALE_OPTIONS),
    toolId: () => TOOL_IDS.upscale,
    makes: 'picture',
  },
} as const satisfies Endpoint;
