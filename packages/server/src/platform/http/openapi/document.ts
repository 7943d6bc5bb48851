import {
  API_KEY_HEADER,
  CAPTCHA_HEADER,
  ENDPOINTS,
  endpointPath,
  ERRORS,
  IDEMPOTENCY_KEY_HEADER,
  idempotencyKeySchema,
  PRODUCT_TITLE,
} from '@packshot/contract';
import type { Endpoint, EndpointName, ErrorCode } from '@packshot/contract';
import { entitySchemas, parametersIn, reference, toJsonSchema } from './json-schemas.ts';
import type { JsonObject } from './json-schemas.ts';
import { formatSummary } from './without-billing.ts';

interface ApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: ApiParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonObject }> };
  responses: Record<string, ApiResponse>;
}

interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonObject;
}

interface ApiResponse {
  description: string;
  content?: Record<string, { schema: JsonObject }>;
}

export interface ApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, JsonObject>; securitySchemes: Record<string, JsonObject> };
}

const DESCRIPTION = `Errors are \`{code, message, detail?}\`; \`message\` is a sentence fit for a person. Every answer
carries \`x-request-id\`: quote it when something goes wrong. To cut out a photo: start a session, get an upload
target, send its fields and the file as multipart/form-data to its url, call the generation with the key, read the
stream or ask for the state every two seconds.`;

/** Builds the OpenAPI document from the contract's table, with the same schemas that validate requests and responses. */
export function apiDocument(options: {
  productSlug: string;
  version: string;
  publicUrl: string | null;
  hasBilling: boolean;
}): ApiDocument {
  const paths: ApiDocument['paths'] = {};
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  for (const name of names) {
    const path = endpointPath(name, options.productSlug);
    paths[path] = {
      ...paths[path],
      [ENDPOINTS[name].method.toLowerCase()]: operation(name, options.hasBilling),
    };
  }
  return {
    openapi: '3.1.1',
    info: { title: `${PRODUCT_TITLE} API`, version: options.version, description: DESCRIPTION },
    servers: [{ url: options.publicUrl ?? '/' }],
    tags: [...new Set(names.map((name) => ENDPOINTS[name].tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: entitySchemas(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function operation(name: EndpointName, hasBilling: boolean): ApiOperation {
  const endpoint: Endpoint = ENDPOINTS[name];
  const mediaTypes = endpoint.body === 'form' ? FORM_TYPES : ['application/json'];
  return {
    operationId: endpoint.operationId ?? name,
    summary: formatSummary(endpoint, hasBilling),
    tags: [endpoint.tag],
    security: security(endpoint),
    parameters: [
      ...parametersIn('path', endpoint.params),
      ...parametersIn('query', endpoint.query),
      ...(endpoint.idempotent === true ? [IDEMPOTENCY_KEY] : []),
      ...(endpoint.captcha === undefined ? [] : [captchaParameter(endpoint)]),
    ],
    ...(endpoint.input && {
      requestBody: {
        required: true,
        content: createContent(mediaTypes, toJsonSchema(endpoint.input, 'input')),
      },
    }),
    responses: { ...successResponse(endpoint), ...errorResponses(endpoint) },
  };
}

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded'];

const IDEMPOTENCY_KEY: ApiParameter = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  required: false,
  schema: toJsonSchema(idempotencyKeySchema, 'input'),
};

const captchaParameter = ({ captcha }: Endpoint): ApiParameter => ({
  name: CAPTCHA_HEADER,
  in: 'header',
  required: captcha === 'always',
  schema: { type: 'string' },
});

const SECURITY_SCHEMES: Record<string, JsonObject> = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  key: { type: 'http', scheme: 'bearer' },
  keyHeader: { type: 'apiKey', in: 'header', name: API_KEY_HEADER },
};

function security(endpoint: Endpoint): Record<string, string[]>[] {
  switch (endpoint.auth) {
    case 'none':
      return [];
    case 'optional':
      return [{}, { bearer: [] }];
    case 'bearer':
      return [{ bearer: [] }];
    case 'key':
      return [{ key: [] }, { keyHeader: [] }];
  }
}

function successResponse(endpoint: Endpoint): Record<string, ApiResponse> {
  const status = String(endpoint.successStatus);
  switch (endpoint.answer) {
    case 'redirect':
      return { [status]: { description: 'Leads on to a page' } };
    case 'empty':
      return { [status]: { description: 'Done' } };
    case 'file':
      return {
        [status]: {
          description: 'A ZIP, sent while it is made',
          content: createContent(['application/zip'], { type: 'string', format: 'binary' }),
        },
      };
    case 'text':
      return {
        [status]: { description: 'Text', content: createContent(['text/plain'], { type: 'string' }) },
      };
    case 'stream':
      return {
        [status]: {
          description:
            'Events, one JSON value after each `data:`. First the ids of the tasks, then a state whenever one ' +
            'changes, until all have ended. Comments (lines that begin with a colon) keep the connection open.',
          content: createContent(['text/event-stream'], {
            oneOf: [reference('TaskIdsEvent'), reference('TaskState')],
          }),
        },
      };
    case 'json':
      return {
        [status]: {
          description: 'Success',
          content: createContent(
            ['application/json'],
            endpoint.output ? toJsonSchema(endpoint.output, 'output') : {},
          ),
        },
      };
  }
}

const KEY_REFUSALS = [
  'KEY_INVALID',
  'KEY_EXPIRED',
  'KEY_ADDRESS_REFUSED',
  'KEY_SCOPE_MISSING',
  'LIVE_KEYS_NOT_IN_PLAN',
] as const;

/** Lists the possible errors of one endpoint by status, each with its code and message. */
function errorResponses(endpoint: Endpoint): Record<string, ApiResponse> {
  const codes: ErrorCode[] = [...(endpoint.errors ?? []), 'TOO_MANY_REQUESTS', 'INTERNAL', 'SERVERS_BUSY'];
  if (endpoint.input ?? endpoint.query ?? endpoint.params) codes.unshift('BAD_REQUEST');
  if (endpoint.captcha !== undefined) codes.unshift('CAPTCHA_REQUIRED');
  if (endpoint.auth === 'key') codes.unshift(...KEY_REFUSALS);
  else if (endpoint.auth !== 'none') codes.unshift('UNAUTHENTICATED');
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `${code}: ${ERRORS[code].message}`).join('\n'),
        content: createContent(['application/json'], reference('ErrorBody')),
      },
    ]),
  );
}

function createContent(
  mediaTypes: readonly string[],
  schema: JsonObject,
): Record<string, { schema: JsonObject }> {
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));
}
