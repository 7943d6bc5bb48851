import {
  downloadCreditsSchema,
  engineToolSchema,
  errorBodySchema,
  modelInfoSchema,
  organizationDetailSchema,
  placementSchema,
  referenceSchema,
  roleDetailSchema,
  sceneFactsSchema,
  sessionSchema,
  taskErrorSchema,
  taskIdsEventSchema,
  taskResultSchema,
  taskStateSchema,
  TOOL_IDS,
  toolIdSchema,
  UPSCALE_FACTORS,
  upscaleFactorSchema,
  userSchema,
} from '@packshot/contract';
import { z } from 'zod';

/** A JSON Schema (2020-12), or any other object of the OpenAPI document. */
export type JsonObject = Record<string, unknown>;

/** Schemas that appear once in the document, under their own name. */
const ENTITIES: Record<string, z.ZodType> = {
  Session: sessionSchema,
  User: userSchema,
  OrganizationDetail: organizationDetailSchema,
  RoleDetail: roleDetailSchema,
  DownloadCredits: downloadCreditsSchema,
  TaskIdsEvent: taskIdsEventSchema,
  TaskState: taskStateSchema,
  TaskResult: taskResultSchema,
  TaskError: taskErrorSchema,
  SceneFacts: sceneFactsSchema,
  Placement: placementSchema,
  Reference: referenceSchema,
  ModelInfo: modelInfoSchema,
  ErrorBody: errorBodySchema,
};

export function reference(entity: string): JsonObject {
  return { $ref: referenceUri(entity) };
}

function referenceUri(entity: string): string {
  return `#/components/schemas/${entity}`;
}

/** Cache of converted schemas. A process converts each schema once, because schemas don't change. */
const converted = {
  input: new WeakMap<z.ZodType, JsonObject>(),
  output: new WeakMap<z.ZodType, JsonObject>(),
};

/** Converts one schema to JSON Schema; named schemas inside it become references. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const cachedSchema = converted[io].get(schema);
  if (cachedSchema !== undefined) return cachedSchema;
  const entity = Object.entries(ENTITIES).find(([, candidate]) => candidate === schema)?.[0];
  const convertedSchema = entity === undefined ? convertOne(schema, io) : reference(entity);
  converted[io].set(schema, convertedSchema);
  return convertedSchema;
}

/** Lists the parameters of an operation, one for each property of the schema. */
export function parametersIn(place: 'path' | 'query', schema: z.ZodType | undefined) {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

export function entitySchemas(): Record<string, JsonObject> {
  return convert(ENTITIES, 'output');
}

const OPTIONS = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => {
    if (zodSchema === toolIdSchema) jsonSchema.enum = Object.values(TOOL_IDS);
    if (zodSchema === engineToolSchema) jsonSchema.enum = [...engineToolSchema.in.options];
    if (zodSchema === upscaleFactorSchema) jsonSchema.enum = [...UPSCALE_FACTORS];
    // Removes the bounds of JavaScript's safe integers, which Zod adds to every integer and which tell readers nothing.
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    // Removes the pattern, because the format already implies it and it would only clutter the page.
    if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  },
} satisfies Parameters<typeof z.toJSONSchema>[1];

/** Registry that supplies the contract's descriptions and the names of schemas to Zod's conversion. */
class DocumentRegistry extends z.core.$ZodRegistry<{ id?: string | undefined }> {
  override get(schema: z.core.$ZodType) {
    const described = z.globalRegistry.get(schema);
    const registeredName = super.get(schema);
    return described || registeredName ? { ...described, ...registeredName } : undefined;
  }
}

const ENTITY_NAMES = new DocumentRegistry();
for (const [id, schema] of Object.entries(ENTITIES)) ENTITY_NAMES.add(schema, { id });
const ENTITY_DEFINITION = /^#\/\$defs\//;

/** Converts a schema that isn't a named one, including only the named schemas inside it. */
function convertOne(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const convertedSchema = z.toJSONSchema(schema, { ...OPTIONS, io, metadata: ENTITY_NAMES });
  const { $schema: _dialect, $defs: _entities, ...rest } = convertedSchema;
  const toDocument = (key: string, value: unknown): unknown =>
    key === '$ref' && typeof value === 'string' ? value.replace(ENTITY_DEFINITION, referenceUri('')) : value;
  return JSON.parse(JSON.stringify(rest, toDocument)) as JsonObject;
}

function convert(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const { schemas: convertedSchemas } = z.toJSONSchema(registry, { ...OPTIONS, io, uri: referenceUri });
  return Object.fromEntries(
    Object.entries(convertedSchemas).map(([id, schema]) => {
      const { $schema: _dialect, $id: _address, ...rest } = schema;
      return [id, rest];
    }),
  );
}
