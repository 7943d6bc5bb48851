import type { TaskTool } from '@packshot/contract';
import type { JobName } from '../ports/job-queue.ts';
import type { EngineChoice } from './model.ts';

interface EngineFields {
  readonly engine?: 'embedded' | 'provider' | undefined;
  readonly engine_fallback?: 'true' | 'false' | undefined;
  readonly product_lock?: 'true' | 'false' | undefined;
}

/** The engine that a form asks for; null for the built-in one, which is also the default. */
export function engineChoiceOf(form: object): EngineChoice | null {
  const fields: EngineFields = form;
  if (fields.engine !== 'provider') return null;
  return { allowsFallback: fields.engine_fallback === 'true', keepsProduct: fields.product_lock !== 'false' };
}

/** The job that does a task: waiting for a provider is not computing, and must not keep other tasks from the processor. */
export const jobNameOf = (tool: TaskTool, hasEngine: boolean): JobName & (TaskTool | 'provider') =>
  hasEngine ? 'provider' : tool;
