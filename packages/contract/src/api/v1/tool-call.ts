/** Picture parameter of a tool in the public API. */
import type { z } from 'zod';
import { flagText } from '../../bounded-text.ts';
import type { ToolId } from '../../tools/ids.ts';

export interface ToolCallPicture {
  /** Field of the tool's form that takes the picture's storage key. */
  readonly field: string;
  readonly isRequired: boolean;
  readonly about: string;
}

export interface ToolCall {
  /** Path of the tool below `/v1/`. */
  readonly collection: string;
  readonly operationId: string;
  readonly summary: string;
  /** Cost, added to the summary on servers with billing. */
  readonly cost?: string;
  /** Pictures by their names in the API; the first is the main one. */
  readonly pictures: Readonly<Record<string, ToolCallPicture>>;
  /** Form fields of the options, by the options' names in the API. */
  readonly options: Readonly<Record<string, string>>;
  /** Descriptions of options for programs, if the form's description refers to the web app's own numbers. */
  readonly about?: Readonly<Record<string, string>>;
  /** Tool ID under which the tool's results are filed. */
  readonly toolId: (isGiven: (name: string) => boolean) => ToolId;
  readonly makes: 'picture' | 'words';
}

/** Thrown for an invalid call; `param` is the parameter's name in the public API. */
export class InvalidToolCall extends Error {
  readonly param: string;
  constructor(param: string, message: string) {
    super(message);
    this.name = 'InvalidToolCall';
    this.param = param;
  }
}

/**
 * Converts a call of the public API to the tool's request form and validates it.
 * @param options as sent: text in a form, any value in JSON
 * @param keys storage keys by picture name
 * @throws InvalidToolCall
 */
export function formOfCall<Schema extends z.ZodType>(
  call: ToolCall,
  schema: Schema,
  options: Readonly<Record<string, unknown>>,
  keys: Readonly<Record<string, string>>,
): z.output<Schema> {
  const fields: Record<string, unknown> = {
    feature_type: call.toolId((name) => name in keys || name in options),
  };
  for (const [name, { field, isRequired }] of Object.entries(call.pictures)) {
    const key = keys[name];
    if (key !== undefined) fields[field] = key;
    else if (isRequired) throw new InvalidToolCall(name, `Send ${name}, ${name}_url or ${name}_key.`);
  }
  for (const [name, value] of Object.entries(options)) {
    const field = Object.hasOwn(call.options, name) ? call.options[name] : undefined;
    if (field === undefined) throw new InvalidToolCall(name, 'This parameter doesn’t exist.');
    fields[field] = toFormText(name, value);
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidToolCall(
    findArgumentName(call, String(issue?.path[0] ?? '')),
    issue?.message ?? 'Invalid.',
  );
}

function toFormText(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return flagText(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isDeeper(value, OPTION_MAX_DEPTH)) throw new InvalidToolCall(name, 'It is nested too deeply.');
  return JSON.stringify(value);
}

/** Deepest nesting of an option's value, such as lists of points. */
const OPTION_MAX_DEPTH = 8;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1));
}

function findArgumentName({ pictures, options }: ToolCall, field: string): string {
  const picture = Object.entries(pictures).find(([, each]) => each.field === field);
  const option = Object.entries(options).find(([, each]) => each === field);
  return picture?.[0] ?? option?.[0] ?? field;
}
