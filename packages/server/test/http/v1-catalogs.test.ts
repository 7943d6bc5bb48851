import { v1CatalogSchema, v1ItemsPageSchema, webhookBodySchema } from '@packshot/contract';
import type { ErrorCode, Problem, Recipe, Run, RunEstimate, RunItem, StoredRecipe } from '@packshot/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PublicFetchError } from '../../src/platform/public-fetch/public-fetch-error.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { FAKE_RESULT, fakeEngine } from '../../src/testing/fake-engine.ts';
import type { FakeWork } from '../../src/testing/fake-engine.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { multipartForm } from '../../src/testing/multipart-form.ts';
import { readZip } from '../../src/testing/read-zip.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { PRODUCT_PHOTO } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

let api: TestApi;
let worker: TestWorker;
let work: FakeWork;

beforeAll(async () => {
  api = await startTestApi({
    publicFetch: async ({ url }) => {
      if (url.includes('gone')) throw new PublicFetchError('unreachable', 'It is gone');
      return { status: 200, headers: {}, bytes: photo(url) };
    },
    rateLimits: { callsPerKey: { max: 1000, windowMs: 60_000 } },
  });
  worker = await startTestWorker(
    api.services,
    fakeEngine((...call) => work(...call)),
    { concurrency: 4 },
  );
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
});
beforeEach(() => {
  work = () => Promise.resolve(FAKE_RESULT);
});

/** Creates a photo with the same pixels as the others, but with different bytes and therefore another hash. */
const photo = (nonce: string): Buffer => Buffer.concat([PRODUCT_PHOTO, Buffer.from(nonce)]);
const SHOP = 'https://shop.example';

interface CatalogTestRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly json?: object;
  readonly table?: string | Buffer;
  readonly headers?: Record<string, string>;
}

function ask(path: string, secret: string, { method, json, table, headers }: CatalogTestRequest = {}) {
  const hasBody = json !== undefined || table !== undefined;
  return api.app.inject({
    method: method ?? (hasBody ? 'POST' : 'GET'),
    url: `/v1/${path}`,
    headers: {
      'x-api-key': secret,
      ...(table !== undefined && { 'content-type': 'text/csv' }),
      ...headers,
    },
    ...(hasBody && { payload: json ?? table }),
  });
}

/** Returns the response of a call, which must succeed. */
async function readAnswer<Answer>(answering: Promise<LightMyRequestResponse>): Promise<Answer> {
  const answer = await answering;
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json<Answer>();
}

async function readCode(answering: Promise<LightMyRequestResponse>): Promise<ErrorCode> {
  const answer = await answering;
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  return answer.json<Problem>().code;
}

async function newcomer() {
  const { owner, key, credits } = await newKeyOwner(api.services);
  return { owner, key, credits, secret: await key() };
}

const urls = (...names: readonly string[]): string[] => names.map((name) => `${SHOP}/${name}.jpg`);
const post = { method: 'POST' } as const;
const act = (secret: string, id: string, action: string) =>
  ask(`catalogs/${id}/actions/${action}`, secret, post);

/** Processes runs as a worker does until the catalog run is no longer running. */
const stands = (secret: string, id: string): Promise<ReturnType<typeof v1CatalogSchema.parse>> =>
  eventually('the catalog stands still', async () => {
    await api.services.feedRuns();
    const run = v1CatalogSchema.parse(await readAnswer(ask(`catalogs/${id}`, secret)));
    return run.status === 'running' ? undefined : run;
  });

const listItems = async (secret: string, id: string, query = ''): Promise<RunItem[]> =>
  v1ItemsPageSchema.parse(await readAnswer(ask(`catalogs/${id}/items?${query}`, secret))).data;

