import { API_SCOPES, ERRORS, MESSAGES, SMALL_RUN_PHOTOS, SMALL_RUN_PHOTOS_PER_DAY } from '@packshot/contract';
import type {
  ApiKeyMode,
  Grant,
  NewApiKey,
  Run,
  RunEstimate,
  RunItem,
  StoredRecipe,
  V1Job,
} from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { FAKE_RESULT, fakeEngine } from '../../src/testing/fake-engine.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { multipartForm } from '../../src/testing/multipart-form.ts';
import type { FormParts } from '../../src/testing/multipart-form.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { PRODUCT_PHOTO } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

let api: TestApi;
let worker: TestWorker;

beforeAll(async () => {
  api = await startTestApi({
    publicFetch: ({ url }) =>
      Promise.resolve({ status: 200, headers: {}, bytes: Buffer.concat([PRODUCT_PHOTO, Buffer.from(url)]) }),
    rateLimits: { callsPerKey: { max: 10_000, windowMs: 60_000 } },
  });
  const engine = fakeEngine(() => Promise.resolve(FAKE_RESULT));
  worker = await startTestWorker(api.services, engine, { concurrency: 4 });
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
});

/**
 * Creates an owner with the free credits, in the web app. Skips registration, whose password hash is deliberately
 * slow.
 */
async function shopOwner() {
  const { access, info, organization_detail } = await api.guest();
  const { organizations, ledger } = api.services.database.stores;
  await organizations.setRole(info.user.id, 'owner');
  const makeKey = (mode: ApiKeyMode) =>
    api.send('createApiKey', {
      access,
      body: {
        name: 'Shop',
        mode,
        scopes: [...API_SCOPES],
        addresses: [],
        monthly_ceiling: null,
        expires_at: null,
      },
    });
  return {
    access,
    userId: info.user.id,
    makeKey,
    key: async (mode: ApiKeyMode = 'live') => (await makeKey(mode)).json<{ data: NewApiKey }>().data,
    grant: (grants: readonly Grant[], until: Date | null = null) =>
      organizations.setGrants(organization_detail.id, grants, until),
    downloads: async () => (await api.balance(access)).downloads,
    give: (delta: number, reference: string) =>
      ledger.append({ userId: info.user.id, ledger: 'download', kind: 'adjust', delta, reference }),
  };
}

const ask = (method: 'GET' | 'HEAD' | 'POST', url: string, secret: string | null, payload?: object) =>
  api.app.inject({
    method,
    url,
    headers: secret === null ? {} : { 'x-api-key': secret },
    ...(payload !== undefined && { payload }),
  });

const post = (url: string, secret: string, form: FormParts, headers: Record<string, string> = {}) => {
  const encodedForm = multipartForm(form, 'mug.jpg');
  return api.app.inject({
    method: 'POST',
    url,
    payload: encodedForm.payload,
    headers: { ...encodedForm.headers, 'x-api-key': secret, ...headers },
  });
};
const cutOut = (secret: string, headers: Record<string, string> = {}) =>
  post('/v1/cutouts', secret, { image: PRODUCT_PHOTO }, headers);
const asJson = { accept: 'application/json' };

describe('a live key', () => {
  it('is refused to a free account with an explanation, unlike a test key', async () => {
    const owner = await shopOwner();
    const refused = await owner.makeKey('live');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'LIVE_KEYS_NOT_IN_PLAN',
      message: ERRORS.LIVE_KEYS_NOT_IN_PLAN.message,
    });
    expect((await owner.makeKey('test')).statusCode).toBe(201);
  });

  it('is refused at every endpoint when the plan ends, and works again when the plan returns', async () => {
    const owner = await shopOwner();
    await owner.grant(['custom']);
    const { id, secret } = await owner.key();
    const statuses = async () => [
      (await ask('GET', '/v1/key', secret)).statusCode,
      (await ask('GET', '/v1.0/account', secret)).statusCode,
      (await ask('GET', '/v1/jobs', secret)).statusCode,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await owner.grant(['custom'], new Date(Date.now() - 1000));
    expect(await statuses()).toEqual([403, 403, 403]);
    const answer = await ask('GET', '/v1/key', secret);
    expect(answer.json()).toMatchObject({
      code: 'LIVE_KEYS_NOT_IN_PLAN',
      detail: ERRORS.LIVE_KEYS_NOT_IN_PLAN.message,
    });
    for (const [url, form] of [
      ['/v1.0/removebg', { image_file: PRODUCT_PHOTO }],
      ['/api/remove', { file: PRODUCT_PHOTO }],
    ] as const)
      expect((await post(url, secret, form)).statusCode, url).toBe(403);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await ask('POST', '/mcp', secret, message)).statusCode).toBe(403);
    const rotated = await api.send('rotateApiKey', { access: owner.access, params: { id } });
    expect([rotated.statusCode, rotated.json<{ code: string }>().code]).toEqual([
      403,
      'LIVE_KEYS_NOT_IN_PLAN',
    ]);
    await owner.grant(['live_keys']);
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});

