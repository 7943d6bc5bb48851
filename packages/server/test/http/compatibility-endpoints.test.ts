import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiKeyRequest, ApiUsage } from '@packshot/contract';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { probeImageHeader, provenanceIn } from '@packshot/image-engine/pixels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '../../src/platform/domain-error.ts';
import { PublicFetchError } from '../../src/platform/public-fetch/public-fetch-error.ts';
import type { PublicFetch } from '../../src/platform/public-fetch/public-fetch-error.ts';
import { createPictureArranger } from '../../src/tools/work/compose-export.ts';
import { TaskRefusal } from '../../src/tools/work/task.ts';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { FAKE_RESULT, fakeEngine } from '../../src/testing/fake-engine.ts';
import type { FakeWork } from '../../src/testing/fake-engine.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { multipartForm } from '../../src/testing/multipart-form.ts';
import type { FormParts } from '../../src/testing/multipart-form.ts';
import { readZip } from '../../src/testing/read-zip.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { PRODUCT_PHOTO } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

/**
 * Whether a pixel belongs to the product in the fake cut-out of every photo: a red box of 400 × 300 at (100, 200) in
 * 1000 × 800 pixels.
 */
const isProduct = (x: number, y: number): boolean => x >= 100 && x < 500 && y >= 200 && y < 500;
const CUT_OUT = {
  ...FAKE_RESULT,
  full: drawnPng(1000, 800, (x, y) => (isProduct(x, y) ? [200, 0, 0, 255] : [0, 0, 0, 0])),
  widthPx: 1000,
  heightPx: 800,
  foreground: { xPx: 100, yPx: 200, widthPx: 400, heightPx: 300 },
};

let api: TestApi;
let worker: TestWorker;
let engine: ImageEngine;
let cacheDir: string;
let work: FakeWork;
let fetchPublic: PublicFetch;

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'endpoints-'));
  engine = createImageEngine({ cacheDir });
  api = await startTestApi({
    publicFetch: (request) => fetchPublic(request),
    rateLimits: { callsPerKey: { max: 20, windowMs: 60_000 } },
    arranger: createPictureArranger({
      engine: async () => engine,
      signer: () => {
        throw new Error('These tests sign nothing');
      },
      signsPictures: async () => false,
      logger: { error: () => undefined },
    }),
  });
  const fake = fakeEngine((...call) => work(...call));
  const marking: ImageEngine = {
    ...fake,
    run: (name, ...job) => (name === 'watermark' ? engine : fake).run(name, ...job),
  };
  worker = await startTestWorker(api.services, marking, { concurrency: 4 });
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  await engine.close();
  await rm(cacheDir, { recursive: true, force: true });
});
beforeEach(() => {
  work = () => Promise.resolve(CUT_OUT);
  fetchPublic = () => Promise.reject(new PublicFetchError('unreachable', 'No network in tests'));
});

/** Creates an owner with five credits and an API key. */
async function newcomer(fields: Partial<ApiKeyRequest> = {}) {
  const { key, credits } = await newKeyOwner(api.services);
  return { secret: await key(fields), credits, key };
}

function removeBg(secret: string | null, parts: FormParts, headers: Record<string, string> = {}) {
  const { headers: type, payload } = multipartForm(parts, 'mug.png');
  return api.app.inject({
    method: 'POST',
    url: '/v1.0/removebg',
    payload,
    headers: { ...type, ...(secret !== null && { 'x-api-key': secret }), ...headers },
  });
}

const formatSize = (file: Buffer): string => {
  const { widthPx, heightPx, format } = probeImageHeader(file, file.byteLength);
  return `${widthPx} x ${heightPx} ${format}`;
};

