import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import * as contract from '../index.ts';
import { ALL_V1_ENDPOINTS, ENDPOINTS, fileNotSupported, historyFileName, TOOL_IDS } from '../index.ts';

type JsonSchemaPart = z.core.JSONSchema.BaseSchema;
/** `input`: data as clients send it. `output`: data after parsing, as the server sends it. */
type SchemaDirection = 'input' | 'output';

const EXPORTS = Object.entries<unknown>(contract).toSorted(([a], [b]) => (a < b ? -1 : 1));
const ALL_ENDPOINTS = Object.entries<Endpoint>({ ...ENDPOINTS, ...ALL_V1_ENDPOINTS });
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
/** Constants that aren't printed, because they change with each release or repeat another constant. */
const LEFT_OUT = new Set(['PRODUCT_VERSION', 'V1_CHANGES', 'PAID_PLANS']);
/**
 * Length in characters up to which a list is printed inline; a longer list is printed by name, or with a line for each
 * value.
 */
const SHORT_LIST = 160;

/** Names of exported lists that are too long to print inline, by their JSON text. */
const LISTS = new Map(
  EXPORTS.flatMap(([name, value]) => {
    const text = JSON.stringify(Array.isArray(value) ? value : '');
    return text.length > SHORT_LIST ? [[text, name] as const] : [];
  }),
);

/** Prints the whole contract as text: endpoints, fields, messages and constants, one per line. */
export const printApi = (): string =>
  [
    '# The API as clients see it. After an intended change: npm test -- --project contract api-snapshot -u',
    '# Endpoints',
    ...ALL_ENDPOINTS.flatMap(endpointLines),
    '# Fields',
    ...schemaLines(),
    '# Messages',
    ...EXPORTS.flatMap(([name, value]) => (isMessages(name) ? constantLines(name, value) : [])),
    ...constantLines('fileNotSupported', fileNotSupported('{name}')),
    ...constantLines('historyFileName.product', historyFileName(TOOL_IDS.product)),
    ...constantLines('historyFileName.bgRemove', historyFileName(TOOL_IDS.bgRemove)),
    '# Constants',
    ...EXPORTS.flatMap(([name, value]) => (isConstant(name, value) ? constantLines(name, value) : [])),
    '',
  ].join('\n');

const PARTS = { params: 'input', query: 'input', input: 'input', output: 'output' } as const;

/** Names of schemas: the first exported name, or the name of the endpoint with `input`, `output` or the like. */
const NAMES = new Map<z.ZodType, string>();
for (const [name, value] of EXPORTS) if (isSchema(value) && !NAMES.has(value)) NAMES.set(value, name);
const EXPORTED = [...NAMES.values()];
for (const [name, endpoint] of ALL_ENDPOINTS)
  for (const part of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
    const schema = endpoint[part];
    if (schema !== undefined && !NAMES.has(schema)) NAMES.set(schema, `${name}.${part}`);
  }

/** Converts all schemas to JSON Schemas that refer to each other by name. */
function convert(io: SchemaDirection): Readonly<Record<string, JsonSchemaPart>> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of NAMES) registry.add(schema, { id });
  return z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => id }).schemas;
}
const CONVERTED = { input: convert('input'), output: convert('output') };

function endpointLines([name, endpoint]: [string, Endpoint]): string[] {
  const { method, path, errors, summary: _summary, tag: _tag, call: _call, ...rest } = endpoint;
  const words = Object.entries(rest)
    .filter(([key]) => !(key in PARTS))
    .map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return [
    `${method} ${path}`,
    `  ${name}: ${words.join(', ')}`,
    ...(errors ? [`  errors ${errors.join(' ')}`] : []),
    ...Object.entries(PARTS).flatMap(([part, direction]) =>
      partLines(part, endpoint[part as keyof typeof PARTS], direction),
    ),
  ];
}

