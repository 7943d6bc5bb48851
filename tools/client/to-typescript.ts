/** Converts the kinds of JSON Schema (2020-12) that occur in the OpenAPI document to TypeScript. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Finds the name of the type for a schema; undefined if it has none. */
type NameOf = (schema: JsonSchema) => string | undefined;

/**
 * Renders a schema as a TypeScript type.
 * @throws Error for a kind of schema that this module doesn't convert, because a wrong type would be worse than no
 * type
 */
export function toTypescript(schema: JsonSchema, findTypeName: NameOf): string {
  const name = findTypeName(schema);
  if (name !== undefined) return name;
  const { const: fixed, enum: values, oneOf, anyOf = oneOf, type } = schema;
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(anyOf))
    return (
      (anyOf as JsonSchema[])
        // Omits alternatives for values sent as text: programs pass values, and the client converts them.
        .filter((each) => each['x-as-text'] !== true)
        .map((each) => toTypescript(each, findTypeName))
        .join(' | ')
    );
  if (Array.isArray(type))
    return (type as string[])
      .map((each) => toTypescript({ ...schema, type: each }, findTypeName))
      .join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return toListType(schema, findTypeName);
    case 'object':
      return toObjectType(schema, findTypeName);
    default:
      throw new Error(`No type in TypeScript is known for ${JSON.stringify(schema)}`);
  }
}

function toListType({ items, prefixItems }: JsonSchema, findTypeName: NameOf): string {
  if (Array.isArray(prefixItems))
    return `readonly [${(prefixItems as JsonSchema[]).map((each) => toTypescript(each, findTypeName)).join(', ')}]`;
  return `readonly (${toTypescript(items as JsonSchema, findTypeName)})[]`;
}

function toObjectType(
  { properties, required, additionalProperties }: JsonSchema,
  findTypeName: NameOf,
): string {
  if (properties === undefined)
    return `Readonly<Record<string, ${toTypescript(additionalProperties as JsonSchema, findTypeName)}>>`;
  if (Object.keys(properties as object).length === 0) return 'Readonly<Record<string, never>>';
  return toMembers(
    properties as Readonly<Record<string, JsonSchema>>,
    (required ?? []) as string[],
    findTypeName,
  );
}

/** Renders the members of an object type. Members with a default are optional. */
export function toMembers(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  findTypeName: NameOf,
): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const { description, default: preset } = schema;
    const isOptional = !required.includes(name) || preset !== undefined;
    const says = [
      ...(typeof description === 'string' ? [description] : []),
      ...(preset === undefined || preset === null || preset === ''
        ? []
        : [`Default: ${JSON.stringify(preset)}`]),
    ].join('. ');
    const comment = says === '' ? '' : `/** ${says.replaceAll('*/', '* /')} */\n`;
    return `${comment}readonly ${name}${isOptional ? '?' : ''}: ${toTypescript(schema, findTypeName)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}
