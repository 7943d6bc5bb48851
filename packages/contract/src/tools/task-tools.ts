import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { CUT_OUT_ENDPOINT } from './cut-out.ts';
import { MAGIC_ENDPOINT } from './magic.ts';
import { UPSCALE_ENDPOINT } from './upscale.ts';
import { REFINE_ENDPOINT } from './refine.ts';
import { EXPORT_ENDPOINT } from './export.ts';
import { LAYERS_ENDPOINT } from './layers.ts';
import { HARMONIZE_ENDPOINT } from './harmonize.ts';
import { DESCRIBE_ENDPOINT } from './describe.ts';
import { SCENE_ENDPOINT } from './scene.ts';

/**
 * The tools that the server works for, each by the endpoint that starts its tasks. An inspiration is a scene without a product; refine corrects
 * a cut-out, export writes a file, layers takes a scene apart.
 */
export const TASK_ENDPOINTS = {
  'cut-out': CUT_OUT_ENDPOINT,
  magic: MAGIC_ENDPOINT,
  upscale: UPSCALE_ENDPOINT,
  refine: REFINE_ENDPOINT,
  export: EXPORT_ENDPOINT,
  layers: LAYERS_ENDPOINT,
  harmonize: HARMONIZE_ENDPOINT,
  describe: DESCRIBE_ENDPOINT,
  scene: SCENE_ENDPOINT,
} as const satisfies Record<string, Endpoint>;

/** A tool whose work is done by the server, in tasks. */
export type TaskTool = keyof typeof TASK_ENDPOINTS;
export const TASK_TOOLS = Object.keys(TASK_ENDPOINTS) as readonly TaskTool[];
/** What a request for a tool says, as it is sent. */
export type TaskFormInput<Tool extends TaskTool> = z.input<(typeof TASK_ENDPOINTS)[Tool]['input']>;
/** What a request for a tool says, once it was checked. */
export type TaskForm<Tool extends TaskTool> = z.output<(typeof TASK_ENDPOINTS)[Tool]['input']>;
