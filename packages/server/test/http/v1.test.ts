import { request as httpRequest } from 'node:http';
import {
  ALL_V1_ENDPOINTS,
  API_SCOPES,
  CALLED_TOOLS,
  getToolCall,
  ERROR_CODES,
  ERRORS,
  problemSchema,
  recordsQuerySchema,
  V1_DEFAULT_VERSION,
  V1_TEST_JOBS_PER_DAY,
  V1_VERSIONS,
  v1ImageSchema,
  v1JobSchema,
} from '@packshot/contract';
import type { ApiScope, ApiUsage, Problem, TaskTool, V1Job, V1Key } from '@packshot/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PublicFetchError } from '../../src/platform/public-fetch/public-fetch-error.ts';
import type { PublicFetch } from '../../src/platform/public-fetch/public-fetch-error.ts';
import { TaskRefusal } from '../../src/tools/work/task.ts';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { FAKE_RESULT, FAKE_WATERMARKED, fakeEngine, readStored } from '../../src/testing/fake-engine.ts';
import type { FakeWork } from '../../src/testing/fake-engine.ts';
import { hostileFiles } from '../../src/testing/hostile-matrix.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { multipartForm } from '../../src/testing/multipart-form.ts';
import type { FormParts } from '../../src/testing/multipart-form.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { PRODUCT_PHOTO, REFERENCE_ID } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

const HOSTILE = hostileFiles().filter((_file, index) => index % 5 === 0);

let api: TestApi;
let worker: TestWorker;
let work: FakeWork;
let fetchPublic: PublicFetch;
let site: string;

beforeAll(async () => {
  api = await startTestApi({
    publicFetch: (request) => fetchPublic(request),
    rateLimits: { callsPerKey: { max: 1000, windowMs: 60_000 } },
    heartbeatIntervalMs: 50,
  });
  worker = await startTestWorker(
    api.services,
    fakeEngine((...call) => work(...call)),
    { concurrency: 4 },
  );
  site = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
});
beforeEach(() => {
  work = () => Promise.resolve(FAKE_RESULT);
  fetchPublic = () => Promise.reject(new PublicFetchError('unreachable', 'No network in tests'));
});

/** Creates an owner with five credits and an API key. */
async function newcomer() {
  const { owner, key, credits } = await newKeyOwner(api.services);
  const history = async () => (await api.services.records.list(owner, recordsQuerySchema.parse({}))).data;
  return { userId: owner.userId, key, credits, history, secret: await key() };
}

/** A generous time limit, because the machine may be busy. */
const LATER = { timeout: 30_000, interval: 20 };

interface V1TestRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly form?: FormParts;
}

function ask(path: string, secret: string | null, { method, headers, json, form }: V1TestRequest = {}) {
  const encodedForm = form === undefined ? null : multipartForm(form, '../mug photo.jpg');
  return api.app.inject({
    method: method ?? (json === undefined && form === undefined ? 'GET' : 'POST'),
    url: path,
    headers: {
      ...(secret !== null && { 'x-api-key': secret }),
      ...encodedForm?.headers,
      ...headers,
    },
    ...(json !== undefined && { payload: json as object }),
    ...(encodedForm && { payload: encodedForm.payload }),
  });
}

const PHOTO = { form: { image: PRODUCT_PHOTO } };
/** Starts five jobs in parallel, which spend all five credits. */
const spendAll = (secret: string) =>
  Promise.all([1, 2, 3, 4, 5].map(() => ask('/v1/cutouts', secret, PHOTO)));
const asJson = { accept: 'application/json' };
const readProblem = (answer: LightMyRequestResponse): Problem => {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = problemSchema.parse(answer.json());
  expect(problem.status).toBe(answer.statusCode);
  expect(problem.request_id).toBe(answer.headers['x-request-id']);
  return problem;
};
const readCode = (answer: LightMyRequestResponse) => readProblem(answer).code;
const readJob = (answer: LightMyRequestResponse): V1Job => v1JobSchema.parse(answer.json());