function partLines(part: string, schema: z.ZodType | undefined, direction: SchemaDirection): string[] {
  const name = schema && NAMES.get(schema);
  if (name === undefined) return [];
  if (EXPORTED.includes(name)) return [`  ${part} ${name}`];
  return [`  ${part}`, ...formatFields(name, direction).map((line) => `  ${line}`)];
}

const formatFields = (name: string, direction: SchemaDirection): string[] =>
  fieldLines('', CONVERTED[direction][name] ?? {}).map((line) => `  ${line}`);

const schemaLines = (): string[] =>
  EXPORTED.flatMap((name) => {
    const received = formatFields(name, 'output');
    const different = formatFields(name, 'input').filter((line) => !received.includes(line));
    return [name, ...received, ...(different.length > 0 ? ['  as it is sent:', ...different] : [])];
  });

function fieldLines(path: string, schema: JsonSchemaPart): string[] {
  const { properties, required = [], items, anyOf, oneOf, allOf, additionalProperties, ...own } = schema;
  const parts = anyOf ?? oneOf ?? allOf;
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, field]) =>
      fieldLines(
        `${path === '' ? '' : `${path}.`}${name}${required.includes(name) ? '' : '?'}`,
        field as JsonSchemaPart,
      ),
    );
  if (items !== undefined && !Array.isArray(items)) {
    const limits = [own.minItems, own.maxItems].some((limit) => limit !== undefined);
    const size = limits ? `${String(own.minItems ?? 0)}..${String(own.maxItems ?? '')}` : '';
    return fieldLines(`${path}[${size}]`, items as JsonSchemaPart);
  }
  if (typeof additionalProperties === 'object') return fieldLines(`${path}.*`, additionalProperties);
  if (parts !== undefined) {
    const lines = parts.map((part) => fieldLines('', part));
    if (lines.every(({ length }) => length === 1))
      return [`${path}: ${lines.flat().map(stripColon).join(' | ')}`];
    return lines.flatMap((variant, index) =>
      variant.map((line) => `${path}(${String(index + 1)})${line.startsWith(':') ? line : `.${line}`}`),
    );
  }
  return [`${path}: ${typeText(own)}`];
}

const stripColon = (line: string): string => line.replace(/^: /, '');

/** Formats a type. Omits the limits that every integer has, and patterns implied by a format. */
function typeText({ type, const: only, enum: values, $ref, ...rest }: JsonSchemaPart): string {
  const base = $ref ?? (only === undefined ? undefined : JSON.stringify(only));
  const choice =
    LISTS.get(JSON.stringify(values)) ?? values?.map((value) => JSON.stringify(value)).join(' | ');
  const words = Object.entries(rest).filter(
    ([key, value]) =>
      !['$schema', '$id', 'description'].includes(key) &&
      !(key === 'pattern' && rest.format !== undefined) &&
      Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER,
  );
  return [
    base ?? choice ?? (typeof type === 'string' ? type : (type?.join(' | ') ?? 'any')),
    ...words.map(([key, value]) => `${key} ${JSON.stringify(value)}`),
  ].join(', ');
}

const isMessages = (name: string): boolean => name === 'ERRORS' || name.endsWith('MESSAGES');

function isConstant(name: string, value: unknown): boolean {
  const isOther = LEFT_OUT.has(name) || isMessages(name) || /ENDPOINTS?$/.test(name);
  return !isOther && typeof value !== 'function' && !isSchema(value);
}

/** Lines for the values of a constant. Omits functions and schemas. */
function constantLines(path: string, value: unknown): string[] {
  if (typeof value === 'function' || isSchema(value)) return [];
  if (typeof value !== 'object' || value === null || (isFlat(value) && isShort(path, value)))
    return [`${path}: ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, field]) => constantLines(`${path}.${key}`, field));
}

const isFlat = (value: object): boolean => Object.values(value).every((field) => typeof field !== 'object');

/** Whether a value is printed on one line. Exported objects get a line for each value. */
const isShort = (path: string, value: object): boolean =>
  path.includes('.') || (Array.isArray(value) && JSON.stringify(value).length <= SHORT_LIST);
