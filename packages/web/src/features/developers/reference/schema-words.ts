import { resolveSchema } from './document.ts';
import type { ReferenceDocument, Schema } from './document.ts';

export function describeType(document: ReferenceDocument, schema: Schema): string {
  const { type, format, items, anyOf, oneOf, properties } = resolveSchema(document, schema);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((each) => describeType(document, each)))].join(' or ');
  if (format === 'binary') return 'file';
  if (items !== undefined) return `list of ${describeType(document, items)}`;
  const names = [type ?? (properties === undefined ? 'any' : 'object')].flat();
  const words = names.map((name) => TYPE_WORDS[name] ?? name);
  return format === undefined || format === 'regex' ? words.join(' or ') : `${words.join(' or ')}, ${format}`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = { array: 'list', boolean: 'true or false' };

/** Describes the constraints of a value: choices, bounds and default. */
export function describeBounds(schema: Schema): readonly string[] {
  const { minimum, maximum, maxLength, default: preset } = schema;
  return [
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `from ${minimum}`
        : maximum !== undefined
          ? `to ${maximum}`
          : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    preset === undefined || preset === '' ? '' : `default ${JSON.stringify(preset)}`,
  ].filter((text) => text !== '');
}

/** Fields of a nested value: an object, the objects of a list, or a choice with one object. */
export function innerFields(
  document: ReferenceDocument,
  schema: Schema,
): readonly (readonly [string, Schema, boolean])[] {
  const { properties, items, anyOf, oneOf, required = [] } = resolveSchema(document, schema);
  if (items !== undefined) return innerFields(document, items);
  const [only, ...others] = (anyOf ?? oneOf ?? []).filter((each) => innerFields(document, each).length > 0);
  if (only !== undefined && others.length === 0) return innerFields(document, only);
  return Object.entries(properties ?? {}).map(([name, field]) => [name, field, required.includes(name)]);
}

/** Realistic sample values by field name. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  tool: 'cut-out',
  mode: 'test',
  status: 'succeeded',
  progress: 1,
  credits_charged: 0,
  content_type: 'image/png',
  width: 700,
  height: 700,
  confidence: 0.97,
  url: 'https://…/v1/jobs/0b0e…/results/0',
  download_url: 'https://…',
  edit_url: 'https://…/studio?record=…',
  image_key: 'uploads/…',
  next_cursor: null,
};
/** Nesting level beyond which a sample value isn't helpful. */
const SAMPLE_DEPTH = 4;

/** Creates a sample response from its schema. Values of deeply nested fields are replaced by an ellipsis. */
export function createSample(document: ReferenceDocument, schema: Schema, name = '', depth = 0): unknown {
  if (name !== '' && name in SAMPLES) return SAMPLES[name];
  const {
    type,
    format,
    properties,
    items,
    anyOf,
    oneOf,
    enum: values,
    minimum,
    const: only,
  } = resolveSchema(document, schema);
  if (only !== undefined) return only;
  if (values !== undefined) return values[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first !== undefined) return createSample(document, first, name, depth);
  if (format === 'uuid') return '0b0e6f5e-7f1f-4c55-9d0f-3c1d2b5a9e11';
  if (format === 'date-time') return '2026-11-23T12:00:00.000Z';
  if (properties !== undefined) return sampleObject(document, { properties, depth });
  if (items !== undefined) return depth > SAMPLE_DEPTH ? [] : [createSample(document, items, '', depth + 1)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  return type === 'string' ? '…' : null;
}

function sampleObject(
  document: ReferenceDocument,
  { properties, depth }: { readonly properties: Readonly<Record<string, Schema>>; readonly depth: number },
): unknown {
  const isTooDeep = depth > SAMPLE_DEPTH;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !LEFT_OUT.has(name))
      .map(([name, field]) => [name, isTooDeep ? '…' : createSample(document, field, name, depth + 1)]),
  );
}

/** Fields that a successful sample omits because they belong to failures or other tools. */
const LEFT_OUT = new Set(['error', 'doubts', 'shop_texts', 'read_text', 'description', 'seed', 'recipe']);