describe('POST /v1/cutouts', () => {
  it('answers a photo with its cut-out, and reports its facts in headers', async () => {
    const { secret, credits, history } = await newcomer();
    const answer = await ask('/v1/cutouts', secret, PHOTO);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/png');
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    expect(readStored(answer.rawPayload).picture).toEqual(readStored(FAKE_RESULT.full).picture);
    expect(answer.headers).toMatchObject({
      'packshot-confidence': '0.700',
      'packshot-foreground': '10,20,300,400',
      'packshot-credits-charged': '1',
      'packshot-recipe': expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      'idempotency-replayed': 'false',
      'ratelimit-policy': '"calls";q=1000;w=60',
      ratelimit: '"calls";r=999;t=1',
      'cache-control': 'no-store',
    });
    expect(await credits()).toBe(4);
    // The result is in History under the photo's name, and the link in the response leads there.
    const data = await history();
    expect(data).toMatchObject([{ name: 'mug photo.jpg', cut_out: { confidence: 0.7 } }]);
    expect(answer.headers['packshot-edit-url']).toBe(`http://localhost:80/studio?record=${data[0]?.id}`);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('answers with JSON on request, with the facts from the headers and links to the picture', async () => {
    const { secret } = await newcomer();
    const answer = await ask('/v1/cutouts', secret, { ...PHOTO, headers: asJson });
    expect(answer.statusCode).toBe(200);
    const job = readJob(answer);
    expect(job).toMatchObject({
      tool: 'cut-out',
      mode: 'live',
      status: 'succeeded',
      progress: 1,
      credits_charged: 1,
    });
    const [result] = job.results;
    expect(result).toMatchObject({
      index: 0,
      content_type: 'image/png',
      width: 640,
      height: 480,
      confidence: 0.7,
      foreground: { x: 10, y: 20, width: 300, height: 400 },
      doubts: [{ reason: 'looks-differ' }],
    });
    const { pathname } = new URL(result?.url ?? '');
    const bytes = await ask(pathname, secret);
    expect(bytes.headers).toMatchObject({ 'content-type': 'image/png', 'packshot-job': job.id });
    expect(readStored(bytes.rawPayload).picture).toEqual(readStored(FAKE_RESULT.full).picture);
    expect((await api.get(result?.download_url ?? '')).rawPayload).toEqual(bytes.rawPayload);
    // A result can be the picture of another call. This call is refused only because the result is too small.
    const again = await ask('/v1/cutouts', secret, { json: { image_key: result?.image_key } });
    expect(readCode(again)).toBe('TOO_SMALL');
  });

  it('fetches a photo by its URL', async () => {
    const { secret } = await newcomer();
    const requests: unknown[] = [];
    fetchPublic = async (request) => {
      requests.push(request);
      return { status: 200, headers: {}, bytes: PRODUCT_PHOTO };
    };
    const answer = await ask('/v1/cutouts', secret, { json: { image_url: 'https://shop.example/mug.jpg' } });
    expect(answer.statusCode).toBe(200);
    expect(requests).toMatchObject([
      { url: 'https://shop.example/mug.jpg', maxRedirects: 3, maxBytes: 25 * 1024 * 1024 },
    ]);
  });

  it.each([
    ['refused', 'URL_REFUSED'],
    ['unreachable', 'URL_UNREACHABLE'],
    ['timed-out', 'URL_UNREACHABLE'],
    ['too-large', 'TOO_LARGE_BYTES'],
  ] as const)('reports that a photo’s URL is %s, and charges nothing', async (fault, code) => {
    const { secret, credits } = await newcomer();
    fetchPublic = () => Promise.reject(new PublicFetchError(fault, 'Because'));
    const answer = await ask('/v1/cutouts', secret, { json: { image_url: 'http://shop.example/a.png' } });
    expect(readProblem(answer)).toMatchObject({ code, param: 'image_url', credits_charged: 0 });
    expect(await credits()).toBe(5);
  });

  it('stops fetching the pictures of a call after 40 seconds in all, and frees its place', async () => {
    const { secret, credits } = await newcomer();
    let sleptMs = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + sleptMs);
    const timeLimits: number[] = [];
    fetchPublic = async ({ timeoutMs }) => {
      timeLimits.push(timeoutMs);
      if (timeoutMs < 15_000) throw new PublicFetchError('timed-out', 'It took too long');
      sleptMs += 15_000;
      return { status: 200, headers: {}, bytes: PRODUCT_PHOTO };
    };
    const urls = ['image', 'image_2', 'image_3', 'image_4', 'image_5', 'image_6'].map((name) => [
      `${name}_url`,
      `https://slow.example/${name}.jpg`,
    ]);
    const json = { prompt: 'oak', ...(Object.fromEntries(urls) as object) };
    const problem = readProblem(await ask('/v1/scenes', secret, { json }));
    clock.mockRestore();
    expect(problem).toMatchObject({ code: 'URL_UNREACHABLE', param: 'image_3_url', credits_charged: 0 });
    expect(timeLimits.slice(0, 2)).toEqual([20_000, 20_000]);
    expect(timeLimits[2]).toBeGreaterThan(5_000);
    expect(timeLimits[2]).toBeLessThanOrEqual(10_000);
    expect(timeLimits).toHaveLength(3);
    expect(await credits()).toBe(5);
  });

  it('refuses a URL that doesn’t return a picture', async () => {
    const { secret } = await newcomer();
    const image = { json: { image_url: 'http://shop.example/a.png' } };
    fetchPublic = async () => ({ status: 404, headers: {}, bytes: Buffer.from('gone') });
    expect(readCode(await ask('/v1/cutouts', secret, image))).toBe('URL_UNREACHABLE');
    fetchPublic = async () => ({ status: 200, headers: {}, bytes: Buffer.from('<html>') });
    expect(readCode(await ask('/v1/cutouts', secret, image))).toBe('UNSUPPORTED_TYPE');
  });

  it('answers 202 with the job when it takes longer than the call waits', async () => {
    const { secret, credits } = await newcomer();
    const gate = Promise.withResolvers<void>();
    work = () => gate.promise.then(() => FAKE_RESULT);
    const answer = await ask('/v1/cutouts', secret, { form: { ...PHOTO.form, wait: '0' } });
    expect(answer.statusCode).toBe(202);
    const { id, status, credits_charged: charged } = readJob(answer);
    expect(['queued', 'running']).toContain(status);
    expect([charged, answer.headers.location, answer.headers['retry-after']]).toEqual([
      0,
      `/v1/jobs/${id}`,
      '2',
    ]);
    gate.resolve();
    await expect
      .poll(async () => readJob(await ask(`/v1/jobs/${id}`, secret)).status, LATER)
      .toBe('succeeded');
    expect(await credits()).toBe(4);
  });

  it('reports why a job failed, and that it cost nothing', async () => {
    const { secret, credits } = await newcomer();
    work = async () => {
      const { ImageRefusal } = await import('@packshot/image-engine');
      throw new ImageRefusal('NO_SUBJECT');
    };
    const answer = await ask('/v1/cutouts', secret, PHOTO);
    expect(readProblem(answer)).toMatchObject({ code: 'NO_SUBJECT', status: 422, credits_charged: 0 });
    expect(answer.headers['packshot-credits-charged']).toBe('0');
    expect(await credits()).toBe(5);
  });

  it('continues the job of a client that disconnected, frees its resources, and counts its credit', async () => {
    const { secret } = await newcomer();
    const gate = Promise.withResolvers<void>();
    work = () => gate.promise.then(() => FAKE_RESULT);
    const { publicJobs } = api.services;
    const ended = publicJobs.waitForJob.bind(publicJobs);
    let waiting = 0;
    const spy = vi.spyOn(publicJobs, 'waitForJob').mockImplementation(async (...call) => {
      waiting += 1;
      try {
        return await ended(...call);
      } finally {
        waiting -= 1;
      }
    });
    const { headers, payload } = multipartForm({ image: drawnPng(40, 40, () => [1, 2, 3, 255]) }, 'mug.png');
    const leaving = httpRequest(`${site}/v1/cutouts`, {
      method: 'POST',
      headers: { 'x-api-key': secret, ...headers, 'content-length': payload.length },
    });
    leaving.on('error', () => {});
    leaving.end(payload);
    const jobs = async () => (await ask('/v1/jobs', secret)).json<{ data: V1Job[] }>().data;
    await expect.poll(() => waiting, LATER).toBe(1);
    leaving.destroy();
    await expect.poll(() => waiting, LATER).toBe(0);
    spy.mockRestore();
    expect((await jobs())[0]?.status).toBe('running');
    gate.resolve();
    await expect.poll(async () => (await jobs())[0]?.status, LATER).toBe('succeeded');
    await api.services.callLog.flush();
    const { data } = (await ask('/v1/usage?days=1', secret)).json<{ data: ApiUsage }>();
    expect(data.total.credits).toBe(1);
    expect(data.last_calls.filter(({ method }) => method === 'POST')).toMatchObject([
      { tool: 'cut-out', route: '/v1/cutouts', credits: 1 },
    ]);
  });
});

describe('an idempotency key', () => {
  const KEY = { 'idempotency-key': 'order-4711' };

  it('returns the first answer again, and charges once', async () => {
    const { secret, credits } = await newcomer();
    const first = await ask('/v1/cutouts', secret, { ...PHOTO, headers: KEY });
    const again = await ask('/v1/cutouts', secret, { ...PHOTO, headers: KEY });
    expect([first, again].map(({ headers }) => headers['idempotency-replayed'])).toEqual(['false', 'true']);
    expect(again.headers['packshot-job']).toBe(first.headers['packshot-job']);
    expect(again.rawPayload).toEqual(first.rawPayload);
    expect(await credits()).toBe(4);
  });

  it('conflicts if the body differs, and is separate for each user and API key', async () => {
    const ann = await newcomer();
    const bob = await newcomer();
    await ask('/v1/cutouts', ann.secret, { ...PHOTO, headers: KEY });
    const other = { form: { image: drawnPng(40, 40, () => [1, 2, 3, 255]) }, headers: KEY };
    expect(readCode(await ask('/v1/cutouts', ann.secret, other))).toBe('IDEMPOTENCY_CONFLICT');
    expect((await ask('/v1/cutouts', bob.secret, other)).headers['idempotency-replayed']).toBe('false');
    expect((await ask('/v1/cutouts', await ann.key(), other)).headers['idempotency-replayed']).toBe('false');
  });

  it('admits twenty equal calls at once, because a stored picture needs no upload room', async () => {
    const { secret } = await newcomer();
    const image = v1ImageSchema.parse((await ask('/v1/images', secret, PHOTO)).json());
    const callOptions = { json: { image_key: image.image_key, wait: 0 }, headers: KEY };
    const completion = Promise.withResolvers<typeof FAKE_RESULT>();
    work = () => completion.promise;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask('/v1/cutouts', secret, callOptions)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 202));
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'false')).toHaveLength(1);
    completion.resolve(FAKE_RESULT);
  });

  it('returns the first answer even when there is no room in memory for further pictures', async () => {
    const { secret } = await newcomer();
    const image = v1ImageSchema.parse((await ask('/v1/images', secret, PHOTO)).json());
    const picture = { status: 200, headers: {}, bytes: PRODUCT_PHOTO };
    const completion = Promise.withResolvers<typeof FAKE_RESULT>();
    work = () => completion.promise;
    const json = { image_url: 'https://shop.example/mug.png', wait: 0 };
    fetchPublic = async () => picture;
    expect((await ask('/v1/cutouts', secret, { json, headers: KEY })).statusCode).toBe(202);
    const gate = Promise.withResolvers<typeof picture>();
    let fetched = 0;
    fetchPublic = () => {
      fetched += 1;
      return gate.promise;
    };
    const full = Array.from({ length: 8 }, () => ask('/v1/cutouts', secret, { json }));
    await expect.poll(() => fetched, LATER).toBe(8);
    const again = await ask('/v1/cutouts', secret, { json, headers: KEY });
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([202, 'true']);
    const knownAnswer = await ask('/v1/cutouts', secret, { json: { image_key: image.image_key, wait: 0 } });
    expect(knownAnswer.statusCode).toBe(202);
    expect(readCode(await ask('/v1/cutouts', secret, { json }))).toBe('SERVERS_BUSY');
    gate.resolve(picture);
    await Promise.all(full);
    completion.resolve(FAKE_RESULT);
  });

  it('returns the job of the first call while that job is still running', async () => {
    const { secret } = await newcomer();
    const gate = Promise.withResolvers<void>();
    work = () => gate.promise.then(() => FAKE_RESULT);
    const callOptions = { form: { ...PHOTO.form, wait: '0' }, headers: KEY };
    const answers = await Promise.all([1, 2, 3].map(() => ask('/v1/cutouts', secret, callOptions)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
    expect(new Set(answers.map((answer) => readJob(answer).id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'false')).toHaveLength(1);
    gate.resolve();
  });
});

it('an Accept header without a format of ours is refused before any charge', async () => {
  const { secret, credits } = await newcomer();
  const answer = await ask('/v1/cutouts', secret, { ...PHOTO, headers: { accept: 'text/html' } });
  expect(readCode(answer)).toBe('NOT_ACCEPTABLE');
  expect(await credits()).toBe(5);
});

describe('the API version', () => {
  it.each<[string, Record<string, string>, string]>([
    ['the first version without a header', {}, V1_DEFAULT_VERSION],
    ...V1_VERSIONS.map(
      (date) => [`of ${date}`, { 'packshot-version': date }, date] satisfies [string, object, string],
    ),
  ])('is reported: %s', async (_name, headers, version) => {
    const { secret } = await newcomer();
    for (const path of ['/v1/sets', '/v1/problems/NOT_FOUND', '/v1/nothing', '/v1/jobs/7']) {
      expect((await ask(path, secret, { headers })).headers['packshot-version']).toBe(version);
    }
  });

  it('is refused when it is unknown, before any charge', async () => {
    const { secret, credits } = await newcomer();
    const answer = await ask('/v1/cutouts', secret, {
      ...PHOTO,
      headers: { 'packshot-version': '2020-01-01' },
    });
    expect(readProblem(answer)).toMatchObject({ code: 'VERSION_UNKNOWN', param: 'packshot-version' });
    expect(answer.headers['packshot-version']).toBe(V1_DEFAULT_VERSION);
    expect(await credits()).toBe(5);
  });
});

describe('a problem response', () => {
  it.each<[string, string, V1TestRequest, Partial<Problem>]>([
    ['an unknown path', '/v1/nothing', {}, { code: 'NOT_FOUND' }],
    ['an unsupported method', '/v1/cutouts', { method: 'PUT' }, { code: 'METHOD_NOT_ALLOWED' }],
    ['a malformed path', '/v1/jobs/%zz', {}, { code: 'BAD_REQUEST' }],
    ['an invalid id', '/v1/jobs/7', {}, { code: 'BAD_REQUEST', param: 'id' }],
    [
      'an unsupported media type',
      '/v1/cutouts',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, json: 'x' },
      { code: 'UNSUPPORTED_MEDIA_TYPE' },
    ],
    [
      'a body that is too large',
      '/v1/cutouts',
      { method: 'POST', headers: { 'content-length': '99000000', 'content-type': 'image/png' } },
      { code: 'TOO_LARGE_BYTES' },
    ],
    [
      'broken JSON',
      '/v1/cutouts',
      { method: 'POST', headers: { 'content-type': 'application/json' }, json: '{"image_key": ' },
      { code: 'BAD_REQUEST', detail: `${ERRORS.BAD_REQUEST.message} The body is not valid JSON.` },
    ],
    ['no picture', '/v1/cutouts', { json: {} }, { code: 'BAD_REQUEST', param: 'image' }],
    [
      'two pictures',
      '/v1/cutouts',
      { form: { image: PRODUCT_PHOTO, image_key: 'a/b' } },
      { param: 'image_key' },
    ],
    ['an unknown parameter', '/v1/cutouts', { json: { image_key: 'a/b', size: 4 } }, { param: 'size' }],
    ['a wait that is too long', '/v1/cutouts', { json: { image_key: 'a/b', wait: 56 } }, { param: 'wait' }],
    [
      'another user’s picture',
      '/v1/cutouts',
      { json: { image_key: 'uploads/x/y' } },
      { code: 'UPLOAD_NOT_FOUND' },
    ],
    [
      'a file that isn’t a picture',
      '/v1/cutouts',
      { form: { image: Buffer.from('words') } },
      { code: 'UNSUPPORTED_TYPE', param: 'image' },
    ],
    [
      'an empty file',
      '/v1/cutouts',
      { form: { image: new Uint8Array() } },
      { code: 'EMPTY_FILE', param: 'image' },
    ],
    [
      'a key that is too short',
      '/v1/cutouts',
      { ...PHOTO, headers: { 'idempotency-key': 'a' } },
      { param: 'idempotency-key' },
    ],
    [
      'an option of lists in lists in lists',
      '/v1/upscales',
      { json: { image_key: 'uploads/x', mode: JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) as unknown } },
      { code: 'BAD_REQUEST', param: 'mode', detail: expect.stringContaining('nested') as string },
    ],
    [
      'a wait that is a list',
      '/v1/cutouts',
      { json: { image_key: 'uploads/x', wait: [3] } },
      { code: 'BAD_REQUEST', param: 'wait' },
    ],
    [
      'a simulation of nothing',
      '/v1/cutouts',
      { ...PHOTO, headers: { 'packshot-simulate': 'rain' } },
      { param: 'packshot-simulate' },
    ],
    [
      'a simulation with a live key',
      '/v1/cutouts',
      { ...PHOTO, headers: { 'packshot-simulate': 'failure' } },
      { code: 'SIMULATION_REFUSED' },
    ],
  ])('is returned for %s', async (_what, path, request, expected) => {
    const { secret, credits } = await newcomer();
    expect(readProblem(await ask(path, secret, request))).toMatchObject({ ...expected, credits_charged: 0 });
    expect(await credits()).toBe(5);
  });

  it('names a picture that a form has twice', async () => {
    const { secret } = await newcomer();
    const part = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nx\r\n';
    const answer = await api.app.inject({
      method: 'POST',
      url: '/v1/cutouts',
      headers: { 'x-api-key': secret, 'content-type': 'multipart/form-data; boundary=b' },
      payload: `${part}${part}--b--\r\n`,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ param: 'image', detail: expect.stringMatching(/Send image once/) });
  });

  it('lists the allowed methods', async () => {
    expect((await ask('/v1/cutouts', null, { method: 'PUT' })).headers.allow).toBe('POST');
  });

  it('links to the description of its kind of error', async () => {
    const { type, title } = readProblem(await ask('/v1/jobs', null));
    expect([type, title]).toEqual(['/v1/problems/KEY_INVALID', 'Key invalid']);
    for (const code of ERROR_CODES) {
      const kind = (await ask(`/v1/problems/${code}`, null)).json<Problem>();
      expect(kind).toMatchObject({ code, type: `/v1/problems/${code}` });
    }
  });

  it('is returned when the credits are used up', async () => {
    const { secret } = await newcomer();
    await spendAll(secret);
    expect(readCode(await ask('/v1/cutouts', secret, PHOTO))).toBe('OUT_OF_CREDITS');
  });
});