describe('the compatibility endpoint POST /v1.0/removebg', () => {
  it('answers like remove.bg, charges one credit, and reports the rate limit', async () => {
    const { secret, credits } = await newcomer();
    const askedAtS = Math.floor(Date.now() / 1000);
    const answer = await removeBg(secret, { image_file: PRODUCT_PHOTO, size: 'auto' });
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-type': 'product',
      'x-width': '1000',
      'x-height': '800',
      'x-max-width': '1000',
      'x-max-height': '800',
      'x-foreground-left': '100',
      'x-foreground-top': '200',
      'x-foreground-width': '400',
      'x-foreground-height': '300',
      'x-credits-charged': '1',
      'x-ratelimit-limit': '20',
      'x-ratelimit-remaining': '19',
    });
    expect(Number(answer.headers['x-ratelimit-reset'])).toBeGreaterThan(askedAtS);
    expect(formatSize(answer.rawPayload)).toBe('1000 x 800 png');
    expect(await credits()).toBe(4);
  });

  it('applies each parameter of remove.bg', async () => {
    const cases: readonly (readonly [FormParts, string])[] = [
      [{}, '559 x 447 png'],
      [{ size: 'full', crop: 'true', crop_margin: '10px 10%' }, '480 x 320 png'],
      [{ size: 'full', roi: '0px 0px 300px 400px', crop: 'true' }, '200 x 200 jpeg'],
      [{ size: 'full', bg_color: '81d4fa' }, '1000 x 800 jpeg'],
      [{ size: 'full', bg_image_file: PRODUCT_PHOTO, format: 'webp' }, '1000 x 800 webp'],
    ];
    const { secret } = await newcomer();
    for (const [parts, size] of cases) {
      const answer = await removeBg(secret, { image_file: PRODUCT_PHOTO, ...parts });
      expect(formatSize(answer.rawPayload), JSON.stringify(Object.keys(parts))).toBe(size);
    }
  });

  it('answers the default request of the published command line with a ZIP, for one credit', async () => {
    const { secret, credits } = await newcomer();
    const form = { image_file: PRODUCT_PHOTO, size: 'full', format: 'zip', channels: 'rgba', type: 'auto' };
    const answer = await removeBg(secret, form);
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'x-width': '1000',
      'x-height': '800',
      'x-credits-charged': '1',
    });
    const files = readZip(answer.rawPayload);
    expect([...files].map(([name, data]) => [name, formatSize(data)])).toEqual([
      ['color.jpg', '1000 x 800 jpeg'],
      ['alpha.png', '1000 x 800 png'],
    ]);
    expect(await credits()).toBe(4);
    // A ZIP costs as much as the same picture as PNG.
    await removeBg(secret, { ...form, format: 'png' });
    expect(await credits()).toBe(3);
    const json = await removeBg(secret, { ...form, size: 'auto' }, { accept: 'application/json' });
    const { data } = json.json<{ data: { result_b64: string } }>();
    expect([...readZip(Buffer.from(data.result_b64, 'base64')).keys()]).toEqual(['color.jpg', 'alpha.png']);
  });

  it('returns a result in the size of a live one, with a watermark, for a test key', async () => {
    const { secret, key } = await newcomer();
    const test = await key({ mode: 'test' });
    const cases: readonly FormParts[] = [
      { size: 'full', crop: 'true', crop_margin: '10px 10%' },
      { size: 'full', roi: '0px 0px 300px 400px', crop: 'true', crop_margin: '5px' },
      { size: 'auto', scale: '50%', position: '0% 100%' },
      { size: 'full', bg_color: '81d4fa' },
    ];
    const measureHeaders = ({ headers }: { headers: Record<string, unknown> }) =>
      Object.entries(headers).filter(([name]) =>
        /^(content-type|x-(type|width|height|fore|max).*)$/.test(name),
      );
    for (const parts of cases) {
      const [live, tested] = [
        await removeBg(secret, { image_file: PRODUCT_PHOTO, ...parts }),
        await removeBg(test, { image_file: PRODUCT_PHOTO, ...parts }),
      ];
      expect(measureHeaders(tested), JSON.stringify(parts)).toEqual(measureHeaders(live));
      expect(formatSize(tested.rawPayload)).toBe(formatSize(live.rawPayload));
      expect(tested.rawPayload.equals(live.rawPayload)).toBe(false);
    }
  });

  it('accepts JSON requests of the published Node client, and answers in JSON', async () => {
    const { secret } = await newcomer();
    const answer = await api.app.inject({
      method: 'POST',
      url: '/v1.0/removebg',
      headers: { 'X-Api-Key': secret, accept: 'application/json', 'content-type': 'application/json' },
      payload: {
        size: 'regular',
        type: 'auto',
        crop: false,
        bg_color: 'white',
        image_file_b64: Buffer.from(PRODUCT_PHOTO).toString('base64'),
      },
    });
    const { data } = answer.json<{ data: Record<string, string> }>();
    const { result_b64: result = '', ...place } = data;
    expect(place).toEqual({
      foreground_top: 200,
      foreground_left: 100,
      foreground_width: 400,
      foreground_height: 300,
    });
    const file = Buffer.from(result, 'base64');
    expect(formatSize(file)).toBe('559 x 447 jpeg');
    expect(provenanceIn(file)?.steps.at(-1)).toMatchObject({ tool: 'arrange', effect: 'put-on-color' });
  });

  it('fetches a picture’s URL, sent in a form without files, only from public addresses', async () => {
    const { secret } = await newcomer();
    const requestedUrls: string[] = [];
    fetchPublic = async ({ url }) => {
      requestedUrls.push(url);
      return { status: 200, headers: {}, bytes: PRODUCT_PHOTO };
    };
    const answer = await api.app.inject({
      method: 'POST',
      url: '/v1.0/removebg',
      headers: { 'x-api-key': secret, 'content-type': 'application/x-www-form-urlencoded' },
      payload:
        'image_url=https%3A%2F%2Fshop.example%2Fmug.jpg&size=full&bg_image_url=https%3A%2F%2Fshop.example%2Fsky.jpg',
    });
    expect(answer.statusCode).toBe(200);
    expect(requestedUrls.toSorted()).toEqual([
      'https://shop.example/mug.jpg',
      'https://shop.example/sky.jpg',
    ]);
  });

  it('refuses with remove.bg’s error codes, and charges nothing', async () => {
    const { secret, credits } = await newcomer();
    const photo = { image_file: PRODUCT_PHOTO };
    const cases: readonly (readonly [FormParts, number, string])[] = [
      [{}, 400, 'missing_source'],
      [{ ...photo, image_url: 'https://shop.example/mug.jpg' }, 400, 'multiple_sources'],
      [{ ...photo, bg_color: 'red', bg_image_url: 'https://shop.example/a.jpg' }, 400, 'multiple_bg_sources'],
      [{ ...photo, size: 'huge' }, 400, 'invalid_size'],
      [{ ...photo, format: 'gif' }, 400, 'invalid_format'],
      [{ ...photo, bg_color: '12345' }, 400, 'invalid_bg_color'],
      [{ ...photo, scale: '5%' }, 400, 'invalid_scale'],
      [{ ...photo, position: '110%' }, 400, 'invalid_position'],
      [{ ...photo, crop: 'true', crop_margin: '1px 2px 3px' }, 400, 'invalid_crop_margin'],
      [{ ...photo, roi: '10px 10px 5px 20px' }, 400, 'roi_region_empty'],
      [{ ...photo, roi: '0px 0px 90000px 20px' }, 400, 'roi_exceeds_bounds'],
      [{ image_file: Buffer.from('no picture') }, 400, 'invalid_file_type'],
      [
        { ...photo, bg_image_file: PRODUCT_PHOTO.subarray(0, PRODUCT_PHOTO.length / 2) },
        400,
        'failed_to_read_image',
      ],
      [{ image_url: 'https://shop.example/mug.jpg' }, 400, 'failed_image_download'],
      [{ ...photo, bg_image_url: 'https://shop.example/sky.jpg' }, 400, 'failed_bg_download'],
    ];
    for (const [parts, status, code] of cases) {
      const answer = await removeBg(secret, parts);
      const { errors } = answer.json<{ errors: { title: string; code: string }[] }>();
      expect([answer.statusCode, errors.map((error) => error.code)], code).toEqual([status, [code]]);
      expect(errors[0]?.title).not.toBe('');
    }
    expect(await credits()).toBe(5);
  });

  it('reports keys, scopes, credits, missing products and rate limits like remove.bg', async () => {
    const photo = { image_file: PRODUCT_PHOTO };
    const requestCode = async (secret: string | null) => {
      const answer = await removeBg(secret, photo);
      return `${answer.statusCode} ${answer.json<{ errors: { code: string }[] }>().errors[0]?.code}`;
    };
    expect(await requestCode(null)).toBe('403 auth_failed');
    expect(await requestCode('pk_live_unknown')).toBe('403 auth_failed');
    expect(await requestCode((await newcomer({ scopes: ['images:read'] })).secret)).toBe('403 auth_failed');
    expect(await requestCode((await newcomer({ monthly_ceiling: 0 })).secret)).toBe(
      '402 insufficient_credits',
    );
    const { secret, credits } = await newcomer();
    work = () => Promise.reject(new TaskRefusal('NO_SUBJECT'));
    expect(await requestCode(secret)).toBe('400 unknown_foreground');
    expect(await credits()).toBe(5);
    for (let call = 1; call < 20; call += 1) await removeBg(secret, {});
    const answer = await removeBg(secret, photo);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'rate_limit_exceeded' }] });
    expect([answer.statusCode, answer.headers['x-ratelimit-remaining']]).toEqual([429, '0']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('charges a call with an idempotency key once', async () => {
    const { secret, credits } = await newcomer();
    const again = { 'idempotency-key': 'order-2026-0001' };
    const first = await removeBg(secret, { image_file: PRODUCT_PHOTO }, again);
    const second = await removeBg(secret, { image_file: PRODUCT_PHOTO }, again);
    expect([first, second].map(({ headers }) => headers['x-credits-charged'])).toEqual(['1', '0']);
    expect(await credits()).toBe(4);
    const other = await removeBg(secret, { image_file: PRODUCT_PHOTO, bg_color: 'red' }, again);
    expect([other.statusCode, other.json()]).toEqual([
      409,
      { errors: [expect.objectContaining({ code: 'idempotency_conflict' })] },
    ]);
  });
});

