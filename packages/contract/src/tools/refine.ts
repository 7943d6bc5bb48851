import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { z } from 'zod';
import { REFINE_EDGES, REFINE_FINDS } from './limits.ts';
import { decodeOptions, encodeOptions, formFields, textOption } from './options.ts';
import type { OptionValues } from './options.ts';

export const REFINE_OPTIONS = {
  edges: textOption(z.enum(REFINE_EDGES), {
    wire: 'edges',
    default: 'picture',
    says: 'Along the borders of strokes: picture follows the photo’s edges, hand keeps the strokes as drawn',
  }),
  find: textOption(z.enum(REFINE_FINDS), {
    wire: 'find',
    says: 'Find an object in an area filled with blue, a box or a line: restore adds it to the cut-out, erase removes it, only adds it and removes everything outside the area',
  }),
};

/**
 * Manual correction of a cut-out. To call it from a brush in the browser, store the key of the photo that was cut out
 * (`image_s3`) and the `key` of the displayed result (`matte_s3`: the first cut-out, later each refined one). Draw on
 * one transparent canvas of the photo's shape, at its size or smaller: rgb(255, 0, 0) restores, rgb(0, 255, 0) erases,
 * and alpha is the brush's softness; a newer stroke replaces earlier ones (`source-over`), and undoing clears a stroke
 * (`destination-out`). Upload that canvas as PNG (`mask_s3`) when the user pauses or clicks Apply, not for each
 * stroke; show the strokes on the old cut-out until the result arrives.
 */
export const refineFormSchema = z.object({
  image_s3: storageKeySchema.describe('The photo that was cut out'),
  matte_s3: storageKeySchema.describe(
    'Its current cut-out, or a matte (opaque and gray: white is the object); same shape as the photo',
  ),
  mask_s3: storageKeySchema.describe(
    'Strokes in the shape of the photo: red restores, green erases, each with the strength of its channel times alpha; blue surrounds the object for find, and has no effect without it',
  ),
  ...formFields(REFINE_OPTIONS),
  feature_type: toolIdSchema,
});

export interface RefineInput extends OptionValues<typeof REFINE_OPTIONS> {
  readonly imageKey: string;
  /** Storage key of the current cut-out, or of its alpha matte. */
  readonly matteKey: string;
  readonly strokesKey: string;
}

const REFINE_FORM = defineForm({
  schema: refineFormSchema,
  decode: ({ image_s3, matte_s3, mask_s3, ...form }): RefineInput => ({
    imageKey: image_s3,
    matteKey: matte_s3,
    strokesKey: mask_s3,
    ...decodeOptions(REFINE_OPTIONS, form),
  }),
  encode: ({ imageKey, matteKey, strokesKey, ...options }) => ({
    image_s3: imageKey,
    matte_s3: matteKey,
    mask_s3: strokesKey,
    ...encodeOptions(REFINE_OPTIONS, options),
    feature_type: TOOL_IDS.bgRemove,
  }),
});

export const REFINE_ENDPOINT = {
  ...STARTS_TASKS,
  ...REFINE_FORM,
  path: `${GENERATIONS_PATH}/refine-vs/`,
  summary:
    'Restore and erase parts of a cut-out by strokes, or an object found in a box; no other pixel changes; returns a stream of task events',
  cost: 'costs nothing',
  errors: [...GENERATION_ERRORS, 'EMPTY_MASK', 'MASK_MISMATCH', 'NOTHING_FOUND'],
} as const satisfies Endpoint;