it('a call is logged for its organization, with its cost and outcome', async () => {
  const { secret } = await newcomer();
  const answers = [
    await ask('/v1/cutouts', secret, { ...PHOTO, headers: { 'idempotency-key': 'order-4711' } }),
    await ask('/v1/cutouts', secret, { ...PHOTO, headers: { 'idempotency-key': 'order-4711' } }),
    await ask('/v1/jobs/7', secret),
  ];
  await api.services.callLog.flush();
  const { rows } = await api.services.pool.query(
    'select tool, method, route, status, code, credits from api_calls where request_id = any($1) order by at',
    [answers.map(({ headers }) => headers['x-request-id'])],
  );
  const cutOut = { tool: 'cut-out', method: 'POST', route: '/v1/cutouts', status: 200, code: null };
  expect(rows).toEqual([
    { ...cutOut, credits: 1 },
    { ...cutOut, credits: 0 },
    { tool: null, method: 'GET', route: '/v1/jobs/:id', status: 400, code: 'BAD_REQUEST', credits: 0 },
  ]);
});

describe('the credit limit', () => {
  it('200 parallel calls spend exactly the five credits that there are', async () => {
    const { secret, credits, userId } = await newcomer();
    const { image_key: image } = v1ImageSchema.parse((await ask('/v1/images', secret, PHOTO)).json());
    const callOptions = { json: { image_key: image, wait: 0 } };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => ask('/v1/cutouts', secret, callOptions)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 202 || statusCode === 200)).toHaveLength(5);
    expect(await credits()).toBe(0);
    const { rows } = await api.services.pool.query(
      `select 1 from ledger_entries where user_id = $1 and kind = 'reserve'`,
      [userId],
    );
    expect(rows).toHaveLength(5);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });
});

