import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Packshot, PackshotError } from '../src/index.ts';
import {
  DONE,
  events,
  JOB,
  json,
  KEY,
  dropConnection,
  picture,
  PNG,
  problem,
  SERVER,
  strictDouble,
} from './testing/strict-double.ts';
import type { Answer, StrictDouble } from './testing/strict-double.ts';

const createClient = (double: StrictDouble, retries = 4): Packshot =>
  new Packshot({ server: `${SERVER}/`, key: KEY, fetch: double.fetch, retries });
const PHOTO = new Uint8Array([9, 8, 7]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * Runs a call with fake timers.
 * @returns the call's result, and the total length of its pauses in milliseconds
 */
async function through<Result>(call: Promise<Result>): Promise<{ result: Result; pausedMs: number }> {
  const from = Date.now();
  let isOver = false;
  const settled = call.finally(() => (isOver = true));
  settled.catch(() => undefined);
  for (let pauses = 0; pauses < 50 && !isOver; pauses++) {
    // Lets the event loop turn without advancing the timers, because reading response bodies needs such turns.
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
    if (vi.getTimerCount() > 0 && !isOver) await vi.advanceTimersToNextTimerAsync();
  }
  return { result: await settled, pausedMs: Date.now() - from };
}

const failure = async (call: Promise<unknown>): Promise<PackshotError> => {
  const error = await through(call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PackshotError);
  return error as PackshotError;
};

describe('a picture request', () => {
  it('returns the bytes and the header values with one call', async () => {
    const double = strictDouble(picture);
    const cutOut = await createClient(double).cutouts.create({ image: PHOTO });
    expect(cutOut).toMatchObject({
      contentType: 'image/png',
      jobId: JOB.id,
      creditsCharged: 1,
      confidence: 0.875,
      foreground: { x: 10, y: 20, width: 300, height: 400 },
      recipe: 'abc',
      editUrl: `${SERVER}/studio?record=1`,
      requestId: 'request-1',
    });
    expect('seed' in cutOut).toBe(false);
    expect([...cutOut.bytes]).toEqual(PNG);
    expect(cutOut.blob()).toMatchObject({ size: PNG.length, type: 'image/png' });
    expect(double.requests).toEqual([
      {
        method: 'POST',
        path: '/v1/cutouts',
        key: `Bearer ${KEY}`,
        accept: 'image/png',
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: { image: { name: 'picture', bytes: [9, 8, 7] } },
      },
    ]);
  });

  it('accepts its photo as bytes, a named file, a stream, a URL or an upload key', async () => {
    const double = strictDouble(picture, picture, picture, picture, picture, picture);
    const { edits, cutouts } = createClient(double);
    const file = { name: 'mug.jpg', bytes: [9, 8, 7] };
    await cutouts.create({ image: new File([PHOTO], 'mug.jpg') });
    await cutouts.create({ image: new Blob([PHOTO]).stream() });
    await cutouts.create({ image: PHOTO.buffer });
    await cutouts.create({ image: 'https://shop.example/mug.jpg' });
    await cutouts.create({ image: new URL('https://shop.example/mug.jpg') });
    await edits.create({ image: { key: 'k1' }, mask: new File([PHOTO], 'mug.jpg'), prompt: 'darker' });
    expect(double.requests.map(({ body }) => body)).toEqual([
      { image: file },
      { image: { ...file, name: 'picture' } },
      { image: { ...file, name: 'picture' } },
      { image_url: 'https://shop.example/mug.jpg' },
      { image_url: 'https://shop.example/mug.jpg' },
      { image_key: 'k1', mask: file, prompt: 'darker' },
    ]);
  });

  it('refuses a file path as its photo, and sends nothing', async () => {
    const double = strictDouble();
    const { cutouts } = createClient(double);
    await expect(cutouts.create({ image: './mug.jpg' })).rejects.toThrow(/openAsBlob/);
    await expect(cutouts.create({ image: 'file:///mug.jpg' })).rejects.toThrow(TypeError);
    await expect(cutouts.create({ image: 7 as never })).rejects.toThrow(TypeError);
    double.assertDone();
  });

  it('sends options as JSON values, or as text in a form', async () => {
    const double = strictDouble(json(DONE), picture, json(DONE), picture);
    const { scenes } = createClient(double);
    const options = {
      palette: ['#c0ffee'],
      larger_size: true,
      seed: 0,
      count: 2,
      prompt: undefined,
    } as const;
    await scenes.create({ ...options, image: { key: 'k1' } } as never);
    await scenes.create({ ...options, image: PHOTO } as never);
    expect(double.requests[0]?.body).toEqual({
      palette: ['#c0ffee'],
      larger_size: true,
      seed: 0,
      count: 2,
      image_key: 'k1',
      wait: 55,
    });
    expect(double.requests[2]?.body).toEqual({
      palette: '["#c0ffee"]',
      larger_size: 'true',
      seed: '0',
      count: '2',
      image: { name: 'picture', bytes: [9, 8, 7] },
      wait: '55',
    });
  });

  it('waits for a slow picture through the event stream, even over lost connections, and fetches the picture', async () => {
    const double = strictDouble(
      json(JOB, 202),
      events([JOB], true),
      dropConnection,
      events([JOB]),
      events([JOB, DONE]),
      picture,
    );
    const { result } = await through(createClient(double).cutouts.create({ image: PHOTO }));
    expect(result.creditsCharged).toBe(1);
    expect(double.requests.map(({ path }) => path)).toEqual([
      '/v1/cutouts',
      ...Array.from({ length: 4 }, () => `/v1/jobs/${JOB.id}/events`),
      `/v1/jobs/${JOB.id}/results/0`,
    ]);
  });
});

describe('a job of the client', () => {
  it('is started without waiting, watched and stopped', async () => {
    const stopped = { ...JOB, status: 'canceled' } as const;
    const double = strictDouble(
      json(JOB, 202, { 'idempotency-replayed': 'true' }),
      events([JOB, { ...JOB, progress: 0.9 }, DONE]),
      json(stopped),
    );
    const job = await createClient(double).upscales.start({ image: { key: 'k1' }, factor: 4 });
    expect(job).toMatchObject({ id: JOB.id, isReplay: true, latest: JOB });
    const progress: number[] = [];
    for await (const { progress: at } of job.events()) progress.push(at);
    expect(progress).toEqual([0.5, 0.9, 1]);
    expect(job.latest.status).toBe('succeeded');
    expect((await job.stop()).status).toBe('canceled');
    expect(double.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'DELETE']);
    expect(double.requests[0]).toMatchObject({ body: { factor: 4, wait: 0, image_key: 'k1' } });
  });

  it('throws the job’s failure reason, and doesn’t request the job again', async () => {
    const error = { code: 'NO_SUBJECT', detail: 'Nothing was found.', status: 422, request_id: 'r' };
    const double = strictDouble(json(JOB, 202), events([{ ...JOB, status: 'failed', error }]));
    const job = await createClient(double).cutouts.start({ image: PHOTO });
    await expect(job.wait()).rejects.toMatchObject({
      code: 'NO_SUBJECT',
      message: 'Nothing was found.',
      jobId: JOB.id,
    });
    // The handle knows that the job has ended, so it sends no request.
    await expect(job.pictures()).rejects.toMatchObject({ code: 'NO_SUBJECT' });
    double.assertDone();
  });
});

