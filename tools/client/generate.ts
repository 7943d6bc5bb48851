/**
 * Generates the client's data about the public API from the OpenAPI document: types, and the path and pictures of each
 * operation.
 */
import { isDeepStrictEqual } from 'node:util';
import { format } from 'oxfmt';
import formatting from '../../.oxfmtrc.json' with { type: 'json' };
import { toMembers, toTypescript } from './to-typescript.ts';
import type { JsonSchema } from './to-typescript.ts';

interface SpecParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}
type SpecContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;
interface SpecOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly SpecParameter[];
  readonly requestBody?: { readonly content: SpecContent };
  readonly responses: Readonly<Record<string, { readonly content?: SpecContent }>>;
}
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, SpecOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, unknown>>;
  };
}

const HEAD = `// Made from the OpenAPI document of the public API by \`npm run client-types\`. Do not edit.\n`;
const REFERENCE = '#/components/schemas/';

/**
 * Generates the file.
 * @returns text of packages/client/src/generated.ts
 */
export async function clientTypes(openApi: unknown): Promise<string> {
  const document = openApi as OpenApiDocument;
  const components = namedComponents(document);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const types = operations.flatMap(({ operation }) => generateTypes(operation, components.nameOf));
  const usedTypeNames = components.used();
  const rows = operations.map(
    ({ method, path, operation }) => `${operation.operationId}: ${generateRow(method, path, operation)},`,
  );
  const headers = Object.keys(document.components.headers).map((name) => `'${name}'`);
  const text = [
    HEAD,
    `import type { PictureIn } from './pictures-in.ts';\n`,
    ...usedTypeNames,
    ...types,
    `/** The newest version of the API when this was made: calls ask for it. */\nexport const API_VERSION = '${getVersion(operations[0]?.operation)}';\n`,
    `/** Headers of answers. */\nexport type AnswerHeader = ${headers.join(' | ')};\n`,
    `/** Where each operation is, and the pictures that it takes. */\nexport const OPERATIONS = {\n${rows.join('\n')}\n} as const;\n`,
  ].join('\n');
  const { code, errors } = await format('generated.ts', text, formatting);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}

const VERSION_HEADER = 'packshot-version';

function getVersion(operation: SpecOperation | undefined): string {
  const versions = operation?.parameters.find(({ name }) => name === VERSION_HEADER)?.schema['enum'];
  const newest: unknown = Array.isArray(versions) ? versions.at(-1) : undefined;
  if (typeof newest !== 'string') throw new Error('The document names no version');
  return newest;
}

const NAMED_PARTS: Readonly<Record<string, readonly string[]>> = {
  ErrorCode: ['Problem', 'properties', 'code'],
  Result: ['Job', 'properties', 'results', 'items'],
};

/**
 * Finds the names of components, even if the document repeats a component inline. Only components that are used become
 * types.
 */
function namedComponents({ components }: OpenApiDocument) {
  const parts = Object.entries(NAMED_PARTS).map(([name, way]) => [name, schemaAt(components.schemas, way)]);
  const schemas = { ...components.schemas, ...Object.fromEntries(parts) } as Record<string, JsonSchema>;
  const all = Object.entries(schemas);
  const usedNames = new Set<string>();
  const findTypeName = (schema: JsonSchema): string | undefined => {
    const { $ref } = schema;
    const name =
      typeof $ref === 'string'
        ? $ref.slice(REFERENCE.length)
        : all.find(([, each]) => isDeepStrictEqual(each, schema))?.[0];
    if (name !== undefined) usedNames.add(name);
    return name;
  };
  const listUsed = (): string[] => {
    const written = new Map<string, string>();
    // Rendering a component adds the names of components that it refers to, so the loop visits them too.
    for (const name of usedNames) {
      const schema = schemas[name] ?? {};
      const others = (each: JsonSchema) => (each === schema ? undefined : findTypeName(each));
      written.set(name, `export type ${name} = ${toTypescript(schema, others)};\n`);
    }
    return [...written.values()];
  };
  return { nameOf: findTypeName, used: listUsed };
}

function schemaAt(schemas: Readonly<Record<string, JsonSchema>>, way: readonly string[]): JsonSchema {
  let at: unknown = schemas;
  for (const step of way) at = (at as Readonly<Record<string, unknown>>)[step];
  if (typeof at !== 'object' || at === null) throw new Error(`The document has no ${way.join('.')}`);
  return at as JsonSchema;
}

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function generateTypes(
  operation: SpecOperation,
  findTypeName: (schema: JsonSchema) => string | undefined,
): string[] {
  const { operationId, summary, parameters, requestBody } = operation;
  const name = capitalize(operationId);
  const types: string[] = [];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length > 0) {
    const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
    const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
    types.push(
      `/** Query of: ${summary}. */\nexport type ${name}Query = ${toMembers(properties, required, findTypeName)};\n`,
    );
  }
  // Input of an operation that accepts JSON; a picture has the type `PictureIn`.
  if (requestBody?.content['application/json'] !== undefined) {
    const pictures = listPictures(operation);
    const required = [
      ...pictures.flatMap(([picture, schema]) => (schema['x-required'] === true ? [picture] : [])),
      ...requiredIn(requestBody.content),
    ];
    const members = { ...Object.fromEntries(pictures), ...listOptions(operation) };
    const type = toMembers(members, required, (schema) =>
      schema['format'] === 'binary' ? 'PictureIn' : findTypeName(schema),
    );
    types.push(`/** ${summary}. */\nexport type ${name}Input = ${type};\n`);
  }
  const answer = getAnswer(operation)?.['application/json']?.schema;
  if (answer !== undefined && findTypeName(answer) === undefined)
    types.push(
      `/** Answers: ${summary}. */\nexport type ${name}Answer = ${toTypescript(answer, findTypeName)};\n`,
    );
  return types;
}

const getAnswer = ({ responses }: SpecOperation): SpecContent | undefined =>
  (responses['200'] ?? responses['201'])?.content;

const requiredIn = (content: SpecContent): readonly string[] =>
  (content['application/json']?.schema['required'] ?? []) as readonly string[];

function listPictures({ requestBody }: SpecOperation): [name: string, schema: JsonSchema][] {
  const form = requestBody?.content['multipart/form-data']?.schema['properties'] as
    | Readonly<Record<string, JsonSchema>>
    | undefined;
  return Object.entries(form ?? {}).filter(([, schema]) => schema['format'] === 'binary');
}

/** Options of an operation, without its pictures and without `wait`, which the client sets itself. */
function listOptions(operation: SpecOperation): Readonly<Record<string, JsonSchema>> {
  const pictures = listPictures(operation).flatMap(([name]) => [`${name}_url`, `${name}_key`]);
  const body = operation.requestBody?.content['application/json']?.schema['properties'] as Readonly<
    Record<string, JsonSchema>
  >;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => name !== 'wait' && !pictures.includes(name)),
  );
}

function generateRow(method: string, path: string, operation: SpecOperation): string {
  const pictures = listPictures(operation).map(([name]) => `'${name}'`);
  const types = Object.keys(getAnswer(operation) ?? {});
  const accept = types.map((type) => `'${type}'`);
  return `{ method: '${method}', path: '${path}', pictures: [${pictures.join(', ')}], answers: [${accept.join(', ')}] }`;
}
