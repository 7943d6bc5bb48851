import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamEventSchema } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { DomainError } from '../platform/domain-error.ts';
import { pushableWatch } from '../testing/http/fake-services.ts';
import { asAnn, listen, pathTo, testApp } from '../testing/http/test-app.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const PATH = pathTo('cut-out');

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

const METRICS_TOKEN = 'a-token-of-some-length';
const METRICS = { url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

async function streamingApp(heartbeatIntervalMs = 60_000) {
  const { app, services, log } = testApp({ heartbeatIntervalMs, metricsToken: METRICS_TOKEN });
  open.push(app);
  const watch = pushableWatch();
  const taskId = randomUUID();
  services.generations.accept = async () => ({ taskIds: [taskId], isReplay: false });
  services.generations.watch = watch.watch;
  const address = await listen(app);
  const state = (status: TaskState['status'], progress: number): TaskState => ({
    task_id: taskId,
    status,
    progress,
  });
  return { app, services, address, watch, taskId, state, log };
}

function request(address: string, init: RequestInit = {}): Promise<Response> {
  return fetch(address + PATH, {
    method: 'POST',
    ...init,
    headers: { ...asAnn, 'content-type': URL_ENCODED, ...(init.headers as Record<string, string>) },
    body: init.body ?? 'image_s3=u%2F1.png&feature_type=8',
  });
}

/**
 * Reads the next chunk as text. Each event arrives as one chunk in this test, because the server writes it in one
 * piece.
 */
async function nextText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | null> {
  const { done, value } = await reader.read();
  return done ? null : new TextDecoder().decode(value);
}

function reader(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!response.body) throw new Error('no body');
  return response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
}

