/** The parts of a scene, as pictures of its size. */
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { storageKeySchema } from './upload.ts';
import { toolIdSchema } from './ids.ts';
import { z } from 'zod';

/** A scene's parts, bottom first: a task each, in this order. */
export const SCENE_LAYERS = ['background', 'shadow', 'product'] as const;

export type SceneLayerName = (typeof SCENE_LAYERS)[number];

export const layersFormSchema = z.object({
  image_s3: storageKeySchema.describe('A scene with a product, after its download'),
  feature_type: toolIdSchema,
});

export type LayersForm = z.infer<typeof layersFormSchema>;

export const LAYERS_ENDPOINT = {
  ...STARTS_TASKS,
  path: `${GENERATIONS_PATH}/layers-vs/`,
  summary:
    'Background, shadow and product of a scene as pictures of its size, after its download; a task each; costs nothing; answers a stream of task events',
  input: layersFormSchema,
  errors: [...GENERATION_ERRORS, 'NOT_FOUND', 'DOWNLOAD_NEEDED'],
} as const satisfies Endpoint;
