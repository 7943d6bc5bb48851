import {
  DEFAULT_PRODUCT_SLUG,
  endpointPath,
  ENDPOINTS,
  sessionResponseSchema,
  streamEventSchema,
  TOOL_IDS,
} from '@packshot/contract';
import type {
  EndpointName,
  Session,
  StreamEvent,
  TaskState,
  TokenPair,
  UploadTarget,
  UpscaleFactor,
} from '@packshot/contract';

/** A minimal browser: one guest session, with the calls that tests make on the guest's behalf. */
export interface ApiClient {
  readonly session: Session;
  /** Creates a client of the same guest at another API process. */
  at(address: string): ApiClient;
  /** Creates a client of the same guest with newer tokens. */
  with(tokens: TokenPair): ApiClient;
  call(name: EndpointName, options?: ApiCallOptions): Promise<Response>;
  json<T>(name: EndpointName, options?: ApiCallOptions): Promise<T>;
  balance(): Promise<number>;
  createTarget(): Promise<UploadTarget>;
  /** Requests an upload target, uploads the bytes, and returns the store's response. */
  upload(bytes: Uint8Array): Promise<{ key: string; response: Response }>;
  cutOut(key: string, options?: ApiCallOptions): Promise<Response>;
  magic(photoKey: string, maskKey: string, prompt?: string, options?: ApiCallOptions): Promise<Response>;
  upscale(key: string, value: UpscaleFactor, options?: ApiCallOptions): Promise<Response>;
  refine(photoKey: string, matteKey: string, strokesKey: string, options?: ApiCallOptions): Promise<Response>;
  harmonize(compositeKey: string, maskKey: string, options?: ApiCallOptions): Promise<Response>;
  describe(key: string, options?: ApiCallOptions): Promise<Response>;
  scene(form: Record<string, string>, options?: ApiCallOptions): Promise<Response>;
}

export interface ApiCallOptions {
  method?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Access token to send instead of the session's own; null sends none. */
  access?: string | null;
  signal?: AbortSignal;
}

export const pathTo = (name: EndpointName, params?: Record<string, string>): string =>
  endpointPath(name, DEFAULT_PRODUCT_SLUG, params);

export async function newGuest(address: string): Promise<ApiClient> {
  const response = await fetch(address + pathTo('createGuestSession'), { method: 'POST' });
  if (!response.ok) throw new Error(`No guest session: ${response.status} ${await response.text()}`);
  return createClient(address, sessionResponseSchema.parse(await response.json()).data);
}

export async function signIn(
  address: string,
  json: { readonly email: string; readonly password: string },
): Promise<ApiClient> {
  const response = await fetch(address + pathTo('login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  if (!response.ok) throw new Error(`Not signed in: ${response.status} ${await response.text()}`);
  return createClient(address, sessionResponseSchema.parse(await response.json()).data);
}

function createClient(address: string, session: Session): ApiClient {
  const client: ApiClient = {
    session,
    at: (other) => createClient(other, session),
    with: (tokens) => createClient(address, { ...session, ...tokens }),
    call(name, options = {}) {
      const { access = session.access } = options;
      const query = options.query ? `?${new URLSearchParams(options.query).toString()}` : '';
      return fetch(address + pathTo(name, options.params) + query, {
        method: options.method ?? ENDPOINTS[name].method,
        headers: {
          ...(access !== null && { authorization: `Bearer ${access}` }),
          ...(options.json !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.json !== undefined && { body: JSON.stringify(options.json) }),
        ...(options.form && { body: createForm(options.form) }),
        ...(options.signal && { signal: options.signal }),
      });
    },
    async json<T>(name: EndpointName, options: ApiCallOptions = {}) {
      return (await (await client.call(name, options)).json()) as T;
    },
    async balance() {
      const { freemium_credits } = await client.json<{ freemium_credits: number }>('getFreemiumCredits');
      return freemium_credits;
    },
    createTarget: () =>
      client.json<UploadTarget>('createUploadTarget', {
        method: 'POST',
        query: { object_name: '123456789012.png' },
      }),
    async upload(bytes) {
      const target = await client.createTarget();
      return { key: target.key, response: await send(address, target, bytes) };
    },
    cutOut: (key, options = {}) =>
      client.call('cut-out', {
        ...options,
        form: { image_s3: key, feature_type: String(TOOL_IDS.bgRemove) },
      }),
    magic: (photoKey, maskKey, prompt, options = {}) =>
      client.call('magic', {
        ...options,
        form: {
          image_s3: photoKey,
          mask_s3: maskKey,
          feature_type: String(TOOL_IDS.magicTool),
          ...(prompt !== undefined && { prompt }),
        },
      }),
    upscale: (key, value, options = {}) =>
      client.call('upscale', {
        ...options,
        form: {
          image_s3: key,
          value: String(value),
          feature_type: String(TOOL_IDS.upscale),
          ...options.form,
        },
      }),
    refine: (photoKey, matteKey, strokesKey, options = {}) =>
      client.call('refine', {
        ...options,
        form: {
          image_s3: photoKey,
          matte_s3: matteKey,
          mask_s3: strokesKey,
          feature_type: String(TOOL_IDS.bgRemove),
          ...options.form,
        },
      }),
    harmonize: (compositeKey, maskKey, options = {}) =>
      client.call('harmonize', {
        ...options,
        form: {
          image_s3: compositeKey,
          mask_s3: maskKey,
          feature_type: String(TOOL_IDS.harmonize),
          ...options.form,
        },
      }),
    describe: (key, options = {}) =>
      client.call('describe', {
        ...options,
        form: { image_s3: key, feature_type: String(TOOL_IDS.default), ...options.form },
      }),
    scene: (form, options = {}) => client.call('scene', { ...options, form }),
  };
  return client;
}

/** Sends a presigned POST: all fields, then the file. */
export function send(address: string, target: UploadTarget, bytes: Uint8Array): Promise<Response> {
  const form = createForm(target.fields);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'photo.png');
  return fetch(new URL(target.url, address), { method: 'POST', body: form });
}

function createForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Yields the events of a stream, each validated by the contract. Joins partial lines and skips comments. */
export async function* iterateEvents(response: Response): AsyncGenerator<StreamEvent> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data: ')) yield streamEventSchema.parse(JSON.parse(line.slice('data: '.length)));
    }
  }
}

export async function readOutcome(response: Response): Promise<{ taskIds: string[]; states: TaskState[] }> {
  const taskIds: string[] = [];
  const states: TaskState[] = [];
  for await (const event of iterateEvents(response)) {
    if ('task_ids' in event) taskIds.push(...event.task_ids);
    else states.push(event);
  }
  return { taskIds, states };
}
