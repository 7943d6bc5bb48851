import type { EngineTool, TaskForm, TaskTool } from '@packshot/contract';
import type { Capability } from '@packshot/image-engine/providers';
import type { ServerTool } from '../work/define-tool.ts';
import { cutOut } from './cut-out.ts';
import { describe } from './describe.ts';
import { exportFile } from './export.ts';
import { harmonize } from './harmonize.ts';
import { layers } from './layers.ts';
import { magic } from './magic.ts';
import { recipe } from './recipe.ts';
import { refine } from './refine.ts';
import { scene } from './scene.ts';
import { upscale } from './upscale.ts';

export const SERVER_TOOLS: { readonly [Name in TaskTool]: ServerTool<TaskForm<Name>> } = {
  'cut-out': cutOut,
  magic,
  upscale,
  refine,
  export: exportFile,
  layers,
  harmonize,
  describe,
  scene,
  recipe,
};

/**
 * Capabilities for which operators configure a provider. `prompt` isn't a tool of its own: it writes the prompts of
 * scenes.
 */
export const CAPABILITIES: Readonly<Partial<Record<EngineTool, Capability>>> = {
  prompt: 'prompt-assist',
  ...Object.values(SERVER_TOOLS).reduce((all, { capabilities }) => ({ ...all, ...capabilities }), {}),
};
