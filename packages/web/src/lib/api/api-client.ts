import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { CAPTCHA_HEADER } from '@packshot/contract/accounts/captcha';
import type { AuthNeed, Endpoint } from '@packshot/contract/endpoint';
import type { ENDPOINTS, EndpointName } from '@packshot/contract/endpoints';
import { SHELL_ENDPOINTS } from '@packshot/contract/shell-endpoints';
import { IDEMPOTENCY_KEY_HEADER } from '@packshot/contract/tools/tasks';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { ApiError, errorOfResponse, noAnswerError } from './api-error.ts';
import { authorizedFetch, fetchWithSessionIfAny, plainFetch } from './authorized-fetch.ts';
import { createTraceparent } from './trace.ts';
import { endpointUrl } from './endpoint-url.ts';

export { ApiError, errorOfResponse, isAbort, getErrorMessage } from './api-error.ts';

type Endpoints = typeof ENDPOINTS;
type InputOf<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : never;
type OutputOf<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : undefined;
type EndpointField<Name extends EndpointName, Key extends string> =
  Endpoints[Name] extends Record<Key, infer Value> ? Value : never;

/** Names of endpoints that answer with JSON or nothing. Streams are called by `runStreamedCall`. */
export type CallName = {
  [Name in EndpointName]: Endpoints[Name]['answer'] extends 'json' | 'empty' ? Name : never;
}[EndpointName];
export type StreamName = {
  [Name in EndpointName]: Endpoints[Name]['answer'] extends 'stream' ? Name : never;
}[EndpointName];

export interface EndpointOptions<Name extends EndpointName> {
  readonly params?: InputOf<EndpointField<Name, 'params'>>;
  readonly query?: InputOf<EndpointField<Name, 'query'>>;
  readonly body?: Endpoints[Name]['body'] extends 'json' ? InputOf<EndpointField<Name, 'input'>> : never;
  /** Multipart form: values are sent as text; undefined ones are omitted. */
  readonly form?: Endpoints[Name]['body'] extends 'form' ? InputOf<EndpointField<Name, 'input'>> : never;
  /** Raw request body, such as a file. */
  readonly raw?: Endpoints[Name]['body'] extends 'raw' ? Blob : never;
  readonly signal?: AbortSignal;
  /** Whether the request continues after the page closes; only for small bodies. */
  readonly keepalive?: boolean;
  /** The server runs and charges calls with the same key only once within 24 hours. */
  readonly idempotencyKey?: string;
  /** Token of a solved captcha, for calls that require one. */
  readonly captcha?: string | null;
}

export type CallAnswer<Name extends EndpointName> = OutputOf<EndpointField<Name, 'output'>>;

const FETCHES = {
  bearer: authorizedFetch,
  optional: fetchWithSessionIfAny,
  none: plainFetch,
  // Pages have no API key, so the server refuses such a call.
  key: plainFetch,
} as const satisfies Record<AuthNeed, typeof plainFetch>;

/**
 * Calls the API and checks its answer against the contract.
 * @throws {ApiError} if the call fails, gets no answer, or gets one that breaks the contract; the signal's reason
 */
export async function call<Name extends CallName>(
  name: Name,
  options: EndpointOptions<Name> = {},
): Promise<CallAnswer<Name>> {
  const response = await request(name, options);
  if (!response.ok) throw await errorOfResponse(response);
  const { output } = await loadEndpoint(name);
  if (!output) return undefined as CallAnswer<Name>;
  const parsed = output.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) {
    throw new ApiError('BAD_ANSWER', response.status, OWN_MESSAGES.internal, { cause: parsed.error });
  }
  return parsed.data as CallAnswer<Name>;
}

/** Every endpoint; null until the script has loaded. */
let allEndpoints: Endpoints | null = null;

/**
 * Loads an endpoint's description; those of the shell are there from the start. Once the script has loaded, a call is
 * sent without waiting, so that a closing page can still send one.
 * @throws {ApiError} NETWORK or OFFLINE if the script with the others can't be loaded
 */
async function loadEndpoint(name: EndpointName): Promise<Endpoint> {
  if (name in SHELL_ENDPOINTS) return SHELL_ENDPOINTS[name as keyof typeof SHELL_ENDPOINTS];
  try {
    allEndpoints ??= (await import('@packshot/contract/endpoints')).ENDPOINTS;
    return allEndpoints[name];
  } catch (cause) {
    throw noAnswerError(cause);
  }
}

/** Sends a call and returns the raw response, whatever its HTTP status. */
export async function request<Name extends EndpointName>(
  name: Name,
  options: EndpointOptions<Name> = {},
): Promise<Response> {
  const endpoint = await loadEndpoint(name);
  const { method, auth, answer } = endpoint;
  // Sentences in answers come in the language of this page, whatever the browser or another tab prefers.
  const headers = new Headers({ 'accept-language': LANGUAGE });
  if (answer === 'json') headers.set('accept', 'application/json');
  const init: RequestInit = { method, headers };
  if (options.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(options.body);
  }
  if (options.form !== undefined) init.body = toFormData(options.form as object);
  if (options.raw !== undefined) {
    headers.set('content-type', 'application/octet-stream');
    init.body = options.raw;
  }
  if (options.idempotencyKey !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, options.idempotencyKey);
  if (options.captcha) headers.set(CAPTCHA_HEADER, options.captcha);
  const traceparent = createTraceparent(options.signal);
  if (traceparent !== null) headers.set('traceparent', traceparent);
  if (options.signal) init.signal = options.signal;
  if (options.keepalive === true) init.keepalive = true;
  const [query, params] = [options.query, options.params] as [
    Parameters<typeof endpointUrl>[1],
    Parameters<typeof endpointUrl>[2],
  ];
  const url = endpointUrl(endpoint, query, params);
  return FETCHES[auth](url, init);
}

function toFormData(values: object): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) form.append(key, String(value));
  }
  return form;
}
