import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Workflow nodes by ID, as ComfyUI's "Export (API)" writes them. */
const workflowSchema = z.record(
  z.string(),
  z.looseObject({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) }),
);
export type Workflow = z.infer<typeof workflowSchema>;

/** Names of placeholders in a workflow, which are written as `{{name}}`. */
const PLACEHOLDERS = [
  'prompt',
  'negative',
  'seed',
  'width',
  'height',
  'image',
  'mask',
  'reference',
  'model',
] as const;
type WorkflowPlaceholder = (typeof PLACEHOLDERS)[number];
export type Filling = Readonly<Partial<Record<WorkflowPlaceholder, string | number>>>;

/** Names of workflow files: one per capability, and variants that follow a reference picture. */
export const WORKFLOW_NAMES = [
  'text-to-image',
  'text-to-image.reference',
  'product-background',
  'product-background.reference',
  'inpaint',
  'erase',
  'upscale',
  'relight',
] as const;
export type WorkflowName = (typeof WORKFLOW_NAMES)[number];

const OWN_FOLDER = fileURLToPath(new URL('./workflows', import.meta.url));

/**
 * Reads a workflow: the operator's file with this name, or the built-in one.
 * @throws Error for a file that is invalid or uses unknown placeholders; the message names the file
 * @param folder the operator's folder, or null
 */
export function readWorkflow(name: WorkflowName, folder: string | null): Workflow {
  const file = `${name}.json`;
  const theirs = folder === null ? null : join(folder, file);
  const path = theirs !== null && existsSync(theirs) ? theirs : join(OWN_FOLDER, file);
  const text = readFileSync(path, 'utf8');
  const workflow = workflowSchema.safeParse(parseWorkflow(text));
  if (!workflow.success) throw new Error(`${path} is no workflow in ComfyUI's API format`);
  for (const [, placeholder] of text.matchAll(/\{\{(\w+)\}\}/g)) {
    if (!(PLACEHOLDERS as readonly string[]).includes(placeholder ?? '')) {
      throw new Error(`${path} asks for {{${placeholder}}}; known are ${PLACEHOLDERS.join(', ')}`);
    }
  }
  return workflow.data;
}

/**
 * Fills in a workflow's placeholders. A text that consists of one placeholder is replaced by the value itself, even if
 * it is a number; in a longer text, the value is inserted as text.
 * @throws Error for a placeholder without a value
 */
export function fillIn(workflow: Workflow, filling: Filling): Workflow {
  const getValue = (name: string): string | number => {
    const value = filling[name as WorkflowPlaceholder];
    if (value === undefined) throw new Error(`Nothing is given for {{${name}}}`);
    return value;
  };
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
    }
    if (typeof value !== 'string') return value;
    const alone = /^\{\{(\w+)\}\}$/.exec(value);
    if (alone !== null) return getValue(alone[1] ?? '');
    return value.replace(/\{\{(\w+)\}\}/g, (_braced, name: string) => String(getValue(name)));
  };
  return workflowSchema.parse(fill(workflow));
}

function parseWorkflow(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
