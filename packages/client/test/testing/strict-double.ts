/** Fake server that expects exactly the requests of a test, in order, and returns the test's responses. */
import { expect } from 'vitest';
import { API_VERSION } from '../../src/generated.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly accept: string | null;
  readonly idempotencyKey: string | null;
  /** Body of the request: form fields, with files as bytes, or the JSON unchanged. */
  readonly body: unknown;
}

export type Answer = (request: Request) => Response | Promise<Response>;

export interface StrictDouble {
  readonly fetch: typeof fetch;
  readonly requests: readonly Seen[];
  readonly assertDone: () => void;
}

export const SERVER = 'https://studio.example';
export const KEY = 'pk_test_key';

export function strictDouble(...answers: readonly Answer[]): StrictDouble {
  const requests: Seen[] = [];
  return {
    requests,
    async fetch(input, init) {
      const request = new Request(input, init);
      const answer = answers[requests.length];
      if (answer === undefined) throw new Error(`Unexpected request: ${request.method} ${request.url}`);
      // Redirects aren't followed, so that the API key isn't sent to their target.
      expect(request.redirect).toBe('manual');
      expect(request.headers.get('authorization')).toBe(`Bearer ${KEY}`);
      expect(request.headers.get('packshot-version')).toBe(API_VERSION);
      expect(request.url.startsWith(`${SERVER}/v1/`)).toBe(true);
      // Each attempt must have a new request body, because a body can be sent only once.
      expect(request.bodyUsed).toBe(false);
      requests.push({
        method: request.method,
        path: request.url.slice(SERVER.length),
        key: request.headers.get('authorization'),
        accept: request.headers.get('accept'),
        idempotencyKey: request.headers.get('idempotency-key'),
        body: await readBody(request.clone()),
      });
      return await answer(request);
    },
    assertDone: () => expect(requests).toHaveLength(answers.length),
  };
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type === 'application/json') return request.json();
  if (!type.startsWith('multipart/form-data')) return null;
  const fields = [...(await request.formData()).entries()].map(async ([name, value]) => [
    name,
    typeof value === 'string'
      ? value
      : { name: value.name, bytes: [...new Uint8Array(await value.arrayBuffer())] },
  ]);
  return Object.fromEntries(await Promise.all(fields)) as unknown;
}

export const JOB = {
  id: '4f1b3f0e-9d0b-4c55-9a51-2f1d3f1b1a11',
  tool: 'cut-out',
  mode: 'test',
  status: 'running',
  progress: 0.5,
  credits_charged: 0,
  created_at: '2026-11-23T20:00:00.000Z',
  results: [],
} as const;
export const DONE = { ...JOB, status: 'succeeded', progress: 1, results: [{ index: 0 }] } as const;

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json(value, { status, headers });

export const PNG = [137, 80, 78, 71, 13, 10, 26, 10] as const;

export const picture = (): Response =>
  new Response(new Uint8Array(PNG), {
    headers: {
      'content-type': 'image/png',
      'packshot-job': JOB.id,
      'packshot-credits-charged': '1',
      'packshot-confidence': '0.875',
      'packshot-foreground': '10,20,300,400',
      'packshot-recipe': 'abc',
      'packshot-edit-url': `${SERVER}/studio?record=1`,
      'x-request-id': 'request-1',
    },
  });

export const problem =
  (status: number, code: string, more: { param?: string; headers?: Record<string, string> } = {}): Answer =>
  () =>
    Response.json(
      {
        type: `/v1/problems/${code}`,
        title: code,
        status,
        detail: `The sentence of ${code}.`,
        code,
        request_id: 'request-2',
        credits_charged: 0,
        ...(more.param !== undefined && { param: more.param }),
      },
      { status, headers: { 'content-type': 'application/problem+json', ...more.headers } },
    );

export const dropConnection: Answer = () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
};

/** Event stream, which ends with a lost connection if `breaksOff` is set. */
export const events =
  (jobs: readonly object[], breaksOff = false): Answer =>
  () => {
    const text = jobs.map((job) => `: still here\n\nevent: job\ndata: ${JSON.stringify(job)}\n\n`).join('');
    // Splits the stream in the middle of an event.
    const bytes = new TextEncoder().encode(text);
    const parts = [bytes.slice(0, 40), bytes.slice(40)];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.shift();
        if (part !== undefined) controller.enqueue(part);
        else if (breaksOff) controller.error(new TypeError('terminated'));
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

export const raw =
  (body: string, type: string): Answer =>
  () =>
    new Response(body, { headers: { 'content-type': type } });

/**
 * Length of the endless body in bytes, above every limit. A reader without a limit would fail at this point instead of
 * filling the memory.
 */
const ENDLESS_BYTES = 300_000_000;

export function endless(type: string): { readonly answer: Answer; readonly takenBytes: () => number } {
  let byteCount = 0;
  const part = new Uint8Array(1_000_000).fill(0x20);
  return {
    takenBytes: () => byteCount,
    answer: () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            byteCount += part.length;
            if (byteCount > ENDLESS_BYTES) controller.close();
            else controller.enqueue(part);
          },
        }),
        { headers: { 'content-type': type } },
      ),
  };
}