describe('the compatibility endpoint GET /v1.0/account', () => {
  it('includes the credit of a client that disconnected before the result', async () => {
    const { secret, credits } = await newcomer();
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    work = () => {
      begun.resolve();
      return gate.promise.then(() => CUT_OUT);
    };
    const { headers, payload } = multipartForm({ image_file: PRODUCT_PHOTO }, 'mug.png');
    const site = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = httpRequest(`${site}/v1.0/removebg`, {
      method: 'POST',
      headers: { 'x-api-key': secret, ...headers, 'content-length': payload.length },
    });
    leaving.on('error', () => {});
    leaving.end(payload);
    await begun.promise;
    leaving.destroy();
    const usage = async () => {
      await api.services.callLog.flush();
      const answer = await api.app.inject({ url: '/v1/usage?days=1', headers: { 'x-api-key': secret } });
      return answer
        .json<{ data: ApiUsage }>()
        .data.last_calls.filter(({ method }) => method === 'POST')
        .map((call) => [call.route, call.code, call.credits]);
    };
    await expect
      .poll(usage, { timeout: 30_000, interval: 20 })
      .toEqual([['/v1.0/removebg', 'TASK_CANCELLED', 1]]);
    gate.resolve();
    expect(await credits()).toBe(4);
  });

  it('reports the credits in remove.bg’s format', async () => {
    const { secret } = await newcomer();
    const headers = { 'x-api-key': secret };
    const answer = await api.app.inject({ url: '/v1.0/account', headers });
    expect(answer.json()).toEqual({
      data: {
        attributes: {
          credits: { total: 5, subscription: 0, payg: 5, enterprise: 0 },
          api: { free_calls: 0, sizes: 'all' },
        },
      },
    });
    expect((await api.app.inject({ url: '/v1.0/account' })).statusCode).toBe(403);
    const other = { 'x-api-key': (await newcomer({ scopes: ['jobs:run'] })).secret };
    expect((await api.app.inject({ url: '/v1.0/account', headers: other })).statusCode).toBe(403);
  });
});

