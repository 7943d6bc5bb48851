import {
  ALL_V1_ENDPOINTS,
  API_KEY_HEADER,
  getToolCall,
  ERRORS,
  fieldSchema,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeySchema,
  PROBLEM_MEDIA_TYPE,
  problemKind,
  problemSchema,
  PRODUCT_TITLE,
  recipeSchema,
  storedRecipeSchema,
  V1_COMMON_ERRORS,
  V1_HEADERS,
  V1_TABLE_MEDIA_TYPES,
  V1_UNIVERSAL_ERRORS,
  V1_VERSIONS,
  V1_WAIT_MAX_S,
  v1CatalogSchema,
  v1ItemSchema,
  v1JobSchema,
  v1SimulationSchema,
} from '@packshot/contract';
import type { ApiScope, ErrorCode, TaskTool, V1Endpoint } from '@packshot/contract';
import { entitySchemas, parametersIn, reference, toJsonSchema } from './json-schemas.ts';
import type { JsonObject } from './json-schemas.ts';
import { formatSummary } from './without-billing.ts';

const DESCRIPTION = `Make pictures of products by API keys (Account, API keys). Errors are problems (RFC 9457) with a stable \`code\`.
A call with an \`Idempotency-Key\` can be repeated: it is done once.`;

/** Descriptions of response headers that every response has. */
const EVERY_HEADER: Readonly<Record<string, string>> = {
  'x-request-id': 'ID of the call, for questions about it',
  [V1_HEADERS.version]: 'The version of the API that the answer follows',
};
const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  ...EVERY_HEADER,
  [V1_HEADERS.rateLimitPolicy]:
    'Limits of calls with this key, in the format of draft-ietf-httpapi-ratelimit-headers',
  [V1_HEADERS.rateLimit]: 'Remaining calls (r), and seconds until one more is allowed (t)',
};
const REPLAY_HEADER: Readonly<Record<string, string>> = {
  [V1_HEADERS.replayed]: 'true: the answer to an earlier call with the same key',
};
const RESULT_HEADERS: Readonly<Record<string, string>> = {
  [V1_HEADERS.job]: 'ID of the job that made the answer',
  [V1_HEADERS.creditsCharged]: 'Credits that the job was charged so far',
};
const JOB_HEADERS: Readonly<Record<string, string>> = { ...RESULT_HEADERS, ...REPLAY_HEADER };
const PICTURE_HEADERS: Readonly<Record<string, string>> = {
  [V1_HEADERS.confidence]: 'Confidence of the engine in a cut-out, 0 to 1',
  [V1_HEADERS.foreground]: 'Box around the product in a cut-out, in pixels: x,y,width,height',
  [V1_HEADERS.seed]: 'Seed that makes the same scene again',
  [V1_HEADERS.recipe]: 'Hash of all settings',
  [V1_HEADERS.editUrl]: 'Opens the picture in the studio',
};
const RETRY_HEADER: Readonly<Record<string, string>> = { 'retry-after': 'Seconds to wait' };
const LATER_HEADERS: Readonly<Record<string, string>> = { location: 'Address of the job', ...RETRY_HEADER };

interface V1DocumentOptions {
  readonly version: string;
  readonly publicUrl: string | null;
  readonly hasBilling: boolean;
}

/**
 * Builds the OpenAPI document of the public API from its endpoint table, with the schemas that validate its requests.
 */