describe('scopes of an endpoint', () => {
  it.each(
    Object.entries(ALL_V1_ENDPOINTS).flatMap(([name, { scope }]) =>
      scope === null || scope === 'any' ? [] : [[name, scope] as const],
    ),
  )('refuses %s without the scope %s', async (name, scope) => {
    const { key } = await newcomer();
    const others = API_SCOPES.filter((each): each is ApiScope => each !== scope);
    const { method, path } = ALL_V1_ENDPOINTS[name] ?? { method: 'GET', path: '' };
    const concrete = path.replace('{id}', '00000000-0000-4000-8000-000000000000').replace('{index}', '0');
    const callOptions = method === 'POST' ? PHOTO : { method };
    expect(readCode(await ask(concrete, await key({ scopes: others }), callOptions))).toBe(
      'KEY_SCOPE_MISSING',
    );
    const withIt = await ask(concrete, await key({ scopes: [scope] }), callOptions);
    expect(withIt.statusCode === 403).toBe(false);
  });
});

describe('GET /v1/key', () => {
  it('describes the key and its remaining spend, and shows credits only with the usage scope', async () => {
    const { key } = await newcomer();
    const expires = '2999-01-01T00:00:00.000Z';
    const secret = await key({ scopes: ['jobs:run', 'usage:read'], monthly_ceiling: 3, expires_at: expires });
    await ask('/v1/cutouts', secret, PHOTO);
    const own = (await ask('/v1/key', secret)).json<V1Key>();
    expect(own).toEqual({
      id: expect.any(String) as string,
      name: 'Shop',
      mode: 'live',
      starts_with: secret.slice(0, 12),
      scopes: ['jobs:run', 'usage:read'],
      addresses: [],
      expires_at: expires,
      monthly_ceiling: 3,
      spent_this_month: 1,
      works_for_free: false,
      left_this_month: 2,
      credits: 4,
    });
    for (const scope of API_SCOPES) {
      const answer = await ask('/v1/key', await key({ mode: 'test', scopes: [scope] }));
      const other = answer.json<V1Key>();
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(other).toMatchObject({
        mode: 'test',
        scopes: [scope],
        works_for_free: true,
        left_this_month: null,
      });
      expect(other.credits).toBe(scope === 'usage:read' ? 4 : undefined);
    }
    expect(readCode(await ask('/v1/key', null))).toBe('KEY_INVALID');
  });
});