describe('automatic retries', () => {
  it('repeats a call after 429, 503 and lost connections, with the same key and body', async () => {
    const double = strictDouble(
      problem(429, 'TOO_MANY_REQUESTS', { headers: { 'retry-after': '7' } }),
      problem(503, 'SERVERS_BUSY', { headers: { 'retry-after': '30' } }),
      dropConnection,
      ...[429, 502, 504].map((status) => () => new Response('<h1>Come back later</h1>', { status })),
      picture,
    );
    const { result, pausedMs } = await through(createClient(double, 6).cutouts.create({ image: PHOTO }));
    expect(result.creditsCharged).toBe(1);
    expect(new Set(double.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(new Set(double.requests.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    double.assertDone();
    // Sum of the two pauses that the server requested, and of the client's own growing pauses, at least 1 s and 2 s.
    expect(pausedMs).toBeGreaterThanOrEqual(37_000 + 3_000);
  });

  it('repeats a call whose response breaks off', async () => {
    const half = () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array([1]));
          controller.error(new TypeError('terminated'));
        },
      });
      return new Response(body, { headers: { 'content-type': 'image/png' } });
    };
    const double = strictDouble(half, picture);
    const { result } = await through(createClient(double).cutouts.create({ image: PHOTO }));
    expect(result.bytes).toHaveLength(PNG.length);
    double.assertDone();
  });

  it('doesn’t reconnect forever to a stream that ends without an event', async () => {
    const nothing = events([]);
    const double = strictDouble(nothing, events([JOB]), nothing, nothing);
    const error = await failure(createClient(double, 2).jobs.wait(JOB.id));
    expect(error).toMatchObject({ code: 'NETWORK', jobId: JOB.id });
    double.assertDone();
  });

  it('gives up after the allowed number of retries, and reports the last failure', async () => {
    const double = strictDouble(dropConnection, dropConnection, dropConnection);
    const error = await failure(createClient(double, 2).sets.list());
    expect(error).toMatchObject({ code: 'NETWORK', status: undefined });
    expect(error.message).toContain('ECONNRESET');
    double.assertDone();
  });

  it.each([
    ['a refusal', problem(402, 'OUT_OF_CREDITS'), 'OUT_OF_CREDITS'],
    ['a used-up quota', problem(429, 'TEST_LIMIT_REACHED'), 'TEST_LIMIT_REACHED'],
    [
      'a failed job, which would fail again',
      problem(503, 'ENGINE_BUSY', { headers: { 'packshot-job': JOB.id, 'idempotency-replayed': 'true' } }),
      'ENGINE_BUSY',
    ],
    [
      'a wait of an hour',
      problem(429, 'TOO_MANY_REQUESTS', { headers: { 'retry-after': '3600' } }),
      'TOO_MANY_REQUESTS',
    ],
    ['our fault', problem(500, 'INTERNAL'), 'INTERNAL'],
  ])('doesn’t retry after %s', async (_, answer, code) => {
    const double = strictDouble(answer);
    expect((await failure(createClient(double).cutouts.create({ image: PHOTO }))).code).toBe(code);
    double.assertDone();
  });

  it('uses a new idempotency key for each call, or the key that the caller gives', async () => {
    const double = strictDouble(picture, picture, picture);
    const { cutouts } = createClient(double);
    await cutouts.create({ image: PHOTO });
    await cutouts.create({ image: PHOTO });
    await cutouts.create({ image: PHOTO }, { idempotencyKey: 'order-4711' });
    const keys = double.requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-4711');
  });
});

