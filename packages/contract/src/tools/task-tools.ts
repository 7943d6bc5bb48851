import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { EngineChoice } from './engines.ts';
import type { DecodedForm } from './tool-form.ts';
import { CUT_OUT_ENDPOINT } from './cut-out.ts';
import { MAGIC_ENDPOINT } from './magic.ts';
import { UPSCALE_ENDPOINT } from './upscale.ts';
import { RECIPE_ENDPOINT } from './recipe.ts';
import { REFINE_ENDPOINT } from './refine.ts';
import { EXPORT_ENDPOINT } from './export.ts';
import { LAYERS_ENDPOINT } from './layers.ts';
import { HARMONIZE_ENDPOINT } from './harmonize.ts';
import { DESCRIBE_ENDPOINT } from './describe.ts';
import { SCENE_ENDPOINT } from './scene.ts';

/**
 * Tools that run on the server, each with the endpoint that starts its tasks. An inspiration is a scene without a
 * product; refine corrects a cut-out, export writes a file, and layers separates a scene into its layers.
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
  recipe: RECIPE_ENDPOINT,
} as const satisfies Record<string, Endpoint>;

export type TaskTool = keyof typeof TASK_ENDPOINTS;
export const TASK_TOOLS = Object.keys(TASK_ENDPOINTS) as readonly TaskTool[];

type TaskEndpoints = typeof TASK_ENDPOINTS;
type Inputs = { readonly [Tool in TaskTool]: Parameters<TaskEndpoints[Tool]['encode']>[0] };
type Fields = { readonly [Tool in TaskTool]: z.input<TaskEndpoints[Tool]['input']> };
type CheckedFields = { readonly [Tool in TaskTool]: z.output<TaskEndpoints[Tool]['input']> };

/** Decoded input of a tool, as the engine uses it. */
export type ToolInput<Tool extends TaskTool> = Inputs[Tool];
export type TaskForm<Tool extends TaskTool> = DecodedForm<Inputs[Tool]>;
export type TaskFields<Tool extends TaskTool> = Fields[Tool];
export type CheckedTaskFields<Tool extends TaskTool> = CheckedFields[Tool];

const CODECS: {
  readonly [Tool in TaskTool]: {
    readonly decode: (fields: CheckedFields[Tool]) => DecodedForm<Inputs[Tool]>;
    readonly encode: (input: Inputs[Tool], engine: EngineChoice | null) => Fields[Tool];
  };
} = TASK_ENDPOINTS;

export const decodeTask = <Tool extends TaskTool>(
  tool: Tool,
  fields: CheckedTaskFields<Tool>,
): TaskForm<Tool> => CODECS[tool].decode(fields);

/** @param engine the chosen engine, or null for the built-in one */
export const encodeTask = <Tool extends TaskTool>(
  tool: Tool,
  input: ToolInput<Tool>,
  engine: EngineChoice | null,
): TaskFields<Tool> => CODECS[tool].encode(input, engine);
