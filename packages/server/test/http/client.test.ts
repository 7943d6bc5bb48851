import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Packshot, PackshotError } from '@packshot/client';
import { ALL_V1_ENDPOINTS, API_SCOPES } from '@packshot/contract';
import type { ApiKeyRequest } from '@packshot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { FAKE_RESULT, fakeEngine, readStored } from '../../src/testing/fake-engine.ts';
import type { FakeWork } from '../../src/testing/fake-engine.ts';
import { keepFeeding } from '../../src/testing/keep-feeding.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { PRODUCT_PHOTO, REFERENCE_ID } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

let api: TestApi;
let worker: TestWorker;
let work: FakeWork;
let site: string;
/** Names of the API operations that the tests have called. */
const calledOperations = new Set<string>();

beforeAll(async () => {
  api = await startTestApi({ heartbeatIntervalMs: 50 });
  worker = await startTestWorker(
    api.services,
    fakeEngine((...call) => work(...call)),
    { concurrency: 4 },
  );
  api.app.addHook('onRequest', async ({ routeOptions }) => {
    const { v1Operation } = routeOptions.config;
    if (v1Operation !== undefined) calledOperations.add(v1Operation);
  });
  site = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
});
beforeEach(() => {
  work = () => Promise.resolve(FAKE_RESULT);
});

async function program(fields: Partial<ApiKeyRequest> = {}) {
  const { key, credits } = await newKeyOwner(api.services);
  const secret = await key(fields);
  return { packshot: new Packshot({ server: site, key: secret }), secret, credits };
}

const PHOTO = new Blob([new Uint8Array(PRODUCT_PHOTO)]);
const readPicture = (bytes: Uint8Array) => readStored(bytes).picture;

