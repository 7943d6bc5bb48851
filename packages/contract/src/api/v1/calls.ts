import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { decodeTask, TASK_ENDPOINTS, TASK_TOOLS } from '../../tools/task-tools.ts';
import type { CheckedTaskFields, TaskForm, TaskTool } from '../../tools/task-tools.ts';
import { formOfCall } from './tool-call.ts';
import type { ToolCall } from './tool-call.ts';

/** Tools that the public API offers. */
export const CALLED_TOOLS: readonly TaskTool[] = TASK_TOOLS.filter((tool) => 'call' in TASK_ENDPOINTS[tool]);

/** @throws Error for a tool that the public API doesn't have */
export function getToolCall(tool: TaskTool): ToolCall {
  const endpoint: Endpoint = TASK_ENDPOINTS[tool];
  if (endpoint.call === undefined) throw new Error(`The public API has no ${tool}`);
  return endpoint.call;
}

export function fieldSchema(tool: TaskTool, field: string): z.ZodType | undefined {
  const { shape }: { readonly shape: Readonly<Record<string, z.ZodType>> } = TASK_ENDPOINTS[tool].input;
  return shape[field];
}

/**
 * Converts a call of the public API to the tool's internal request format.
 * @param keys storage keys by picture name
 * @throws InvalidToolCall
 */
export function readCall<Tool extends TaskTool>(
  tool: Tool,
  options: Readonly<Record<string, unknown>>,
  keys: Readonly<Record<string, string>>,
): TaskForm<Tool> {
  const form = formOfCall(getToolCall(tool), TASK_ENDPOINTS[tool].input, options, keys);
  return decodeTask(tool, form as CheckedTaskFields<Tool>);
}
