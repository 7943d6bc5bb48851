import type { EngineTool, TaskTool } from '@packshot/contract';
import type { JobName } from '../ports/job-queue.ts';
import type { EngineChoice, GenerationInput } from './model.ts';

/** What another engine is asked for when it does a tool's work; null for what the embedded one alone can do. */
export function engineToolOf(input: GenerationInput): EngineTool | null {
  switch (input.tool) {
    case 'scene':
      return input.imageKey === undefined ? 'inspire' : 'scene';
    case 'cut-out':
    case 'magic':
    case 'upscale':
    case 'harmonize':
    case 'describe':
      return input.tool;
    case 'refine':
    case 'export':
    case 'layers':
      return null;
  }
}

interface EngineFields {
  readonly engine?: 'embedded' | 'provider' | undefined;
  readonly engine_fallback?: 'true' | 'false' | undefined;
  readonly product_lock?: 'true' | 'false' | undefined;
}

/** What a form says of the engine; null for the embedded one, which is meant by forms that do not ask. */
export function engineChoiceOf(form: object): EngineChoice | null {
  const fields: EngineFields = form;
  if (fields.engine !== 'provider') return null;
  return { allowsFallback: fields.engine_fallback === 'true', keepsProduct: fields.product_lock !== 'false' };
}

/** The job that does a task: waiting for somebody else's engine is not computing, and must not keep others from it. */
export const jobNameOf = (tool: TaskTool, hasEngine: boolean): JobName & (TaskTool | 'provider') =>
  hasEngine ? 'provider' : tool;
