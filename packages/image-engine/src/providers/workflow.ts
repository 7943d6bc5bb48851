import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Nodes by their ids, as ComfyUI's "Export (API)" writes them. */
const workflowSchema = z.record(
  z.string(),
  z.looseObject({ class_type: z.string().min(1), inputs: z.record(z.string(), z.unknown()) }),
);
export type Workflow = z.infer<typeof workflowSchema>;

/** What a workflow may leave to be filled in, written as `{{name}}`. */
export const PLACEHOLDERS = [
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
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type Filling = Readonly<Partial<Record<Placeholder, string | number>>>;

/** What workflows are kept as: one a capability, and one more where a reference picture is followed. */
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
 * Reads a workflow: the operator's of that name, or ours. Throws Error for a file that is none, or that asks for what we do not fill in; the
 * message names the file.
 * @param folder the operator's; null without one
 */
export function readWorkflow(name: WorkflowName, folder: string | null): Workflow {
  const file = `${name}.json`;
  const theirs = folder === null ? null : join(folder, file);
  const path = theirs !== null && existsSync(theirs) ? theirs : join(OWN_FOLDER, file);
  const text = readFileSync(path, 'utf8');
  const workflow = workflowSchema.safeParse(parsed(text));
  if (!workflow.success) throw new Error(`${path} is no workflow in ComfyUI's API format`);
  for (const [, placeholder] of text.matchAll(/\{\{(\w+)\}\}/g)) {
    if (!(PLACEHOLDERS as readonly string[]).includes(placeholder ?? '')) {
      throw new Error(`${path} asks for {{${placeholder}}}; known are ${PLACEHOLDERS.join(', ')}`);
    }
  }
  return workflow.data;
}

/**
 * A workflow with its placeholders filled in. A value that is a placeholder alone becomes what it stands for, a number too; within a longer
 * text it becomes text. Throws Error for one that nothing is given for.
 */
export function filled(workflow: Workflow, filling: Filling): Workflow {
  const valueOf = (name: string): string | number => {
    const value = filling[name as Placeholder];
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
    if (alone !== null) return valueOf(alone[1] ?? '');
    return value.replace(/\{\{(\w+)\}\}/g, (_braced, name: string) => String(valueOf(name)));
  };
  return workflowSchema.parse(fill(workflow));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