describe('the event stream', () => {
  it('sends the task ids immediately, then each task state, and ends when the task has ended', async () => {
    const { address, watch, taskId, state } = await streamingApp();
    const response = await request(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const events = reader(response);
    expect(await nextText(events)).toBe(`data: {"task_ids":["${taskId}"]}\n\n`);
    for (const next of [state('PENDING', 0), state('STARTED', 0.5)]) {
      watch.push(next);
      expect(await nextText(events)).toBe(`data: ${JSON.stringify(next)}\n\n`);
    }
    watch.push({ ...state('SUCCESS', 1), result: { image_url: '/objects/x', key: 'u/x' } });
    const last = await nextText(events);
    const parsed = streamEventSchema.parse(JSON.parse(last?.replace(/^data: /, '') ?? ''));
    expect(parsed).toMatchObject({ status: 'SUCCESS', result: { key: 'u/x' } });
    expect(await nextText(events)).toBeNull();
  });

  it('keeps an idle connection open with comments', async () => {
    const { address } = await streamingApp(30);
    const events = reader(await request(address));
    await nextText(events);
    expect(await nextText(events)).toBe(': still here\n\n');
    expect(await nextText(events)).toBe(': still here\n\n');
    await events.cancel();
  });

  it('stops watching the tasks when the client disconnects, and updates the count of open streams', async () => {
    const { address, watch, app, log } = await streamingApp();
    const leaving = new AbortController();
    const events = reader(await request(address, { signal: leaving.signal }));
    await nextText(events);
    expect((await app.inject(METRICS)).body).toContain('http_open_event_streams 1');
    leaving.abort();
    await expect.poll(() => watch.aborted.length).toBe(1);
    await expect.poll(async () => (await app.inject(METRICS)).body).toContain('http_open_event_streams 0');
    expect(log()).toContain('the client left its stream');
  });

  it('ends cleanly when the server closes', async () => {
    const { address, app, watch } = await streamingApp();
    const events = reader(await request(address));
    await nextText(events);
    const closing = app.close();
    expect(await nextText(events)).toMatch(/^: .*check-status\n\n$/);
    expect(await nextText(events)).toBeNull();
    await closing;
    expect(watch.aborted).toHaveLength(1);
  });

  it('produces no more states than the client reads', async () => {
    const { address, services, state } = await streamingApp();
    let produced = 0;
    services.generations.watch = async function* () {
      for (; produced < 100_000; produced += 1) {
        yield { ...state('STARTED', 0.5), stage: 'x'.repeat(1000) };
      }
    };
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    const body = 'image_s3=a&feature_type=8';
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: ${asAnn.authorization}\r\n` +
        `content-type: ${URL_ENCODED}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await once(socket, 'readable');
    // The client doesn't read, so the server stops producing events once the buffers between them are full.
    let before = -1;
    await expect
      .poll(
        () => {
          const isSteady = produced === before;
          before = produced;
          return isSteady;
        },
        { interval: 200, timeout: 5000 },
      )
      .toBe(true);
    expect(produced).toBeLessThan(20_000);
    socket.destroy();
  });

  it('ends without an error if watching the tasks fails after the first event', async () => {
    const { address, services, taskId, log } = await streamingApp();
    services.generations.watch = async function* () {
      await sleep(1);
      throw new Error('the feed broke');
    };
    const text = await (await request(address)).text();
    expect(text).toBe(`data: {"task_ids":["${taskId}"]}\n\n: interrupted; go on with check-status\n\n`);
    expect(log()).toContain('the feed broke');
  });

  it('isn’t opened for a refused request, which gets plain JSON with an error status', async () => {
    const { address, services } = await streamingApp();
    services.generations.accept = async () => {
      throw new DomainError('OUT_OF_CREDITS');
    };
    const response = await request(address);
    expect(response.status).toBe(402);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(((await response.json()) as { code: string }).code).toBe('OUT_OF_CREDITS');
  });
});

describe('the form of a generation request', () => {
  it.each([
    ['multipart', (form: FormData) => form],
    ['url-encoded', (form: FormData) => new URLSearchParams(form as never)],
  ])('is accepted in the encoding %s', async (_what, encode) => {
    const { app, services } = testApp();
    open.push(app);
    const acceptedArguments: unknown[] = [];
    services.generations.accept = async (_caller, _tool, form, key) => {
      acceptedArguments.push(form, key);
      return { taskIds: [randomUUID()], isReplay: true };
    };
    const form = new FormData();
    form.set('image_s3', 'u/1.png');
    form.set('feature_type', '8');
    const response = await fetch((await listen(app)) + PATH, {
      method: 'POST',
      headers: { ...asAnn, 'Idempotency-Key': 'click-0001' },
      body: encode(form),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    await response.body?.cancel();
    expect(acceptedArguments).toEqual([
      { input: { imageKey: 'u/1.png' }, toolId: 8, engine: null },
      'click-0001',
    ]);
  });

  async function post(body: FormData | string, headers: Record<string, string> = {}) {
    const { app } = testApp();
    open.push(app);
    const response = await fetch((await listen(app)) + PATH, {
      method: 'POST',
      headers: { ...asAnn, ...headers },
      body,
    });
    return { status: response.status, body: (await response.json()) as { code: string; detail?: unknown } };
  }

  function form(fields: [string, string | Blob][]): FormData {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return data;
  }

  it.each([
    ['a file', form([['image_s3', new Blob(['x'.repeat(100_000)])]])],
    [
      'a field that is sent twice',
      form([
        ['image_s3', 'a'],
        ['image_s3', 'b'],
        ['feature_type', '8'],
      ]),
    ],
    ['a missing field', form([['image_s3', 'a']])],
    [
      'an unknown tool',
      form([
        ['image_s3', 'a'],
        ['feature_type', '3'],
      ]),
    ],
    [
      'a storage key that leads outside its folder',
      form([
        ['image_s3', 'a b/../../etc'],
        ['feature_type', '8'],
      ]),
    ],
    [
      'an endless field',
      form([
        ['image_s3', 'a'.repeat(20_000)],
        ['feature_type', '8'],
      ]),
    ],
    [
      'a field name with a special meaning',
      form([
        ['__proto__', 'a'],
        ['feature_type', '8'],
      ]),
    ],
    ['an endless number of fields', form(Array.from({ length: 100 }, (_, index) => [`f${index}`, 'x']))],
  ])('is refused with %s', async (_what, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('BAD_REQUEST');
  });

  it('is refused when it is truncated', async () => {
    const answer = await post('--b\r\nContent-Disposition: form-data; name="image_s3"\r\n\r\nu/1', {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it.each(['short', 'with blank in it', 'x'.repeat(129)])(
    'is refused with the idempotency key %j',
    async (key) => {
      const answer = await post('image_s3=a&feature_type=8', {
        'content-type': URL_ENCODED,
        'idempotency-key': key,
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { detail: { fields: [{ field: 'idempotency-key', message: expect.any(String) }] } },
      });
    },
  );
});