export function v1Document({ version, publicUrl, hasBilling }: V1DocumentOptions): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [name, endpoint] of Object.entries(ALL_V1_ENDPOINTS)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, endpoint, hasBilling) };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${PRODUCT_TITLE} public API`, version, description: DESCRIPTION },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [...new Set(Object.values(ALL_V1_ENDPOINTS).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        ...entitySchemas(),
        Recipe: toJsonSchema(recipeSchema, 'output'),
        StoredRecipe: toJsonSchema(storedRecipeSchema, 'output'),
        Catalog: toJsonSchema(v1CatalogSchema, 'output'),
        CatalogItem: toJsonSchema(v1ItemSchema, 'output'),
        Job: toJsonSchema(v1JobSchema, 'output'),
        Problem: toJsonSchema(problemSchema, 'output'),
      },
      headers: Object.fromEntries(
        Object.entries({ ...ANSWER_HEADERS, ...JOB_HEADERS, ...PICTURE_HEADERS, ...LATER_HEADERS }).map(
          ([name, description]) => [name, { description, schema: { type: 'string' } }],
        ),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key' },
        header: { type: 'apiKey', in: 'header', name: API_KEY_HEADER, description: 'An API key' },
      },
    },
  };
}

function operation(name: string, endpoint: V1Endpoint, hasBilling: boolean): JsonObject {
  const { tag, scope, params, query } = endpoint;
  return {
    operationId: name,
    summary: formatSummary(endpoint, hasBilling),
    ...(scope !== null && { description: needs(scope) }),
    tags: [tag],
    security: scope === null ? [] : [{ bearer: [] }, { header: [] }],
    parameters: [
      ...parametersIn('path', params),
      ...parametersIn('query', query),
      parameter(V1_HEADERS.version, {
        type: 'string',
        enum: V1_VERSIONS,
        description: 'Version that your program was made for; without it, the oldest',
      }),
      ...(!takesIdempotencyKey(endpoint)
        ? []
        : [
            parameter(IDEMPOTENCY_KEY_HEADER, {
              ...toJsonSchema(idempotencyKeySchema, 'input'),
              description:
                'Key that you choose. A repeated call with the same key gets the same answer and is done only once',
            }),
          ]),
      ...(endpoint.body === 'call'
        ? [
            parameter(V1_HEADERS.simulate, {
              ...toJsonSchema(v1SimulationSchema, 'input'),
              description: 'Test keys only',
            }),
          ]
        : []),
    ],
    ...(endpoint.body !== 'none' && { requestBody: requestBody(endpoint) }),
    responses: { ...successes(endpoint), ...problems(endpoint) },
  };
}

const takesIdempotencyKey = ({ body, takesIdempotencyKey: isTold = false }: V1Endpoint): boolean =>
  isTold || body === 'call' || body === 'image';

const needs = (scope: ApiScope | 'any'): string =>
  scope === 'any' ? 'Needs a key, whatever its scopes.' : `Needs a key with the scope \`${scope}\`.`;

const parameter = (name: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: false,
  schema,
});

function requestBody({ tool, body, input }: V1Endpoint): JsonObject {
  if (body === 'json')
    return {
      required: true,
      content: { 'application/json': { schema: input === undefined ? {} : toJsonSchema(input, 'input') } },
    };
  if (body === 'table') {
    const schema = { type: 'string', format: 'binary', description: 'A CSV (UTF-8) or XLSX' };
    return {
      required: true,
      content: Object.fromEntries(V1_TABLE_MEDIA_TYPES.map((type) => [type, { schema }])),
    };
  }
  const pictures = tool === undefined ? ['image'] : Object.keys(getToolCall(tool).pictures);
  const elsewhere = Object.assign(
    {},
    ...pictures.map((name) => describeReferences(name, tool)),
  ) as JsonObject;
  const options = tool === undefined ? {} : describeOptions(tool);
  const values = Object.fromEntries(
    Object.entries(options).map(([name, schema]) => [
      name,
      tool === undefined ? schema : inJson(tool, name, schema),
    ]),
  );
  const files = Object.fromEntries(
    pictures.map((name) => [
      name,
      {
        type: 'string',
        format: 'binary',
        description: describePicture(name, tool),
        // A custom property instead of `required`, because a URL or a key may be sent instead of the file.
        ...((tool === undefined || getToolCall(tool).pictures[name]?.isRequired) && { 'x-required': true }),
      },
    ]),
  );
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', properties: { ...files, ...elsewhere, ...options } },
      },
      'application/json': { schema: { type: 'object', properties: { ...elsewhere, ...values } } },
    },
  };
}

const describePicture = (name: string, tool: TaskTool | undefined): string =>
  (tool === undefined ? undefined : getToolCall(tool).pictures[name]?.about) ?? 'A picture';

const describeReferences = (name: string, tool: TaskTool | undefined): JsonObject => ({
  [`${name}_url`]: { type: 'string', format: 'uri', description: `Instead of ${name}: its public address` },
  ...(tool !== undefined && {
    [`${name}_key`]: { type: 'string', description: `Instead of ${name}: a picture that is here already` },
  }),
});

function describeOptions(tool: TaskTool): Record<string, JsonObject> {
  const { options: fields, about } = getToolCall(tool);
  const options = Object.entries(fields).map(([name, field]) => {
    const schema = fieldSchema(tool, field);
    const words = about?.[name];
    const described = words === undefined ? {} : { description: words };
    return [name, { ...(schema !== undefined && toJsonSchema(schema, 'input')), ...described }] as const;
  });
  const wait = {
    type: 'number',
    minimum: 0,
    maximum: V1_WAIT_MAX_S,
    default: V1_WAIT_MAX_S,
    description: 'Seconds to wait for the result',
  };
  return { ...Object.fromEntries(options), wait };
}

