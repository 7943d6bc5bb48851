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

/** Numbered pictures, each with an option. The tool's form takes all of them as one list. */
export interface ToolCallList {
  /** Field of the form that takes the list, as JSON. */
  readonly field: string;
  /** Name of the picture's storage key in an entry of the list. */
  readonly key: string;
  /** Name of the option in an entry of the list, and of the form field that has its schema. */
  readonly option: string;
  /** Picture that a call needs before it can have pictures of the list. */
  readonly after: string;
  /** Names of the pictures and their options in the API. */
  readonly items: readonly { readonly picture: string; readonly option: string }[];
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
  /** Numbered pictures. `pictures` and `options` also contain these pictures and their options. */
  readonly list?: ToolCallList;
  /** Form fields of the options, by the options' names in the API. */
  readonly options: Readonly<Record<string, string>>;
  /** Descriptions of options for programs, if the form's description refers to the web app's own numbers. */
  readonly about?: Readonly<Record<string, string>>;
  /** Returns the tool ID under which records store the tool's results. */
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

/** Schema of a tool's form, or of its fields. */
type Form = z.ZodType & { readonly shape: Readonly<Record<string, z.ZodType | undefined>> };

/**
 * Converts a call of the public API to the tool's request form and validates it.
 * @param options as sent: text in a form, any value in JSON
 * @param keys storage keys by picture name
 * @throws InvalidToolCall
 */
export function formOfCall(
  call: ToolCall,
  schema: Form,
  options: Readonly<Record<string, unknown>>,
  keys: Readonly<Record<string, string>>,
): unknown {
  const { list } = call;
  const listed = list?.items.filter(({ picture }) => picture in keys) ?? [];
  const fields: Record<string, unknown> = {
    feature_type: call.toolId((name) => name in keys || name in options),
    ...(list && listed.length > 0 && { [list.field]: toListField(list, listed, schema, options, keys) }),
  };
  for (const [name, { field, isRequired }] of Object.entries(call.pictures)) {
    if (field === list?.field) continue;
    const key = keys[name];
    if (key !== undefined) fields[field] = key;
    else if (isRequired) throw new InvalidToolCall(name, sendPicture(name));
  }
  for (const [name, value] of Object.entries(options)) {
    const field = Object.hasOwn(call.options, name) ? call.options[name] : undefined;
    if (field === undefined) throw new InvalidToolCall(name, 'This parameter doesn’t exist.');
    const item = list?.items.find(({ option }) => option === name);
    if (item === undefined) fields[field] = toFormText(name, value);
    else if (!(item.picture in keys)) throw new InvalidToolCall(item.picture, sendPicture(item.picture));
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [field, place] = issue?.path ?? [];
  const param =
    field === list?.field && typeof place === 'number'
      ? listed[place]?.picture
      : findArgumentName(call, String(field ?? ''));
  throw new InvalidToolCall(param ?? '', issue?.message ?? 'Invalid.');
}

const sendPicture = (name: string): string => `Send ${name}, ${name}_url or ${name}_key.`;

/** @throws InvalidToolCall for an invalid option, or if the given pictures skip a number */
function toListField(
  { key, option: field, after, items }: ToolCallList,
  listed: ToolCallList['items'],
  { shape }: Form,
  options: Readonly<Record<string, unknown>>,
  keys: Readonly<Record<string, string>>,
): string {
  const missing = [after, ...items.map(({ picture }) => picture)]
    .slice(0, 1 + listed.length)
    .find((picture) => !(picture in keys));
  if (missing !== undefined) throw new InvalidToolCall(missing, sendPicture(missing));
  const entries = listed.map(({ picture, option }) => {
    const { [option]: sent } = options;
    if (sent === undefined) return { [key]: keys[picture] };
    const read = shape[field]?.safeParse(toFormText(option, sent));
    if (read?.success !== true)
      throw new InvalidToolCall(option, read?.error.issues[0]?.message ?? 'Invalid.');
    return { [key]: keys[picture], [field]: read.data };
  });
  return JSON.stringify(entries);
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