describe('the client library', () => {
  it('receives a picture with facts about it', async () => {
    const { packshot, credits } = await program();
    const mug = await packshot.cutouts.create({ image: new File([PHOTO], 'mug photo.jpg') });
    expect(readPicture(mug.bytes)).toEqual(readPicture(FAKE_RESULT.full));
    expect(mug).toMatchObject({
      contentType: 'image/png',
      creditsCharged: 1,
      confidence: 0.7,
      foreground: { x: 10, y: 20, width: 300, height: 400 },
      recipe: expect.stringMatching(/^[0-9a-f]{16}$/),
      editUrl: expect.stringContaining('/studio?record='),
    });
    expect(await credits()).toBe(4);
    const job = await packshot.jobs.get(mug.jobId);
    expect(job).toMatchObject({ status: 'succeeded', results: [{ doubts: [{ reason: 'looks-differ' }] }] });
    const { image_key: key = '', download_url: link = '' } = job.results[0] ?? {};
    expect(readPicture((await packshot.files.get(link)).bytes)).toEqual(readPicture(FAKE_RESULT.full));
    // A result can be the picture of another call. This call is refused only because the result is too small.
    await expect(packshot.cutouts.create({ image: { key } })).rejects.toMatchObject({ code: 'TOO_SMALL' });
  });

  it('offers every tool', async () => {
    const { packshot } = await program({ mode: 'test' });
    const image = PHOTO;
    const mask = PHOTO;
    const scenes = await packshot.scenes.create({
      image,
      set_id: REFERENCE_ID,
      count: 2,
      palette: ['#c0ffee'],
    });
    expect(scenes).toHaveLength(2);
    for (const result of [
      ...scenes,
      await packshot.edits.create({ image, mask }),
      await packshot.upscales.create({ image, factor: 2, clean_up: true }),
      await packshot.harmonizations.create({ image, mask, strength: 0.5 }),
    ])
      expect(result).toMatchObject({ contentType: 'image/png', creditsCharged: 0 });
    const words = await packshot.descriptions.create({ image, product_name: 'Mug' });
    expect(words.description).toBe('A glossy red mug.');
  });

  it('stores a picture, lists jobs and sets, and reports the usage', async () => {
    const { packshot } = await program();
    const { image_key: key, width } = await packshot.images.create(PHOTO);
    expect(width).toBeGreaterThan(0);
    await packshot.cutouts.create({ image: { key } });
    await packshot.descriptions.create({ image: { key } });
    const first = await packshot.jobs.list({ limit: 1 });
    expect(first.data.map(({ tool }) => tool)).toEqual(['describe']);
    const second = await packshot.jobs.list({ limit: 1, cursor: first.next_cursor ?? '' });
    expect(second.data.map(({ tool }) => tool)).toEqual(['cut-out']);
    const amazon = (await packshot.channels.list()).find(({ id }) => id === 'amazon');
    expect(amazon).toMatchObject({ name: 'Amazon', file_names: { pattern: '{sku}.{slot}.{ext}' } });
    expect(amazon?.rules.find(({ rule }) => rule === 'bytes')).toMatchObject({
      level: 'refused',
      max: 10_000_000,
      sentence: 'at most 10 MB',
      source: { confidence: 'reported', checked_on: '2026-11-23' },
    });
    expect((await packshot.sets.list()).map(({ id }) => id)).toContain(REFERENCE_ID);
    expect((await packshot.usage.get({ days: 1 })).by_day).toHaveLength(1);
    expect(await packshot.key.get()).toMatchObject({
      name: 'Shop',
      scopes: API_SCOPES,
      left_this_month: null,
    });
    expect((await packshot.problems.get('NO_SUBJECT')).status).toBe(422);
  });

  it('stores recipes and runs catalogs', async () => {
    const { packshot, credits } = await program();
    const { recipe } = await packshot.recipes.create({ name: 'White', recipe: PLAIN_RECIPE });
    const [storedRecipe] = await packshot.recipes.list();
    const recipe_id = storedRecipe?.id ?? '';
    expect((await packshot.recipes.update(recipe_id, { name: 'Snow' })).name).toBe('Snow');
    expect((await packshot.recipes.get(recipe_id, { version: 1 })).recipe).toEqual(recipe);
    const { image_key: key } = await packshot.images.create(PHOTO);
    const source = { kind: 'upload', key, file_name: 'mug.jpg' } as const;
    const { id, name } = await packshot.catalogs.create({
      recipe_id,
      items: [{ sku: 'mug', source }],
      only_changed: false,
    });
    expect(name).toBe('Snow');
    const table = 'sku,file\nvase,vase.jpg\n';
    const { mapping, rows } = await packshot.catalogs.addTable(id, table);
    expect(rows).toBe(1);
    expect(await packshot.catalogs.addTable(id, table, { mapping, first_row: 2 })).toMatchObject({
      added: 1,
    });
    const files = [{ file_name: 'vase.jpg', key }];
    expect(await packshot.catalogs.attachFiles(id, { files })).toMatchObject({ attached: 1, missing: 0 });
    const third = { first_row: 3, items: [{ sku: 'cup', source }] };
    expect(await packshot.catalogs.addItems(id, third)).toEqual({ added: 1, taken: [], items: 3 });
    const other = { first_row: 3, items: [{ sku: 'pot', source }] };
    expect(await packshot.catalogs.addItems(id, other)).toEqual({ added: 0, taken: [3], items: 3 });
    expect(await packshot.catalogs.buckets()).toEqual([]);
    const nowhere = { bucket_id: id, folder: '' };
    await expect(packshot.catalogs.addBucket(id, nowhere)).rejects.toMatchObject({ code: 'BUCKET_GONE' });
    await expect(packshot.catalogs.deliver(id)).rejects.toMatchObject({ code: 'RUN_NOT_READY' });
    expect(await packshot.catalogs.estimate(id)).toMatchObject({ credits: 3, problems: [] });
    await packshot.catalogs.change(id, 'start');
    const stopFeeding = keepFeeding(api.services);
    try {
      expect(await packshot.catalogs.wait(id)).toMatchObject({ status: 'finished', credits: 3 });
    } finally {
      await stopFeeding();
    }
    expect(await packshot.catalogs.get(id)).toMatchObject({ counts: { done: 3 } });
    expect(await packshot.catalogs.review(id, [{ row: 2, decision: 'reject' }])).toEqual([2]);
    const rejected = await packshot.catalogs.items(id, { state: 'rejected', links: 'true' });
    expect(rejected.data[0]?.outputs[0]?.name).toBe('vase_shop.png');
    expect(await packshot.catalogs.item(id, 3)).toMatchObject({ sku: 'cup', state: 'done' });
    expect(await new Response(await packshot.catalogs.manifest(id)).text()).toContain('cup_shop.png');
    const zip = new Uint8Array(await new Response(await packshot.catalogs.export(id)).arrayBuffer());
    expect([...zip.subarray(0, 4)]).toEqual([0x50, 0x4b, 3, 4]);
    expect(await packshot.catalogs.replacePhoto(id, 1, key)).toMatchObject({ state: 'waiting' });
    expect((await packshot.catalogs.list()).data.map((each) => each.id)).toEqual([id]);
    await packshot.catalogs.delete(id);
    await packshot.recipes.delete(recipe_id);
    expect(await packshot.recipes.list()).toEqual([]);
    expect(await credits()).toBe(2);
  });

  it('waits for a job that takes longer than a call, and watches its progress', async () => {
    const { packshot, credits } = await program();
    const gate = Promise.withResolvers<void>();
    work = () => gate.promise.then(() => FAKE_RESULT);
    const job = await packshot.cutouts.start({ image: PHOTO });
    expect(job.isReplay).toBe(false);
    const observedStatuses: string[] = [];
    for await (const { status } of job.events()) {
      observedStatuses.push(status);
      gate.resolve();
    }
    expect(observedStatuses.at(-1)).toBe('succeeded');
    const [picture] = await job.pictures();
    expect(picture).toMatchObject({ creditsCharged: 1, jobId: job.id });
    expect(await credits()).toBe(4);
  });

  it('stops a job, which then costs nothing', async () => {
    const { packshot, credits } = await program();
    work = ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('stopped'))),
      );
    const job = await packshot.cutouts.start({ image: PHOTO });
    expect(await credits()).toBe(4);
    expect((await job.stop()).status).toBe('canceled');
    expect(await credits()).toBe(5);
    await expect(job.wait()).rejects.toMatchObject({ code: 'TASK_CANCELLED', jobId: job.id });
  });

  it('is charged once per idempotency key, even with another client', async () => {
    const { packshot, secret, credits } = await program();
    const again = new Packshot({ server: site, key: secret });
    const options = { idempotencyKey: 'order-4711' };
    const [one, other] = [
      await packshot.cutouts.create({ image: PHOTO }, options),
      await again.cutouts.create({ image: PHOTO }, options),
    ];
    expect(other.jobId).toBe(one.jobId);
    expect(await credits()).toBe(4);
    expect((await again.cutouts.start({ image: PHOTO }, options)).isReplay).toBe(true);
  });

  it('reports errors by their stable code', async () => {
    const { packshot } = await program({ scopes: ['images:read'] });
    await expect(packshot.cutouts.create({ image: PHOTO })).rejects.toMatchObject({
      name: 'PackshotError',
      code: 'KEY_SCOPE_MISSING',
      status: 403,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const { packshot: tester } = await program({ mode: 'test' });
    await expect(
      tester.upscales.create({ image: PHOTO, factor: 2 }, { simulate: 'timeout' }),
    ).rejects.toMatchObject({ code: 'TASK_TIMED_OUT', jobId: expect.any(String) });
    const nobody = new Packshot({ server: site, key: 'pk_live_nobody' });
    const error: unknown = await nobody.sets.list().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PackshotError);
    expect(error).toMatchObject({ code: 'KEY_INVALID', status: 401 });
  });

  it('pauses for as long as the server’s rate limit requires', async () => {
    const strict = await startTestApi({ rateLimits: { callsPerKey: { max: 2, windowMs: 1000 } } });
    try {
      const server = await strict.app.listen({ port: 0, host: '127.0.0.1' });
      const { key } = await newKeyOwner(strict.services);
      const answers: number[] = [];
      const packshot = new Packshot({
        server,
        key: await key(),
        fetch: async (...fetchArgs) => {
          const answer = await fetch(...fetchArgs);
          answers.push(answer.status);
          return answer;
        },
      });
      for (let call = 0; call < 4; call++) await packshot.sets.list();
      expect(answers.filter((status) => status === 200)).toHaveLength(4);
      expect(answers).toContain(429);
    } finally {
      await strict.stop();
    }
  });
});

