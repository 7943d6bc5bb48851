import { API_SCOPES, BILLING_ERROR_CODES, SMALL_RUN_PHOTOS } from '@packshot/contract';
import type { NewApiKey, RunEstimate, V1Job } from '@packshot/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { FAKE_RESULT, fakeEngine } from '../../src/testing/fake-engine.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { multipartForm } from '../../src/testing/multipart-form.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { acceptTask, PRODUCT_PHOTO } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

const A_DAY = 4;

let api: TestApi;
let worker: TestWorker;
beforeAll(async () => {
  api = await startTestApi({
    hasBilling: false,
    allowances: { guestGenerations: 0, guestDownloads: 0 },
    limits: { subscriberGenerationsPerDay: A_DAY },
  });
  worker = await startTestWorker(
    api.services,
    fakeEngine(() => Promise.resolve(FAKE_RESULT)),
    { concurrency: 4 },
  );
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
});

async function owner() {
  const { access, info } = await api.guest();
  await api.services.database.stores.organizations.setRole(info.user.id, 'owner');
  const body = {
    name: 'Shop',
    mode: 'live',
    scopes: [...API_SCOPES],
    addresses: [],
    monthly_ceiling: null,
    expires_at: null,
  };
  const { secret } = await api.data<NewApiKey>('createApiKey', { access, body });
  return { access, secret, userId: info.user.id };
}

const ask = (url: string, secret: string) => api.app.inject({ url, headers: { 'x-api-key': secret } });
const cutOut = (secret: string, accept = 'image/png') => {
  const { headers, payload } = multipartForm({ image: PRODUCT_PHOTO }, 'mug.jpg');
  return api.app.inject({
    method: 'POST',
    url: '/v1/cutouts',
    payload,
    headers: { ...headers, 'x-api-key': secret, accept },
  });
};

it('a server without billing makes and returns pictures without credits, and counts only fair use', async () => {
  const { secret, userId } = await owner();
  const cutOutReply = await cutOut(secret, 'application/json');
  expect(cutOutReply.statusCode).toBe(200);
  const [result] = cutOutReply.json<V1Job>().results;
  expect((await api.get(result?.download_url ?? '')).statusCode).toBe(200);
  for (let more = 1; more < A_DAY; more += 1) expect((await cutOut(secret)).statusCode).toBe(200);
  const refused = await cutOut(secret);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'DAILY_LIMIT_REACHED']);
  expect(refused.json<{ detail: string }>().detail).not.toMatch(/plan|credit/i);
  const { rows } = await api.services.pool.query(
    'select 1 from ledger_entries where user_id = $1 and delta <> 0',
    [userId],
  );
  expect(rows).toEqual([]);
  expect(await brokenInvariants(api.services.pool)).toEqual([]);
});

it('a server without billing lets guests work as well', async () => {
  const guest = await api.services.newGuest();
  const taskId = await acceptTask(api.services, guest);
  const state = await eventually('the picture is made', async () => {
    const now = await api.services.generations.state(guest, taskId);
    return now.status === 'SUCCESS' ? now : undefined;
  });
  const downloadedPicture = await api.services.files.downloadImage(guest, state.result?.key ?? '');
  expect(downloadedPicture.url).toBeDefined();
});

it('a server without billing includes large runs, free of charge', async () => {
  const { access } = await owner();
  const { id: recipe_id } = await api.data<{ id: string }>('createRecipe', {
    access,
    body: { name: 'White', recipe: PLAIN_RECIPE },
  });
  const { id } = await api.data<{ id: string }>('createRun', { access, body: { name: 'Autumn', recipe_id } });
  const items = Array.from({ length: SMALL_RUN_PHOTOS + 1 }, (_, place) => ({
    sku: `article-${place}`,
    source: { kind: 'url', url: `https://shop.example/${place}.jpg` },
  }));
  await api.data('addRunItems', { access, params: { id }, body: { first_row: 1, items } });
  const estimate = await api.data<RunEstimate>('estimateRun', { access, params: { id } });
  expect(estimate).toMatchObject({ credits: 0, is_free: true, downloads: null, problems: [] });
  expect((await api.send('changeRun', { access, params: { id, action: 'start' } })).statusCode).toBe(200);
});

it('a server without billing has no endpoint for balances or sales', async () => {
  const { access, secret } = await owner();
  for (const name of [
    'getFreemiumCredits',
    'getDownloadCredits',
    'getSubscriptionDetails',
    'listInvoices',
    'openPortal',
  ] as const)
    expect((await api.send(name, { access })).statusCode, name).toBe(404);
  expect((await ask('/v1.0/account', secret)).statusCode).toBe(404);
  const key = await ask('/v1/key', secret);
  expect(key.json()).toMatchObject({ works_for_free: true });
  expect(key.json()).not.toHaveProperty('credits');
  const answer = await cutOut(secret);
  expect(answer.statusCode).toBe(200);
  expect(Object.keys(answer.headers).filter((name) => name.includes('credit'))).toEqual([]);
});

/** Matches words about money, which no response may contain. */
const WORDS = /\b(credits?|costs?|charged|prices?|paid|payments?|plans?|invoices?|free)\b/i;

it('a server without billing doesn’t mention money in its API documents and errors', async () => {
  const { secret } = await owner();
  const v1 = await api.get('/v1/openapi.json');
  expect(v1.body.replaceAll('Sign up for free', '').match(WORDS)).toBeNull();
  const studio = (await api.get('/api/openapi.json')).json<{ paths: object; tags: { name: string }[] }>();
  const summaries = Object.values(studio.paths).flatMap((path: object) =>
    Object.values(path).map(({ summary }: { summary: string }) => summary),
  );
  expect(summaries.length).toBeGreaterThan(50);
  expect(summaries.filter((summary) => WORDS.test(summary))).toEqual([]);
  expect(studio.tags.map(({ name }) => name)).not.toContain('Payments');
  for (const code of BILLING_ERROR_CODES)
    expect((await api.get(`/v1/problems/${code}`)).statusCode, code).toBe(404);
  expect((await api.get('/v1/problems/TOO_SMALL')).statusCode).toBe(200);

  const cutOutReply = await cutOut(secret, 'application/json');
  expect(cutOutReply.json()).toMatchObject({ status: 'succeeded' });
  expect(cutOutReply.json()).not.toHaveProperty('credits_charged');
  const refused = await ask('/v1/jobs/8f14e45f-ceea-467f-a0e6-51a3f1f5c2a1', secret);
  expect(refused.json()).toMatchObject({ code: 'JOB_NOT_FOUND' });
  expect(refused.json()).not.toHaveProperty('credits_charged');
});

it('a server without billing offers agents tools that don’t mention money', async () => {
  const { secret } = await owner();
  const answer = await api.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${secret}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('cut_out');
  expect(answer.body.match(WORDS)).toBeNull();
});