describe('the compatibility endpoint /api/remove', () => {
  /** Header in which HTTP clients send the user name of a URL. */
  const inAddress = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
  });

  it('accepts rembg’s documented requests, with the key in the user part of the URL', async () => {
    const { secret } = await newcomer();
    const { headers, payload } = multipartForm({ file: PRODUCT_PHOTO }, 'mug.png');
    const formRequest = { headers: { ...headers, ...inAddress(secret) }, payload };
    const posted = await api.app.inject({ method: 'POST', url: '/api/remove', ...formRequest });
    expect([posted.statusCode, posted.headers['content-type']]).toEqual([200, 'image/png']);
    expect(formatSize(posted.rawPayload)).toBe('1000 x 800 png');

    fetchPublic = async () => ({ status: 200, headers: {}, bytes: PRODUCT_PHOTO });
    const url = '/api/remove?url=https://shop.example/mug.jpg&model=u2net&a=true&om=true';
    const mask = await api.app.inject({ url, headers: inAddress(secret) });
    expect(mask.statusCode).toBe(200);
    expect(provenanceIn(mask.rawPayload)?.steps.at(-1)).toMatchObject({ tool: 'arrange', effect: 'alter' });
  });

  it('accepts keys only from headers, and reports errors like FastAPI', async () => {
    const { secret, credits } = await newcomer();
    const url = '/api/remove?url=https://shop.example/mug.jpg';
    const keyInQuery = await api.app.inject({ url: `${url}&api_key=${secret}` });
    expect(keyInQuery.statusCode).toBe(401);
    expect(keyInQuery.json()).toEqual({
      detail: `${new DomainError('KEY_INVALID').message} Send it in the X-Api-Key header.`,
    });
    const wrong = await api.app.inject({ url: `${url}&bgc=1,2,3`, headers: { 'x-api-key': secret } });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ detail: [{ loc: ['body', 'bgc'], type: 'value_error' }] });
    expect(await credits()).toBe(5);
  });
});
