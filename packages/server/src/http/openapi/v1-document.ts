import {
  ALL_V1_ENDPOINTS,
  API_KEY_HEADER,
  callOf,
  ERRORS,
  fieldSchema,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeySchema,
  PROBLEM_MEDIA_TYPE,
  problemSchema,
  PRODUCT_TITLE,
  V1_COMMON_ERRORS,
  V1_HEADERS,
  V1_WAIT_MAX_S,
  v1JobSchema,
  v1SimulationSchema,
} from '@packshot/contract';
import type { ErrorCode, TaskTool, V1Endpoint } from '@packshot/contract';
import { entitySchemas, reference, schemaOf } from './json-schemas.ts';
import type { JsonObject } from './json-schemas.ts';

const DESCRIPTION = `Make pictures of products by API keys (Account, API keys). Errors are problems (RFC 9457) with a stable \`code\`.
A call with an \`Idempotency-Key\` can be repeated: it is charged once.`;

/** What each header of an answer says. */
const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'x-request-id': 'Names the call, for questions about it',
  [V1_HEADERS.rateLimitPolicy]: 'Calls of this key, as draft-ietf-httpapi-ratelimit-headers writes it',
  [V1_HEADERS.rateLimit]: 'What is left of them (r), and the seconds until there is one more (t)',
};
const JOB_HEADERS: Readonly<Record<string, string>> = {
  [V1_HEADERS.job]: 'The job behind the answer',
  [V1_HEADERS.creditsCharged]: 'What the job was charged so far',
  [V1_HEADERS.replayed]: 'true: the answer to an earlier call with the same key',
};
const PICTURE_HEADERS: Readonly<Record<string, string>> = {
  [V1_HEADERS.confidence]: 'Of a cut-out: how sure the engine is, 0 to 1',
  [V1_HEADERS.foreground]: 'Of a cut-out: the box around the product in pixels, x,y,width,height',
  [V1_HEADERS.seed]: 'Of a scene: makes the same picture again',
  [V1_HEADERS.recipe]: 'Identifies everything that was set',
  [V1_HEADERS.editUrl]: 'Opens the picture in the studio',
};
const LATER_HEADERS: Readonly<Record<string, string>> = {
  location: 'Of the job',
  'retry-after': 'Seconds',
};

interface Options {
  readonly version: string;
  readonly publicUrl: string | null;
}

/** Builds the OpenAPI document of the public API from its table, with the schemas that check its requests. */
export function v1Document({ version, publicUrl }: Options): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [name, endpoint] of Object.entries(ALL_V1_ENDPOINTS)) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, endpoint) };
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
        Job: schemaOf(v1JobSchema, 'output'),
        Problem: schemaOf(problemSchema, 'output'),
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

function operation(name: string, endpoint: V1Endpoint): JsonObject {
  const { summary, tag, scope, params, query } = endpoint;
  return {
    operationId: name,
    summary,
    ...(scope !== null && { description: `Needs a key with the scope \`${scope}\`.` }),
    tags: [tag],
    security: scope === null ? [] : [{ bearer: [] }, { header: [] }],
    parameters: [
      ...parametersIn('path', params),
      ...parametersIn('query', query),
      ...(endpoint.body === 'none'
        ? []
        : [parameter(IDEMPOTENCY_KEY_HEADER, schemaOf(idempotencyKeySchema, 'input'))]),
      ...(endpoint.body === 'call'
        ? [
            parameter(V1_HEADERS.simulate, {
              ...schemaOf(v1SimulationSchema, 'input'),
              description: 'Test keys only',
            }),
          ]
        : []),
    ],
    ...(endpoint.body !== 'none' && { requestBody: requestBody(endpoint) }),
    responses: { ...successes(endpoint), ...problems(endpoint) },
  };
}

const parameter = (name: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: false,
  schema,
});

function parametersIn(place: 'path' | 'query', schema: V1Endpoint['query']): JsonObject[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
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

function requestBody({ tool }: V1Endpoint): JsonObject {
  const pictures = tool === undefined ? ['image'] : Object.keys(callOf(tool).pictures);
  const elsewhere = Object.assign({}, ...pictures.map((name) => elsewhereOf(name, tool))) as JsonObject;
  const options = tool === undefined ? {} : optionsOf(tool);
  const files = Object.fromEntries(
    pictures.map((name) => [name, { type: 'string', format: 'binary', description: aboutOf(name, tool) }]),
  );
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', properties: { ...files, ...elsewhere, ...options } },
      },
      'application/json': { schema: { type: 'object', properties: { ...elsewhere, ...options } } },
    },
  };
}

const aboutOf = (name: string, tool: TaskTool | undefined): string =>
  (tool === undefined ? undefined : callOf(tool).pictures[name]?.about) ?? 'A picture';

const elsewhereOf = (name: string, tool: TaskTool | undefined): JsonObject => ({
  [`${name}_url`]: { type: 'string', format: 'uri', description: `Instead of ${name}: its public address` },
  ...(tool !== undefined && {
    [`${name}_key`]: { type: 'string', description: `Instead of ${name}: a picture that is here already` },
  }),
});

function optionsOf(tool: TaskTool): JsonObject {
  const options = Object.entries(callOf(tool).options).map(([name, field]) => {
    const schema = fieldSchema(tool, field);
    return [name, schema === undefined ? {} : schemaOf(schema, 'input')] as const;
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

const headersOf = (...groups: readonly Readonly<Record<string, string>>[]): JsonObject =>
  Object.fromEntries(
    Object.keys(Object.assign({}, ...groups) as object).map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );

const PICTURE = { 'image/png': { schema: { type: 'string', format: 'binary' } } };
const JOB = { 'application/json': { schema: reference('Job') } };

function successes({ answer, successStatus, tool, output, scope }: V1Endpoint): JsonObject {
  const always = scope === null ? { 'x-request-id': '' } : ANSWER_HEADERS;
  switch (answer) {
    case 'job': {
      const hasPicture = tool !== undefined && callOf(tool).makes === 'picture';
      return {
        200: {
          description: hasPicture
            ? 'The picture, or the job with it, as `Accept` prefers'
            : 'The job with its words',
          headers: headersOf(always, JOB_HEADERS, hasPicture ? PICTURE_HEADERS : {}),
          content: { ...(hasPicture && PICTURE), ...JOB },
        },
        202: {
          description: 'It takes longer than the call waits',
          headers: headersOf(always, JOB_HEADERS, LATER_HEADERS),
          content: JOB,
        },
      };
    }
    case 'bytes':
      return {
        200: { description: 'The picture', headers: headersOf(always, PICTURE_HEADERS), content: PICTURE },
      };
    case 'stream':
      return {
        200: {
          description: 'An event `job` with the job as JSON whenever it changes',
          headers: headersOf(always),
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
      };
    case 'json':
      return {
        [successStatus]: {
          description: 'Success',
          headers: headersOf(always),
          content: { 'application/json': { schema: output === undefined ? {} : schemaOf(output, 'output') } },
        },
      };
  }
}

/** The problems of one endpoint by status, each with its code and sentence. */
function problems({ errors = [], scope }: V1Endpoint): JsonObject {
  const common: readonly ErrorCode[] = scope === null ? ['INTERNAL'] : V1_COMMON_ERRORS;
  const byStatus = Map.groupBy(new Set([...common, ...errors]), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join('\n'),
        headers: headersOf({
          'x-request-id': '',
          ...(status === 429 || status === 503 ? LATER_HEADERS : {}),
        }),
        content: { [PROBLEM_MEDIA_TYPE]: { schema: reference('Problem') } },
      },
    ]),
  );
}