describe('/v1/catalogs', () => {
  it('makes pictures from URLs with an inline recipe, and returns a ZIP with a manifest', async () => {
    const { secret, credits } = await newcomer();
    const json = { name: 'Autumn', recipe: PLAIN_RECIPE, urls: urls('mug', 'gone', 'vase') };
    const creation = await ask('catalogs', secret, { json });
    expect(creation.statusCode).toBe(201);
    const { id, status, items } = v1CatalogSchema.parse(creation.json());
    expect([status, items]).toEqual(['draft', 3]);
    const estimate = await readAnswer<RunEstimate>(ask(`catalogs/${id}/estimate`, secret));
    expect(estimate).toMatchObject({
      photos: 3,
      credits: 3,
      balance: 5,
      example_names: ['mug_shop.png'],
      problems: [],
    });
    expect(await readAnswer(act(secret, id, 'start'))).toMatchObject({ status: 'running' });
    expect(await stands(secret, id)).toMatchObject({
      status: 'finished',
      credits: 2,
      counts: { done: 2, failed: 1 },
    });
    expect(await credits()).toBe(3);
    const [failed] = await listItems(secret, id, 'state=failed');
    expect(failed).toMatchObject({ row: 2, sku: 'gone', reason: { code: 'URL_UNREACHABLE' } });

    const [first] = await listItems(secret, id, 'links=true');
    expect(first?.outputs[0]).toMatchObject({
      name: 'mug_shop.png',
      url: expect.stringMatching(/^\/v1\/files\//) as string,
    });
    expect((await listItems(secret, id))[0]?.outputs[0]?.url).toBeNull();
    const zip = await ask(`catalogs/${id}/export`, secret);
    expect(zip.headers['content-type']).toBe('application/zip');
    expect([...readZip(zip.rawPayload).keys()]).toEqual(['mug_shop.png', 'vase_shop.png', 'manifest.csv']);
    const manifest = await ask(`catalogs/${id}/manifest?state=failed`, secret);
    expect(manifest.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(manifest.body).toContain('URL_UNREACHABLE');
    expect(manifest.body).not.toContain('mug_shop');

    expect((await ask(`catalogs/${id}`, secret, { method: 'DELETE' })).statusCode).toBe(204);
    expect(await readCode(ask(`catalogs/${id}`, secret))).toBe('NOT_FOUND');
  });

  it('accepts a table, pictures for its rows, and a stored recipe', async () => {
    const { secret } = await newcomer();
    const recipe = await readAnswer<StoredRecipe>(
      ask('recipes', secret, { json: { name: 'White', recipe: PLAIN_RECIPE } }),
    );
    const { id } = await readAnswer<Run>(ask('catalogs', secret, { json: { recipe_id: recipe.id } }));
    const table = `sku,file,title\nmug,mug.jpg,Mug\nvase,vase.jpg,"=HYPERLINK(""http://evil"")"\n`;
    const tablePreview = await readAnswer(ask(`catalogs/${id}/table`, secret, { table }));
    expect(tablePreview).toMatchObject({ columns: ['sku', 'file', 'title'], rows: 2, added: 0 });
    const { mapping } = tablePreview as { mapping: object };
    // A table in the encoding windows-1250, as a spreadsheet program saves it on a Polish Windows.
    const polish = Buffer.from('sku;file;GTIN\n£y¿ka;a.jpg;4.00638E+12\n', 'latin1');
    expect(await readAnswer(ask(`catalogs/${id}/table`, secret, { table: polish }))).toMatchObject({
      encoding: 'windows-1250',
      first_rows: [['Łyżka', 'a.jpg', '4.00638E+12']],
      readings: expect.arrayContaining([expect.objectContaining({ encoding: 'windows-1250' })]),
      notices: [expect.stringContaining('Digits are missing in “GTIN” (row 1)')],
    });
    const western = ask(`catalogs/${id}/table?encoding=windows-1252`, secret, { table: polish });
    expect(await readAnswer(western)).toMatchObject({ first_rows: [['£y¿ka', 'a.jpg', '4.00638E+12']] });
    const add = `catalogs/${id}/table?mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    expect(await readAnswer(ask(add, secret, { table }))).toMatchObject({ added: 2 });
    // Sends the same rows again, as a client does after a lost response.
    expect(await readAnswer(ask(add, secret, { table }))).toMatchObject({ added: 0 });
    expect(await readCode(act(secret, id, 'start'))).toBe('RUN_INCOMPLETE');
    const files = [];
    for (const name of ['mug.jpg', 'vase.jpg', 'other.jpg']) {
      const encodedForm = multipartForm({ image: photo(name) }, name);
      const uploaded = await api.app.inject({
        ...post,
        url: '/v1/images',
        headers: { 'x-api-key': secret, ...encodedForm.headers },
        payload: encodedForm.payload,
      });
      files.push({ file_name: name, key: uploaded.json<{ image_key: string }>().image_key });
    }
    expect(await readAnswer(ask(`catalogs/${id}/files`, secret, { json: { files } }))).toEqual({
      attached: 2,
      unmatched: ['other.jpg'],
      missing: 0,
    });
    await readAnswer(act(secret, id, 'start'));
    expect(await stands(secret, id)).toMatchObject({ name: 'White', counts: { done: 2 } });
    // The text must not start a formula in a spreadsheet program.
    expect((await ask(`catalogs/${id}/manifest`, secret)).body).not.toContain(',=HYPERLINK');
  });

  it('lets a catalog be reviewed, redone row by row, paused, resumed, canceled and retried', async () => {
    const { secret } = await newcomer();
    const { id } = await readAnswer<Run>(
      ask('catalogs', secret, { json: { recipe: PLAIN_RECIPE, urls: urls('a', 'gone') } }),
    );
    await readAnswer(act(secret, id, 'start'));
    expect(await readAnswer(act(secret, id, 'pause'))).toMatchObject({
      status: 'paused',
      paused_because: null,
    });
    // Repeating an action isn't an error.
    expect(await readAnswer(act(secret, id, 'pause'))).toMatchObject({ status: 'paused' });
    expect(await readCode(act(secret, id, 'start'))).toBe('RUN_NOT_READY');
    await readAnswer(act(secret, id, 'resume'));
    await stands(secret, id);
    const decisions = { decisions: [{ row: 1, decision: 'approve' }] };
    expect(await readAnswer(ask(`catalogs/${id}/review`, secret, { json: decisions }))).toEqual({
      rows: [1],
    });
    expect(await listItems(secret, id, 'state=approved')).toHaveLength(1);
    await readAnswer(act(secret, id, 'retry'));
    expect(await stands(secret, id)).toMatchObject({ status: 'finished', counts: { failed: 1 } });
    const key = (await listItems(secret, id))[0]?.photo_key ?? '';
    const again = { method: 'PATCH', json: { image_key: key } } as const;
    await readAnswer(ask(`catalogs/${id}/items/2`, secret, again));
    await readAnswer(act(secret, id, 'cancel'));
    expect(await readAnswer(ask(`catalogs/${id}/items/2`, secret))).toMatchObject({ state: 'skipped' });
  });

  it('creates one catalog and one recipe for a repeated call', async () => {
    const { secret, key } = await newcomer();
    const headers = { 'idempotency-key': 'autumn-2026' };
    const json = { recipe: PLAIN_RECIPE, urls: urls('a'), start: true };
    const answers = await Promise.all([1, 2, 3].map(() => ask('catalogs', secret, { json, headers })));
    const ids = answers.map((answer) => answer.json<Run>().id);
    expect(new Set(ids).size).toBe(1);
    expect(answers.map((answer) => answer.headers['idempotency-replayed']).toSorted()).toEqual([
      'false',
      'true',
      'true',
    ]);
    const other = { ...json, urls: urls('b') };
    expect(await readCode(ask('catalogs', secret, { json: other, headers }))).toBe('IDEMPOTENCY_CONFLICT');
    expect((await ask('catalogs', await key(), { json: other, headers })).statusCode).toBe(201);
    const recipe = { name: 'White', recipe: PLAIN_RECIPE };
    const storedRecipe = await readAnswer<StoredRecipe>(ask('recipes', secret, { json: recipe, headers }));
    expect(await readAnswer(ask('recipes', secret, { json: recipe, headers }))).toEqual(storedRecipe);
    const [output] = PLAIN_RECIPE.outputs as [Recipe['outputs'][number]];
    const changed = { ...PLAIN_RECIPE, outputs: [{ ...output, width: 640 }] };
    const clash = { json: { ...recipe, recipe: changed }, headers };
    expect(await readCode(ask('recipes', secret, clash))).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('stores no catalog that should start immediately but can’t', async () => {
    const { secret } = await newcomer();
    const ask6 = { json: { recipe: PLAIN_RECIPE, urls: urls('1', '2', '3', '4', '5', '6'), start: true } };
    expect(await readCode(ask('catalogs', secret, ask6))).toBe('OUT_OF_CREDITS');
    expect(await readCode(ask('catalogs', secret, { json: { recipe: PLAIN_RECIPE, start: true } }))).toBe(
      'RUN_EMPTY',
    );
    expect(await readAnswer(ask('catalogs', secret))).toEqual({ data: [], next_cursor: null });
  });

  it('explains invalid requests', async () => {
    const { secret } = await newcomer();
    const wrong = async (json: object) => (await ask('catalogs', secret, { json })).json<Problem>();
    expect(await wrong({})).toMatchObject({ code: 'BAD_REQUEST', detail: expect.stringContaining('either') });
    expect(await wrong({ recipe: { ...PLAIN_RECIPE, steps: {} } })).toMatchObject({
      code: 'BAD_REQUEST',
      param: expect.stringContaining('recipe.steps'),
    });
    expect(await wrong({ recipe: PLAIN_RECIPE, urls: ['file:///etc/passwd'] })).toMatchObject({
      code: 'BAD_REQUEST',
      param: 'urls.0',
    });
    const item = { sku: 'a', source: { kind: 'upload', key: 'uploads/of/others', file_name: 'a.jpg' } };
    expect(await wrong({ recipe: PLAIN_RECIPE, items: [item] })).toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    expect(await readAnswer(ask('catalogs', secret))).toMatchObject({ data: [] });
    const html = { ...post, table: '<html>', headers: { 'content-type': 'text/html' } };
    expect(await readCode(ask('catalogs', secret, html))).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('shows a catalog only to its member, and lets no test key change it', async () => {
    const { secret, key, credits } = await newcomer();
    const stranger = await newcomer();
    const json = { recipe: PLAIN_RECIPE, urls: urls('a') };
    const { id } = await readAnswer<Run>(ask('catalogs', secret, { json }));
    for (const path of ['', '/items', '/items/1', '/estimate', '/export', '/manifest'])
      expect(await readCode(ask(`catalogs/${id}${path}`, stranger.secret))).toBe('NOT_FOUND');
    expect(await readCode(act(stranger.secret, id, 'start'))).toBe('NOT_FOUND');
    const test = await key({ mode: 'test' });
    expect(await readAnswer(ask(`catalogs/${id}`, test))).toMatchObject({ id });
    expect(await readCode(act(test, id, 'start'))).toBe('LIVE_KEY_NEEDED');
    expect(await readCode(ask('catalogs', test, { json }))).toBe('LIVE_KEY_NEEDED');
    expect(await readCode(ask('recipes', test, { json: { name: 'A', recipe: PLAIN_RECIPE } }))).toBe(
      'LIVE_KEY_NEEDED',
    );
    expect(await readCode(ask(`catalogs/${id}`, test, { method: 'DELETE' }))).toBe('LIVE_KEY_NEEDED');
    expect(await credits()).toBe(5);
  });
});

describe('a key that starts a catalog', () => {
  it('pays up to its ceiling; then the catalog pauses and notifies webhooks', async () => {
    const { owner, key, credits } = await newcomer();
    const secret = await key({ monthly_ceiling: 2 });
    const hook = { url: 'https://hooks.example/', description: '', events: ['catalog.paused' as const] };
    const { id: webhookId } = await api.services.webhooks.create(owner, hook);
    const json = { recipe: PLAIN_RECIPE, urls: urls('a', 'b', 'c', 'd'), start: true };
    const { id } = await readAnswer<Run>(ask('catalogs', secret, { json }));
    expect(await stands(secret, id)).toMatchObject({ paused_because: 'KEY_CEILING_REACHED' });
    await eventually('what has begun ends', async () => {
      const { counts } = await readAnswer<Run>(ask(`catalogs/${id}`, secret));
      return counts.done === 2 || undefined;
    });
    expect(await credits()).toBe(3);
    const { data } = await api.services.webhooks.deliveries(owner, webhookId, { limit: 20 });
    const bodies = data.map(({ body }) => webhookBodySchema.parse(JSON.parse(body)));
    expect(bodies).toMatchObject([
      { type: 'catalog.paused', data: { id, status: 'paused', paused_because: 'KEY_CEILING_REACHED' } },
    ]);
    // If a user resumes the catalog run, it has the user's rights from then on, instead of the API key's.
    await api.services.runs.change(owner, id, 'resume');
    expect(await stands(secret, id)).toMatchObject({ status: 'finished', counts: { done: 4 } });
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('pauses the catalog when it is revoked or loses the scope, and notifies webhooks at the end', async () => {
    const { owner, key } = await newcomer();
    const hook = { url: 'https://hooks.example/', description: '', events: ['catalog.finished' as const] };
    const { id: webhookId } = await api.services.webhooks.create(owner, hook);
    const reader = await key({ scopes: ['images:read'] });
    const createdKey = await api.services.apiKeys.create(owner, {
      name: 'Night',
      mode: 'live',
      scopes: ['catalog:write'],
      addresses: [],
      monthly_ceiling: null,
      expires_at: null,
    });
    const json = { recipe: PLAIN_RECIPE, urls: urls('a'), start: true };
    const { id } = await readAnswer<Run>(ask('catalogs', createdKey.secret, { json }));
    await api.services.apiKeys.update(owner, createdKey.id, { scopes: ['images:read'] });
    expect(await stands(reader, id)).toMatchObject({ paused_because: 'KEY_INVALID', credits: 0 });
    await api.services.apiKeys.update(owner, createdKey.id, { scopes: ['catalog:write'] });
    await readAnswer(act(createdKey.secret, id, 'resume'));
    await stands(reader, id);
    const second = { json: { ...json, urls: urls('b') } };
    const { id: next } = await readAnswer<Run>(ask('catalogs', createdKey.secret, second));
    await api.services.apiKeys.revoke(owner, createdKey.id);
    expect(await stands(reader, next)).toMatchObject({ paused_because: 'KEY_INVALID', credits: 0 });
    const { data } = await api.services.webhooks.deliveries(owner, webhookId, { limit: 20 });
    expect(data.map(({ body }) => webhookBodySchema.parse(JSON.parse(body)))).toMatchObject([
      { type: 'catalog.finished', data: { id, counts: { done: 1 }, credits: 1 } },
    ]);
  });
});

describe('/v1/recipes', () => {
  it('stores recipes in versions, and renames and deletes them', async () => {
    const { secret } = await newcomer();
    const recipe = await readAnswer<StoredRecipe>(
      ask('recipes', secret, { json: { name: 'White', recipe: PLAIN_RECIPE } }),
    );
    const [output] = PLAIN_RECIPE.outputs as [Recipe['outputs'][number]];
    const changed = { ...PLAIN_RECIPE, outputs: [{ ...output, width: 640 }] };
    const patch = { method: 'PATCH', json: { name: 'Small', recipe: changed } } as const;
    expect(await readAnswer(ask(`recipes/${recipe.id}`, secret, patch))).toMatchObject({
      name: 'Small',
      version: 2,
    });
    expect(await readAnswer(ask(`recipes/${recipe.id}?version=1`, secret))).toMatchObject({
      hash: recipe.hash,
    });
    expect(await readAnswer(ask('recipes', secret))).toMatchObject({ data: [{ id: recipe.id, version: 2 }] });
    expect(await readCode(ask(`recipes/${recipe.id}`, (await newcomer()).secret))).toBe('NOT_FOUND');
    expect((await ask(`recipes/${recipe.id}`, secret, { method: 'DELETE' })).statusCode).toBe(204);
    expect(await readCode(ask(`recipes/${recipe.id}`, secret))).toBe('NOT_FOUND');
  });
});
