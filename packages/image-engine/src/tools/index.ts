import { composeExport } from './compose-export/tool.ts';
import { checkChannel } from './check-channel/tool.ts';
import { contactSheet } from './contact-sheet/tool.ts';
import { cutOut } from './cut-out/tool.ts';
import { describe } from './describe/tool.ts';
import { exportPicture } from './export/tool.ts';
import { finishResponse } from './finish-response/tool.ts';
import { harmonize } from './harmonize/tool.ts';
import { inspect } from './inspect/tool.ts';
import { magic } from './magic/tool.ts';
import { moderate } from './moderate/tool.ts';
import { prepareRequest } from './prepare-request/tool.ts';
import { readProvenance } from './read-provenance/tool.ts';
import { recipe } from './recipe/tool.ts';
import { recognize } from './recognize/tool.ts';
import { refine } from './refine/tool.ts';
import { scene } from './scene/tool.ts';
import { sign } from './sign/tool.ts';
import type { EngineTool } from './tool.ts';
import { upscale } from './upscale/tool.ts';
import { watermark } from './watermark/tool.ts';

const ROWS = {
  'cut-out': cutOut,
  scene,
  magic,
  upscale,
  harmonize,
  describe,
  recipe,
  refine,
  export: exportPicture,
  recognize,
  'read-provenance': readProvenance,
  inspect,
  watermark,
  'compose-export': composeExport,
  sign,
  moderate,
  'prepare-request': prepareRequest,
  'finish-response': finishResponse,
  'check-channel': checkChannel,
  'contact-sheet': contactSheet,
};

export type EngineToolName = keyof typeof ROWS;

/** Input of a tool's job; a copy is sent to the engine's process. */
export type ToolJobInput<Name extends EngineToolName> = Parameters<(typeof ROWS)[Name]['files']>[0];

export type ToolResult<Name extends EngineToolName> =
  (typeof ROWS)[Name] extends EngineTool<never, infer Result> ? Result : never;

export const TOOLS: { readonly [Name in EngineToolName]: EngineTool<ToolJobInput<Name>, ToolResult<Name>> } =
  ROWS;