describe('the jobs of a key', () => {
  const createJob = async (secret: string): Promise<string> =>
    String((await ask('/v1/cutouts', secret, PHOTO)).headers['packshot-job']);

  it('are listed newest first, a page at a time', async () => {
    const { secret } = await newcomer();
    const ids = [await createJob(secret), await createJob(secret), await createJob(secret)].toReversed();
    const page = async (query: string) =>
      (await ask(`/v1/jobs?${query}`, secret)).json<{ data: V1Job[]; next_cursor: string | null }>();
    const first = await page('limit=2');
    expect([first.data.map(({ id }) => id), first.next_cursor]).toEqual([ids.slice(0, 2), ids[1]]);
    const rest = await page(`limit=2&cursor=${first.next_cursor}`);
    expect([rest.data.map(({ id }) => id), rest.next_cursor]).toEqual([ids.slice(2), null]);
  });

  it('are hidden from other users, and from keys of the other mode (live or test)', async () => {
    const { secret, key } = await newcomer();
    const id = await createJob(secret);
    const strangers = [(await newcomer()).secret, await key({ mode: 'test' })];
    for (const stranger of strangers) {
      const answers = [
        await ask(`/v1/jobs/${id}`, stranger),
        await ask(`/v1/jobs/${id}`, stranger, { method: 'DELETE' }),
        await ask(`/v1/jobs/${id}/events`, stranger),
        await ask(`/v1/jobs/${id}/results/0`, stranger),
      ];
      expect(answers.map(readCode)).toEqual(answers.map(() => 'JOB_NOT_FOUND'));
      expect((await ask('/v1/jobs', stranger)).json<{ data: V1Job[] }>().data).toEqual([]);
    }
    expect((await ask(`/v1/jobs/${id}`, secret)).statusCode).toBe(200);
  });

  it('return only the pictures that they made', async () => {
    const { secret } = await newcomer();
    const id = await createJob(secret);
    expect(readCode(await ask(`/v1/jobs/${id}/results/1`, secret))).toBe('RESULT_NOT_FOUND');
  });

  it('can be stopped, which returns their credit', async () => {
    const { secret, credits } = await newcomer();
    work = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const { id } = readJob(await ask('/v1/cutouts', secret, { form: { ...PHOTO.form, wait: '0' } }));
    expect(await credits()).toBe(4);
    const stopped = readJob(await ask(`/v1/jobs/${id}`, secret, { method: 'DELETE' }));
    expect(stopped).toMatchObject({
      status: 'canceled',
      credits_charged: 0,
      error: { code: 'TASK_CANCELLED' },
    });
    expect(await credits()).toBe(5);
    expect(readJob(await ask(`/v1/jobs/${id}`, secret, { method: 'DELETE' })).status).toBe('canceled');
  });

  it('stream their events until they have ended', async () => {
    const { secret } = await newcomer();
    const gate = Promise.withResolvers<void>();
    work = () => gate.promise.then(() => FAKE_RESULT);
    const { id } = readJob(await ask('/v1/cutouts', secret, { form: { ...PHOTO.form, wait: '0' } }));
    const watching = ask(`/v1/jobs/${id}/events`, secret);
    setTimeout(() => gate.resolve(), 120);
    const answer = await watching;
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const events = [...answer.body.matchAll(/^event: job\ndata: (.*)$/gm)].map(([, data = '']) =>
      v1JobSchema.parse(JSON.parse(data)),
    );
    expect(events.at(0)?.status).not.toBe('succeeded');
    expect(events.at(-1)).toMatchObject({ id, status: 'succeeded' });
    expect(answer.body).toContain(': still here');
  });
});