describe('errors of the client', () => {
  it('puts every field of the server’s problem response into the error', async () => {
    const double = strictDouble(
      problem(429, 'FAIR_USE_REACHED', { param: 'image', headers: { 'retry-after': '90' } }),
    );
    expect(await failure(createClient(double).cutouts.create({ image: PHOTO }))).toMatchObject({
      name: 'PackshotError',
      code: 'FAIR_USE_REACHED',
      message: 'The sentence of FAIR_USE_REACHED.',
      status: 429,
      param: 'image',
      requestId: 'request-2',
      retryAfter: 90,
    });
  });

  it('reports an answer that isn’t JSON, and a redirect to another address', async () => {
    const html = strictDouble(() => new Response('<html>', { status: 200 }));
    expect((await failure(createClient(html).sets.list())).code).toBe('BAD_ANSWER');
    const elsewhere = strictDouble(
      () => new Response(null, { status: 308, headers: { location: 'https://www.studio.example/v1/sets' } }),
    );
    const error = await failure(createClient(elsewhere).sets.list());
    expect(error.code).toBe('BAD_ANSWER');
    expect(error.message).toContain('https://www.studio.example/v1/sets');
  });

  it('never puts the API key into an error', async () => {
    const double = strictDouble(dropConnection);
    const error = await failure(createClient(double, 0).cutouts.create({ image: PHOTO }));
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain(KEY);
    expect(() => new Packshot({ server: SERVER, key: 'pk_live_a b' })).toThrow(
      /^key must be an API key like pk_live_…$/,
    );
  });

  it('refuses a malformed server address before anything is sent', () => {
    for (const server of [
      'studio.example',
      'ftp://studio.example',
      'https://a:b@studio.example',
      'https://x/?a',
    ])
      expect(() => new Packshot({ server, key: KEY })).toThrow(TypeError);
  });
});

