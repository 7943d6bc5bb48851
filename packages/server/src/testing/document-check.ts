/** Checks requests and responses of the public API against its OpenAPI document, in every test that starts the API. */
import { ALL_V1_ENDPOINTS } from '@packshot/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v1Document } from '../platform/http/openapi/v1-document.ts';

interface MediaTypeSchemas {
  readonly [mediaType: string]: { readonly schema: object };
}

interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: MediaTypeSchemas;
  readonly 'x-problems'?: readonly { readonly code: string }[];
}

interface CheckedOperation {
  readonly requestBody?: { readonly content: MediaTypeSchemas };
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

interface CheckedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, CheckedOperation>>>>;
  readonly components: object;
}

/**
 * Matches headers that the OpenAPI document describes: our own and those common for APIs, but not those of HTTP
 * itself.
 */
const TOLD = /^(packshot-|ratelimit|idempotency-|x-request-id|retry-after|location)/;
const ADDRESS = 'https://packshot.example/document';

/**
 * Watches the requests and responses of an app that hasn't started yet.
 * @returns a function that throws if a request or response didn't match the document
 */
export function watchDocument(app: FastifyInstance): () => void {
  const violations = new Set<string>();
  app.addHook('onSend', async (request, reply, payload) => {
    const name = request.routeOptions.config.v1Operation;
    const endpoint = name === undefined ? undefined : ALL_V1_ENDPOINTS[name];
    if (endpoint === undefined || request.method === 'HEAD') return;
    // Skips compatibility endpoints, which count toward an operation but have their own response formats.
    if (request.routeOptions.url?.startsWith('/v1/') !== true) return;
    const { document, validator } = checkedDocument();
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    const faults =
      operation === undefined
        ? ['the operation']
        : [
            ...requestFaults(operation, request, reply, validator),
            ...answerFaults(operation, reply, payload, validator),
          ];
    for (const fault of faults)
      violations.add(`${endpoint.method} ${endpoint.path} ${reply.statusCode}: ${fault}`);
  });
  return () => {
    if (violations.size > 0)
      throw new Error(`Not in the document of the API:\n${[...violations].join('\n')}`);
  };
}

/** Returns the reason why a value doesn't match a schema of the document, or null. */
type Validator = (schema: object, value: unknown) => string | null;

let checked: { readonly document: CheckedDocument; readonly validator: Validator } | undefined;

/** Prepares the document on first use, because most tests make no API call. */
function checkedDocument() {
  if (checked !== undefined) return checked;
  const document = v1Document({
    version: '0',
    publicUrl: null,
    hasBilling: true,
  }) as unknown as CheckedDocument;
  checked = { document, validator: createValidator(document) };
  return checked;
}

function createValidator(document: CheckedDocument): Validator {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ components: document.components }, ADDRESS);
  const compiled = new Map<object, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(withAddress(schema));
    compiled.set(schema, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}

/** Converts references inside the document to absolute ones, so that a schema can be compiled on its own. */
const withAddress = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${ADDRESS}#/components/`)) as object;

/** Checks a request that the server accepted. Other tests check that invalid requests are refused. */
function requestFaults(
  { requestBody }: CheckedOperation,
  { headers, body }: FastifyRequest,
  { statusCode }: FastifyReply,
  validator: Validator,
): readonly string[] {
  const type = mediaType(headers['content-type']);
  if (statusCode >= 300 || requestBody === undefined) return [];
  const content = requestBody.content[type];
  if (content === undefined) return [`a body of ${type}`];
  const fault = type === 'application/json' ? validator(content.schema, body) : null;
  return fault === null ? [] : [`the body sent: ${fault}`];
}

function answerFaults(
  { responses }: CheckedOperation,
  reply: FastifyReply,
  payload: unknown,
  validator: Validator,
): readonly string[] {
  const answer = responses[reply.statusCode];
  if (answer === undefined) return ['the status'];
  const headers = reply.getHeaders();
  const faults = Object.keys(headers)
    .filter((name) => TOLD.test(name) && answer.headers?.[name] === undefined)
    .map((name) => `the header ${name}`);
  const type = mediaType(headers['content-type']);
  const content = answer.content?.[type];
  if (reply.statusCode === 204) return faults;
  if (content === undefined) return [...faults, `an answer of ${type}`];
  if (!type.endsWith('json')) return faults;
  const body: unknown = JSON.parse(String(payload));
  const fault = validator(content.schema, body);
  if (fault !== null) faults.push(`the answer: ${fault}`);
  const { code } = body as { readonly code?: string };
  const problems = answer['x-problems'];
  if (problems !== undefined && !problems.some((each) => each.code === code))
    faults.push(`the code ${code ?? '(none)'}`);
  return faults;
}

const mediaType = (header: unknown): string =>
  typeof header === 'string' ? (header.split(';')[0] ?? '') : '';