/**
 * Builds the schema of an option in a JSON body: either its own type, such as true or a list, or the text used in a
 * form. Client generators use the first alternative.
 */
function inJson(tool: TaskTool, name: string, inForm: JsonObject): JsonObject {
  const field = fieldSchema(tool, getToolCall(tool).options[name] ?? '');
  const { description, default: preset, ...text } = inForm;
  if (field === undefined || !isText(text)) return inForm;
  const { description: _, default: valuePreset, ...value } = toJsonSchema(field, 'output');
  const says = typeof description === 'string' && { description: description.replace(/^JSON[:;] /, '') };
  const asText = { ...text, 'x-as-text': true };
  if (isFlag(text))
    return {
      ...says,
      ...(preset !== undefined && { default: preset === 'true' }),
      anyOf: [{ type: 'boolean' }, asText],
    };
  if (isText(value)) return inForm;
  const isPreset = valuePreset !== undefined && valuePreset !== null;
  return { ...says, ...(isPreset && { default: valuePreset }), anyOf: [value, asText] };
}

const isText = ({ type, anyOf }: JsonObject): boolean =>
  type === 'string' || (Array.isArray(anyOf) && (anyOf as JsonObject[]).some(isText));

const isFlag = ({ enum: values }: JsonObject): boolean => Array.isArray(values) && values.includes('true');

const referHeaders = (...groups: readonly Readonly<Record<string, string>>[]): JsonObject =>
  Object.fromEntries(
    Object.keys(Object.assign({}, ...groups) as object).map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );

const PICTURE = { 'image/png': { schema: { type: 'string', format: 'binary' } } };
const JOB = { 'application/json': { schema: reference('Job') } };

function successes(endpoint: V1Endpoint): JsonObject {
  const { answer, successStatus, tool, output, scope, fileType = 'application/octet-stream' } = endpoint;
  const always = scope === null ? EVERY_HEADER : ANSWER_HEADERS;
  switch (answer) {
    case 'job': {
      const hasPicture = tool !== undefined && getToolCall(tool).makes === 'picture';
      return {
        200: {
          description: hasPicture
            ? 'The picture, or the job with it, as `Accept` prefers'
            : 'The job with its words',
          headers: referHeaders(always, JOB_HEADERS, hasPicture ? PICTURE_HEADERS : {}),
          content: { ...(hasPicture && PICTURE), ...JOB },
        },
        202: {
          description: 'It takes longer than the call waits',
          headers: referHeaders(always, JOB_HEADERS, LATER_HEADERS),
          content: JOB,
        },
      };
    }
    case 'bytes':
      return {
        200: {
          description: 'The picture',
          headers: referHeaders(always, RESULT_HEADERS, PICTURE_HEADERS),
          content: PICTURE,
        },
      };
    case 'stream':
      return {
        200: {
          description: 'An event `job` with the job as JSON whenever it changes',
          headers: referHeaders(always),
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
      };
    case 'file':
      return {
        200: {
          description: 'The file',
          headers: referHeaders(always),
          content: Object.fromEntries(
            [fileType].flat().map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
          ),
        },
      };
    case 'empty':
      return { 204: { description: 'Done', headers: referHeaders(always) } };
    case 'json':
      return {
        [successStatus]: {
          description: 'Success',
          headers: referHeaders(always, takesIdempotencyKey(endpoint) ? REPLAY_HEADER : {}),
          content: {
            'application/json': { schema: output === undefined ? {} : toJsonSchema(output, 'output') },
          },
        },
      };
  }
}

/** Lists the possible errors of one endpoint by status, each with its code and message. */
function problems({ errors = [], scope }: V1Endpoint): JsonObject {
  const common: readonly ErrorCode[] = scope === null ? V1_UNIVERSAL_ERRORS : V1_COMMON_ERRORS;
  const byStatus = Map.groupBy(new Set([...common, ...errors]), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${problemKind(code).detail}`).join('\n'),
        // Machine-readable error codes, used by the reference page.
        'x-problems': codes.map((code) => ({ code, detail: problemKind(code).detail })),
        headers: referHeaders(ANSWER_HEADERS, JOB_HEADERS, RETRY_HEADER),
        content: { [PROBLEM_MEDIA_TYPE]: { schema: reference('Problem') } },
      },
    ]),
  );
}