describe('cancellation and timeout', () => {
  it('stops a call on the caller’s signal, even during a pause before a retry', async () => {
    vi.useRealTimers();
    const controller = new AbortController();
    const double = strictDouble(() => {
      setImmediate(() => controller.abort(new Error('enough')));
      return problem(503, 'SERVERS_BUSY', { headers: { 'retry-after': '60' } })(new Request(SERVER));
    });
    await expect(
      createClient(double).cutouts.create({ image: PHOTO }, { signal: controller.signal }),
    ).rejects.toThrow('enough');
    double.assertDone();
  });

  it('stops a call at its timeout, which includes all attempts and pauses', async () => {
    vi.useRealTimers();
    const time = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === 1234 ? time.signal : new AbortController().signal,
    );
    const double = strictDouble(json(JOB, 202), (request) => {
      setImmediate(() => time.abort());
      return neverAnswer(request);
    });
    const call = createClient(double).cutouts.create({ image: PHOTO }, { timeoutMs: 1234 });
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
    double.assertDone();
  });

  it.each([1, 4])('reads a ZIP for twenty minutes whose parts arrive every %i minutes', async (minutes) => {
    useFakeTimeLimits();
    const double = strictDouble(slowZip(20 / minutes, minutes));
    const zip = await createClient(double).catalogs.export(JOB.id);
    const { result, pausedMs } = await through(new Response(zip).text());
    expect(result).toBe('z'.repeat(20 / minutes));
    expect(pausedMs).toBe(20 * MINUTE_MS);
    double.assertDone();
  });

  it('ends a ZIP of which nothing arrives for five minutes, but not while the caller pauses', async () => {
    useFakeTimeLimits();
    const double = strictDouble(slowZip(2, 6));
    const zip = await createClient(double).catalogs.export(JOB.id);
    await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
    const reader = zip.getReader();
    expect(await failure(reader.read())).toMatchObject({
      code: 'NETWORK',
      message: 'The server has sent nothing for 300 s.',
    });
  });

  it('ends a ZIP at the caller’s timeout', async () => {
    useFakeTimeLimits();
    const double = strictDouble(slowZip(9, 4));
    const zip = await createClient(double).catalogs.export(JOB.id, {}, { timeoutMs: 9 * MINUTE_MS });
    expect(await failure(new Response(zip).text())).toMatchObject({ code: 'TIMEOUT' });
  });
});

const MINUTE_MS = 60_000;

/** Lets `AbortSignal.timeout` follow the fake clock. */
function useFakeTimeLimits(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
    return controller.signal;
  });
}

/** ZIP whose parts arrive at an interval; it breaks off when the request is aborted. */
const slowZip =
  (count: number, intervalMinutes: number): Answer =>
  ({ signal }) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
        async pull(controller) {
          if (sent === count) return controller.close();
          sent += 1;
          await new Promise((resolve) => setTimeout(resolve, intervalMinutes * MINUTE_MS));
          if (!signal.aborted) controller.enqueue(new TextEncoder().encode('z'));
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { 'content-type': 'application/zip' } });
  };

/** Fake fetch that never responds; it only rejects when the request is aborted. */
const neverAnswer = ({ signal }: Request): Promise<Response> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    }),
  );
