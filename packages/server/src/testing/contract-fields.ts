import { ENDPOINTS } from '@packshot/contract';
import type { Endpoint, EndpointName } from '@packshot/contract';
import { z } from 'zod';

type JsonFields = Readonly<Record<string, unknown>>;
type RequestPart = 'params' | 'query' | 'input';
type Path = readonly (string | number)[];

/** One field of one endpoint, with an otherwise valid request around it. */
export interface ContractField {
  readonly endpoint: EndpointName;
  readonly part: RequestPart;
  /** Path of the field in dot notation, such as `events.0.name`. */
  readonly name: string;
  readonly path: Path;
  /** A valid request with every field of the schema. */
  readonly request: Readonly<Record<RequestPart, unknown>>;
}

export const endpointsWithFields = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => {
  const { params, query, input }: Endpoint = ENDPOINTS[name];
  return (params ?? query ?? input) !== undefined;
});

/**
 * Lists every field of an endpoint, read from the contract's schemas, so that new fields are always included. Throws
 * if a field's schema isn't enough to create a value and no example is given.
 * @param examples valid values for fields whose schema alone doesn't suffice (patterns, keys), by field name
 */
export function listFields(endpoint: EndpointName, examples: JsonFields): ContractField[] {
  return rightRequests(endpoint, examples).flatMap((request) =>
    (['params', 'query', 'input'] as const).flatMap((part) =>
      listLeaves(request[part], []).map((path) => ({ endpoint, part, name: path.join('.'), path, request })),
    ),
  );
}

export function withValue(
  { part, path, request }: ContractField,
  value: string,
): Record<RequestPart, unknown> {
  return { ...request, [part]: replaceAt(request[part], path, value) };
}

/** Returns the value after the contract's validation, as the service receives it; undefined if it is refused. */
export function parsedValue(
  { endpoint, part, path }: ContractField,
  request: Record<RequestPart, unknown>,
): unknown {
  const parsed = (ENDPOINTS[endpoint] as Endpoint)[part]?.safeParse(request[part]);
  let value: unknown = parsed?.success === true ? parsed.data : undefined;
  for (const step of path) value = (value as Record<string | number, unknown> | undefined)?.[step];
  return value;
}

/** Builds one valid request for each alternative form of a body. */
function rightRequests(name: EndpointName, examples: JsonFields): Readonly<Record<RequestPart, unknown>>[] {
  const { params, query, input } = ENDPOINTS[name] as Endpoint;
  const of = (schema: z.ZodType | undefined): unknown[] => {
    if (schema === undefined) return [undefined];
    const values = listExamples(
      z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
      examples,
      '',
    );
    for (const value of values) {
      const issues = schema.safeParse(value).error?.issues;
      if (issues) throw new Error(`Give ${name} an example that is right: ${JSON.stringify(issues)}`);
    }
    return values;
  };
  const [fixedParams, fixedQuery] = [of(params)[0], of(query)[0]];
  return of(input).map((body) => ({ params: fixedParams, query: fixedQuery, input: body }));
}

function listExamples(schema: JsonFields, examples: JsonFields, name: string): unknown[] {
  const example = fittingValue(examples[name], schema);
  if (example !== undefined) return [example];
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as JsonFields[] | undefined;
  if (alternatives) return alternatives.flatMap((each) => listExamples(each, examples, name));
  const options = schema['enum'] as unknown[] | undefined;
  if (options) return [options[0]];
  if ('const' in schema) return [schema['const']];
  switch (schema['type']) {
    case 'object':
      return [objectExample(schema, examples)];
    case 'array':
      return [listExamples(schema['items'] as JsonFields, examples, `${name}[]`).slice(0, 1)];
    case 'number':
    case 'integer':
      return [schema['minimum'] ?? 1];
    case 'boolean':
      return [true];
    default:
      return [schema['format'] === 'uuid' ? crypto.randomUUID() : stringExample(schema)];
  }
}

/**
 * Converts an example to the type of the field, which may be text in a form and a number in JSON. Returns undefined
 * for objects and arrays, which are built from the examples of their properties.
 */
function fittingValue(example: unknown, { type, enum: options, oneOf }: JsonFields): unknown {
  if (typeof example !== 'string') return example;
  // Each option of a discriminated union is an object.
  if (oneOf !== undefined) return undefined;
  if (type === 'object' || type === 'array') return undefined;
  if (Array.isArray(options)) return options.find((option) => String(option) === example);
  return type === 'number' || type === 'integer' ? Number(example) : example;
}

function objectExample(schema: JsonFields, examples: JsonFields): JsonFields {
  // If an example is explicitly undefined, its field is omitted.
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonFields>).filter(
    ([key]) => !(key in examples && examples[key] === undefined),
  );
  const knownEntries = properties.map(([key, each]) => [key, listExamples(each, examples, key)[0]] as const);
  const others = schema['additionalProperties'];
  const isOpen = typeof others === 'object' && others !== null && Object.keys(others).length > 0;
  return Object.fromEntries(
    isOpen
      ? [...knownEntries, ['word', listExamples(others as JsonFields, examples, 'word')[0]]]
      : knownEntries,
  );
}

function stringExample(schema: JsonFields): string {
  if (schema['format'] === 'date-time') return new Date(0).toISOString();
  if (schema['format'] === 'uri') return 'https://studio.example/';
  return 'text'.padEnd(Number(schema['minLength'] ?? 0), 'x');
}

function listLeaves(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [path];
  return Object.entries(value).flatMap(([key, each]) => listLeaves(each, [...path, key]));
}

function replaceAt(target: unknown, [step, ...rest]: Path, value: string): unknown {
  if (step === undefined) return value;
  const child = replaceAt((target as Record<string, unknown>)[step], rest, value);
  if (Array.isArray(target)) return target.map((each, index) => (index === Number(step) ? child : each));
  return { ...(target as object), [step]: child };
}