describe('the README', () => {
  const readme = readFileSync(new URL('../../../client/README.md', import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);

  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it.each(examples.map((code, at) => [at, code] as const))(
    'example %i works as printed',
    async (at, code) => {
      const { secret } = await program({ mode: 'test' });
      using folder = await programFolder(code.replaceAll('https://studio.example', site));
      const { stdout } = await folder.run({ PACKSHOT_KEY: secret });
      expect(stdout).toMatch(PRINTED[at] ?? /./);
    },
  );
});

/** Creates a user's folder with a photo, the installed client package and this program. */
async function programFolder(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-readme-'));
  mkdirSync(join(folder, 'node_modules', '@packshot'), { recursive: true });
  const client = fileURLToPath(new URL('../../../client', import.meta.url));
  symlinkSync(client, join(folder, 'node_modules', '@packshot', 'client'), 'junction');
  writeFileSync(join(folder, 'mug.jpg'), PRODUCT_PHOTO);
  writeFileSync(join(folder, 'program.mts'), code);
  return {
    run: (env: Record<string, string>) =>
      promisify(execFile)(process.execPath, ['program.mts'], {
        cwd: folder,
        env: { ...process.env, ...env },
      }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Patterns of the examples' output, in order. */
const PRINTED: readonly RegExp[] = [/^0\.7 0 http/, /succeeded 1\n\d+ \d+\n\d+ \d+\n$/, /^TASK_FAILED /];

it('the client tests request every operation of the document', () => {
  expect([...calledOperations].toSorted()).toEqual(Object.keys(ALL_V1_ENDPOINTS).toSorted());
});