describe('every tool', () => {
  const PICTURE = drawnPng(40, 40, () => [200, 30, 40, 255]);
  const MASK = drawnPng(40, 40, (x) => (x < 20 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
  const OPTIONS: Readonly<Record<string, Record<string, string>>> = {
    '/v1/scenes': { set_id: REFERENCE_ID, aspect_ratio: '1', count: '2', seed: '7' },
    '/v1/edits': { prompt: 'make it navy blue' },
    '/v1/upscales': { factor: '2' },
    '/v1/harmonizations': { strength: '0.4' },
    '/v1/descriptions': { product_name: 'Gum mug' },
  };
  const sentTo = (path: string, tool: TaskTool) => ({
    ...(getToolCall(tool).pictures['mask'] && { mask: MASK }),
    image: PICTURE,
    ...OPTIONS[path],
  });

  it.each(CALLED_TOOLS.map((tool) => [`/v1/${getToolCall(tool).collection}`, tool] as const))(
    '%s answers with its result',
    async (path, tool) => {
      const { secret } = await newcomer();
      const answer = await ask(path, secret, { form: sentTo(path, tool), headers: { accept: '*/*' } });
      expect(answer.statusCode).toBe(200);
      if (getToolCall(tool).makes === 'picture') expect(answer.headers['content-type']).toBe('image/png');
      else expect(readJob(answer).results).toMatchObject([{ index: 0, description: 'A glossy red mug.' }]);
      expect(readJob(await ask(`/v1/jobs/${String(answer.headers['packshot-job'])}`, secret))).toMatchObject({
        tool,
      });
      if (tool === 'scene') expect(answer.headers['packshot-seed']).toBe('7');
    },
  );

  it.each<[string, Record<string, unknown>, string]>([
    ['/v1/upscales', { factor: 3 }, 'factor'],
    ['/v1/harmonizations', { strength: 2, mask_key: 'a/b' }, 'strength'],
    ['/v1/edits', { prompt: 'x'.repeat(301), mask_key: 'a/b' }, 'prompt'],
    ['/v1/edits', {}, 'mask'],
    ['/v1/scenes', { palette: ['red'] }, 'palette'],
    ['/v1/scenes', { set_id: '../..' }, 'set_id'],
  ])('%s names the invalid parameter: %j', async (path, options, param) => {
    const { secret } = await newcomer();
    const answer = await ask(path, secret, { json: { image_key: 'uploads/a/b', ...options } });
    expect(readProblem(answer)).toMatchObject({ code: 'BAD_REQUEST', param });
  });

  it('refusals explain how to correct the request', async () => {
    const { secret, key } = await newcomer();
    const scopeless = await key({ scopes: ['usage:read'] });
    const elsewhere = await key({ addresses: ['203.0.113.9/32'] });
    const scene = { form: { image: PRODUCT_PHOTO, set_id: 'no-such-set' } };
    const [file, set, none, scope, address] = [
      await ask('/v1/cutouts', secret, { form: { file: PRODUCT_PHOTO } }),
      await ask('/v1/scenes', secret, scene),
      await ask('/v1/cutouts', null, PHOTO),
      await ask('/v1/cutouts', scopeless, PHOTO),
      await ask('/v1/cutouts', elsewhere, PHOTO),
    ].map(readProblem);
    expect(file).toMatchObject({ param: 'file', detail: expect.stringMatching(/send image\.$/) });
    expect(set).toMatchObject({ param: 'set_id', detail: expect.stringContaining('GET /v1/sets') });
    expect(none).toMatchObject({ code: 'KEY_INVALID', detail: expect.stringContaining('X-Api-Key') });
    expect(scope?.detail).toMatch(/It needs jobs:run\.$/);
    expect(address?.detail).toMatch(/The call came from 127\.0\.0\.1\.$/);
  });

  it('sets and usage are listed', async () => {
    const { secret } = await newcomer();
    const sets = (await ask('/v1/sets', secret)).json<{ data: { id: string }[] }>().data;
    expect(Array.isArray(sets)).toBe(true);
    const { data } = (await ask('/v1/usage?days=1', secret)).json<{ data: ApiUsage }>();
    expect(data.by_day).toHaveLength(1);
  });

  it('usage excludes credits that were returned after the answer', async () => {
    const { secret } = await newcomer();
    expect((await ask('/v1/cutouts', secret, PHOTO)).statusCode).toBe(200);
    let fail = (): void => undefined;
    work = () => new Promise((_resolve, reject) => (fail = () => reject(new TaskRefusal('NO_SUBJECT'))));
    const later = { form: { image: drawnPng(50, 50, () => [9, 9, 9, 255]), wait: '0' } };
    const { id } = readJob(await ask('/v1/cutouts', secret, later));
    const spentThisMonth = async () => {
      await api.services.callLog.flush();
      const { data } = (await ask('/v1/usage?days=1', secret)).json<{ data: ApiUsage }>();
      return [data.total.credits, data.last_calls.find(({ status }) => status === 202)?.credits];
    };
    expect(await spentThisMonth()).toEqual([2, 1]);
    await vi.waitFor(async () => {
      fail();
      expect(readJob(await ask(`/v1/jobs/${id}`, secret)).status).toBe('failed');
    }, LATER);
    expect(await spentThisMonth()).toEqual([1, 0]);
  });

  // Some files and one tool are enough here: all tools receive files through the same code, and the web app's tests
  // send all files to all tools.
  it.skipIf(HOSTILE.length === 0)('hostile files end in a refusal or a picture', async () => {
    const { key } = await newcomer();
    const test = await key({ mode: 'test' });
    for (const { name, expected, bytes } of HOSTILE) {
      const answer = await ask('/v1/cutouts', test, { form: { image: bytes } });
      if (answer.statusCode === 200) expect(expected, name).not.toBe('reject');
      else expect([413, 422], `${name}: ${answer.body}`).toContain(answer.statusCode);
    }
  });
});

it('an uploaded picture is stored once per idempotency key', async () => {
  const { secret } = await newcomer();
  const headers = { 'idempotency-key': 'picture-4711' };
  const [first, again] = [
    await ask('/v1/images', secret, { ...PHOTO, headers }),
    await ask('/v1/images', secret, { ...PHOTO, headers }),
  ];
  expect([first, again].map((each) => each.headers['idempotency-replayed'])).toEqual(['false', 'true']);
  expect(v1ImageSchema.parse(again.json())).toEqual(v1ImageSchema.parse(first.json()));
  const other = { form: { image: drawnPng(40, 40, () => [1, 2, 3, 255]) }, headers };
  expect(readCode(await ask('/v1/images', secret, other))).toBe('IDEMPOTENCY_CONFLICT');
});

describe('a test key', () => {
  it('charges nothing, even without any credit', async () => {
    const { key, credits, secret } = await newcomer();
    await spendAll(secret);
    const answer = await ask('/v1/cutouts', await key({ mode: 'test' }), { ...PHOTO, headers: asJson });
    expect(readJob(answer)).toMatchObject({ mode: 'test', status: 'succeeded', credits_charged: 0 });
    expect(await credits()).toBe(0);
  });

  it('watermarks its pictures, and records the watermark', async () => {
    const { key, history } = await newcomer();
    const answer = await ask('/v1/cutouts', await key({ mode: 'test' }), PHOTO);
    expect(readStored(answer.rawPayload).picture).toEqual(readStored(FAKE_WATERMARKED.full).picture);
    const [record] = await history();
    expect(record?.provenance?.steps.at(-1)).toMatchObject({ tool: 'watermark', parameters: { test: true } });
    expect(answer.headers['packshot-recipe']).toMatch(/^[0-9a-f]{16}$/);
  });

  it('simulates errors', async () => {
    const { key } = await newcomer();
    const secret = await key({ mode: 'test' });
    const simulateError = (what: string) =>
      ask('/v1/cutouts', secret, { ...PHOTO, headers: { 'packshot-simulate': what } });
    expect(readCode(await simulateError('failure'))).toBe('TASK_FAILED');
    expect(readCode(await simulateError('timeout'))).toBe('TASK_TIMED_OUT');
    expect((await simulateError('low_confidence')).headers['packshot-confidence']).toBe('0.200');
  });

  it('makes a hundred pictures a day, shared with the organization’s other test keys', async () => {
    const { key } = await newcomer();
    const secret = await key({ mode: 'test' });
    const { id } = readJob(await ask('/v1/cutouts', secret, { ...PHOTO, headers: asJson }));
    await api.services.pool.query(
      `insert into generation_requests (id, user_id, feature_type, input_keys, input, cost, credit_state, api_key_id, call_terms)
       select gen_random_uuid(), user_id, feature_type, input_keys, input, cost, credit_state, api_key_id, call_terms
       from generation_requests, generate_series(2, $2) where id = $1`,
      [id, V1_TEST_JOBS_PER_DAY],
    );
    const another = await key({ mode: 'test' });
    expect(readCode(await ask('/v1/cutouts', another, PHOTO))).toBe('TEST_LIMIT_REACHED');
    expect((await ask('/v1/cutouts', await key(), PHOTO)).statusCode).toBe(200);
  });
});