describe('a catalog run', () => {
  async function draft(access: string, photos: number): Promise<Run> {
    const recipe = await api.data<StoredRecipe>('createRecipe', {
      access,
      body: { name: 'White', recipe: PLAIN_RECIPE },
    });
    const run = await api.data<Run>('createRun', { access, body: { name: 'Autumn', recipe_id: recipe.id } });
    const items = Array.from({ length: photos }, (_, place) => ({
      sku: `article-${place}`,
      source: { kind: 'url', url: `https://shop.example/${place}.jpg` },
    }));
    await api.data('addRunItems', { access, params: { id: run.id }, body: { first_row: 1, items } });
    return run;
  }
  const act = (access: string, { id }: Run, action: string) =>
    api.send('changeRun', { access, params: { id, action } });

  it('needs the entitlement for more than 50 photos, and continues when the entitlement ends', async () => {
    const owner = await shopOwner();
    await owner.give(1, `runs:${owner.userId}`);
    await api.services.database.stores.ledger.append({
      userId: owner.userId,
      ledger: 'freemium',
      kind: 'adjust',
      delta: 1000,
      reference: `large:${owner.userId}`,
    });
    const run = await draft(owner.access, SMALL_RUN_PHOTOS + 1);
    const params = { id: run.id };
    const { problems } = await api.data<RunEstimate>('estimateRun', { access: owner.access, params });
    expect(problems.map(({ code }) => code)).toEqual(['LARGE_RUNS_NOT_IN_PLAN']);
    const refused = await act(owner.access, run, 'start');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'LARGE_RUNS_NOT_IN_PLAN',
      message: ERRORS.LARGE_RUNS_NOT_IN_PLAN.message,
    });
    await owner.grant(['large_runs']);
    expect((await act(owner.access, run, 'start')).statusCode).toBe(200);
    await owner.grant([]);
    expect((await act(owner.access, run, 'pause')).statusCode).toBe(200);
    expect((await act(owner.access, run, 'resume')).statusCode).toBe(200);
    // A large run that was canceled and is continued counts as a new large run, so it is refused.
    expect((await act(owner.access, run, 'cancel')).statusCode).toBe(200);
    expect((await act(owner.access, run, 'continue')).statusCode).toBe(403);
  });

  it('is available to every account up to 50 photos, with a daily limit for small runs', async () => {
    const owner = await shopOwner();
    await api.services.database.stores.ledger.append({
      userId: owner.userId,
      ledger: 'freemium',
      kind: 'adjust',
      delta: 1000,
      reference: `small:${owner.userId}`,
    });
    const runs: Run[] = [];
    for (let count = 0; count <= SMALL_RUN_PHOTOS_PER_DAY / SMALL_RUN_PHOTOS; count += 1)
      runs.push(await draft(owner.access, SMALL_RUN_PHOTOS));
    const started = await Promise.all(runs.map((run) => act(owner.access, run, 'start')));
    expect(started.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 429]);
    // Photos of deleted runs still count as started.
    for (const { id } of runs) await api.send('deleteRun', { access: owner.access, params: { id } });
    const one = await draft(owner.access, 1);
    const { problems } = await api.data<RunEstimate>('estimateRun', {
      access: owner.access,
      params: { id: one.id },
    });
    expect(problems).toEqual([
      { code: 'SMALL_RUNS_OF_DAY_USED', message: ERRORS.SMALL_RUNS_OF_DAY_USED.message, rows: [] },
    ]);
    expect((await act(owner.access, one, 'start')).json()).toMatchObject({ code: 'SMALL_RUNS_OF_DAY_USED' });
  });

  it('counts a replaced photo of a finished run toward the daily limit', async () => {
    const owner = await shopOwner();
    const run = await draft(owner.access, 1);
    const params = { id: run.id };
    expect((await act(owner.access, run, 'start')).statusCode).toBe(200);
    await eventually('the run has ended', async () => {
      await api.services.feedRuns();
      const { status } = await api.data<Run>('readRun', { access: owner.access, params });
      return status === 'finished' ? true : undefined;
    });
    const caller = await api.services.sessions.authenticate(owner.access);
    const replace = async () =>
      api.send('changeRunItem', {
        access: owner.access,
        params: { id: run.id, row: '1' },
        body: { image_key: await api.services.upload(caller) },
      });
    await api.services.pool.query('update organizations set small_run_photos = $2 where id = $1', [
      caller.organizationId,
      SMALL_RUN_PHOTOS_PER_DAY,
    ]);
    expect((await replace()).json()).toMatchObject({ code: 'SMALL_RUNS_OF_DAY_USED' });
    await api.services.pool.query('update organizations set small_run_photos = $2 where id = $1', [
      caller.organizationId,
      SMALL_RUN_PHOTOS_PER_DAY - 1,
    ]);
    expect((await replace()).statusCode).toBe(200);
    expect((await replace()).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('costs one download for each photo whose files are fetched, once', async () => {
    const owner = await shopOwner();
    const run = await draft(owner.access, 3);
    const params = { id: run.id };
    expect((await act(owner.access, run, 'start')).statusCode).toBe(200);
    await eventually('the run has ended', async () => {
      await api.services.feedRuns();
      const { status } = await api.data<Run>('readRun', { access: owner.access, params });
      return status === 'finished' ? true : undefined;
    });
    const order = (kind: string) =>
      api.send('orderRunDownload', { access: owner.access, params, body: { kind } });
    // The ZIP has three photos but only two downloads are left: no download is debited.
    const refused = await order('zip');
    expect(refused.statusCode).toBe(402);
    expect(refused.json()).toMatchObject({
      code: 'OUT_OF_DOWNLOADS',
      message: MESSAGES.outOfDownloadCredits,
    });
    expect(await owner.downloads()).toBe(2);
    expect((await order('manifest')).statusCode).toBe(200);
    const { outputs } = await api.data<RunItem>('readRunItem', {
      access: owner.access,
      params: { ...params, row: '1' },
    });
    expect((await api.get(outputs[0]?.url ?? '')).statusCode).toBe(200);
    expect(await owner.downloads()).toBe(2);
    expect((await api.get(outputs[0]?.download_url ?? '')).statusCode).toBe(200);
    expect(await owner.downloads()).toBe(1);
    await owner.give(2, `zip:${owner.userId}`);
    const ordered = await Promise.all(Array.from({ length: 20 }, () => order('zip')));
    expect(ordered.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await owner.downloads()).toBe(1);
    const zip = await api.get(ordered[0]?.json<{ data: { url: string } }>().data.url ?? '');
    expect(zip.rawPayload.toString('latin1').match(/article-\d_shop\.png/g)).toBeTruthy();
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });
});

describe('a full-size file fetched through the API', () => {
  async function program() {
    const owner = await shopOwner();
    await owner.grant(['live_keys']);
    const { secret } = await owner.key();
    return { ...owner, secret };
  }

  it('costs one download, however and how often the picture is fetched', async () => {
    const { secret, downloads } = await program();
    const job = (await cutOut(secret, asJson)).json<V1Job>();
    // Showing a link to the picture is free.
    await ask('GET', `/v1/jobs/${job.id}`, secret);
    expect(await downloads()).toBe(2);
    const [result] = job.results;
    const { pathname: bytes } = new URL(result?.url ?? '');
    const { pathname: link } = new URL(result?.download_url ?? '');
    await ask('HEAD', bytes, secret);
    await ask('HEAD', link, null);
    expect(await downloads()).toBe(2);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        place % 2 === 0 ? ask('GET', bytes, secret) : ask('GET', link, null),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(responses[0]?.rawPayload.equals(responses[1]?.rawPayload ?? Buffer.alloc(0))).toBe(true);
    expect(await downloads()).toBe(1);
    expect((await ask('GET', link.slice(0, -2), null)).statusCode).toBe(404);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('is debited once for a repeated call; the compatibility endpoints debit it as well', async () => {
    const { secret, downloads, give, userId } = await program();
    const once = { 'idempotency-key': 'the-same-call' };
    await cutOut(secret, once);
    expect((await cutOut(secret, once)).headers['idempotency-replayed']).toBe('true');
    expect(await downloads()).toBe(1);
    await give(1, `endpoints:${userId}`);
    expect(
      (await post('/v1.0/removebg', secret, { image_file: PRODUCT_PHOTO, size: 'full', format: 'png' }))
        .statusCode,
    ).toBe(200);
    expect(await downloads()).toBe(1);
    expect((await post('/api/remove', secret, { file: PRODUCT_PHOTO })).statusCode).toBe(200);
    expect(await downloads()).toBe(0);
  });

  it('is refused before any work when no download is left', async () => {
    const { secret, access, downloads, give, userId } = await program();
    await give(-1, `one:${userId}`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => cutOut(secret)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 402, 402, 402, 402]);
    // One picture costs one generation and one download.
    expect(await api.balance(access)).toEqual({ generations: 4, downloads: 0 });
    const refused = await cutOut(secret);
    expect(refused.json()).toMatchObject({ code: 'OUT_OF_DOWNLOADS', detail: MESSAGES.outOfDownloadCredits });
    const answer = await post('/v1.0/removebg', secret, { image_file: PRODUCT_PHOTO });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      402,
      { errors: [{ code: 'insufficient_credits' }] },
    ]);
    expect(await downloads()).toBe(0);
  });

  it('is free with a test key, whose pictures carry a watermark', async () => {
    const { key, downloads } = await program();
    const { secret } = await key('test');
    expect((await cutOut(secret)).statusCode).toBe(200);
    expect(await downloads()).toBe(2);
  });
});
