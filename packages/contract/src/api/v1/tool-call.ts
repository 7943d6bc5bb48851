/** How the public API asks for a tool: in words of its own, as one row in the tool's file. */
import type { z } from 'zod';
import { flagText } from '../../bounded-text.ts';
import type { ToolId } from '../../tools/ids.ts';

export interface ToolCallPicture {
  /** The field of the tool's form. */
  readonly field: string;
  readonly isRequired: boolean;
  readonly about: string;
}

export interface ToolCall {
  /** Its path below `/v1/`. */
  readonly collection: string;
  readonly operationId: string;
  readonly summary: string;
  /** Cost, as a part of the summary where work is paid for. */
  readonly cost?: string;
  /** The pictures that it takes, by their names in the API; the first is what is worked on. */
  readonly pictures: Readonly<Record<string, ToolCallPicture>>;
  /** What can be set: the fields of the tool's form, by their names in the API. */
  readonly options: Readonly<Record<string, string>>;
  /** What options say to programs, where the form speaks of the web app's own numbers. */
  readonly about?: Readonly<Record<string, string>>;
  /** As which of the wire's tools it is filed. */
  readonly toolId: (isGiven: (name: string) => boolean) => ToolId;
  readonly makes: 'picture' | 'words';
}

/** What was asked is not valid; `param` is named as in the API. */
export class InvalidToolCall extends Error {
  readonly param: string;
  constructor(param: string, message: string) {
    super(message);
    this.name = 'InvalidToolCall';
    this.param = param;
  }
}

/**
 * Writes a call as the tool's own form, which checks it.
 * @param options as they were sent: texts in a form, any value in JSON
 * @param keys storage keys by the names of pictures
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
    if (field === undefined) throw new InvalidToolCall(name, 'There is no such parameter.');
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

/** As a form carries it. */
function toFormText(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return flagText(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isDeeper(value, OPTION_MAX_DEPTH)) throw new InvalidToolCall(name, 'It is nested too deeply.');
  return JSON.stringify(value);
}

/** Of what an option may hold: lists of points and the like. */
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
