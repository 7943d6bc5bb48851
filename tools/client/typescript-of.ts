/** TypeScript's words for the JSON Schemas (2020-12) that occur in the OpenAPI document. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Finds the name under which a schema has a type of its own. */
type NameOf = (schema: JsonSchema) => string | undefined;

/** @throws for a schema that has no counterpart here: types that claim too much would be worse than none */
export function typescriptOf(schema: JsonSchema, nameOf: NameOf): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const { const: fixed, enum: values, oneOf, anyOf = oneOf, type } = schema;
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(anyOf))
    return (
      (anyOf as JsonSchema[])
        // Programs send values; the client writes their text.
        .filter((each) => each['x-as-text'] !== true)
        .map((each) => typescriptOf(each, nameOf))
        .join(' | ')
    );
  if (Array.isArray(type))
    return (type as string[]).map((each) => typescriptOf({ ...schema, type: each }, nameOf)).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return listOf(schema, nameOf);
    case 'object':
      return objectOf(schema, nameOf);
    default:
      throw new Error(`No type in TypeScript is known for ${JSON.stringify(schema)}`);
  }
}

function listOf({ items, prefixItems }: JsonSchema, nameOf: NameOf): string {
  if (Array.isArray(prefixItems))
    return `readonly [${(prefixItems as JsonSchema[]).map((each) => typescriptOf(each, nameOf)).join(', ')}]`;
  return `readonly (${typescriptOf(items as JsonSchema, nameOf)})[]`;
}

function objectOf({ properties, required, additionalProperties }: JsonSchema, nameOf: NameOf): string {
  if (properties === undefined)
    return `Readonly<Record<string, ${typescriptOf(additionalProperties as JsonSchema, nameOf)}>>`;
  if (Object.keys(properties as object).length === 0) return 'Readonly<Record<string, never>>';
  return membersOf(properties as Readonly<Record<string, JsonSchema>>, (required ?? []) as string[], nameOf);
}

/** What has a default may be left out. */
export function membersOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  nameOf: NameOf,
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
    return `${comment}readonly ${name}${isOptional ? '?' : ''}: ${typescriptOf(schema, nameOf)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}
