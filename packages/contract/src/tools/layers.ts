/** Layers: separates a scene into pictures of the same size. */
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { z } from 'zod';

/**
 * Layers of a scene, bottom first: one task for each, in this order. Several products have a layer each, from the
 * farthest.
 */
export const SCENE_LAYERS = ['background', 'shadow', 'product'] as const;

export type SceneLayerName = (typeof SCENE_LAYERS)[number];

export const layersFormSchema = z.object({
  image_s3: storageKeySchema.describe('A scene with a product, after its download'),
  feature_type: toolIdSchema,
});

export interface LayersInput {
  readonly imageKey: string;
}

const LAYERS_FORM = defineForm({
  schema: layersFormSchema,
  decode: ({ image_s3 }): LayersInput => ({ imageKey: image_s3 }),
  encode: ({ imageKey }) => ({ image_s3: imageKey, feature_type: TOOL_IDS.product }),
});

export const LAYERS_ENDPOINT = {
  ...STARTS_TASKS,
  ...LAYERS_FORM,
  path: `${GENERATIONS_PATH}/layers-vs/`,
  summary:
    'Background, shadow and each product of a downloaded scene as pictures of its size, one task each; returns a stream of task events',
  cost: 'costs nothing',
  errors: [...GENERATION_ERRORS, 'NOT_FOUND', 'DOWNLOAD_NEEDED'],
} as const satisfies Endpoint;
