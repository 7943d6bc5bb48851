/** Runs the developer pages' examples exactly as printed, against the real API and a worker. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SNIPPETS, writtenFor } from '@packshot/contract/api/printed-examples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeveloperWorkplace } from '../../src/testing/developer-workplace.ts';
import type { DeveloperWorkplace, PrintedExample } from '../../src/testing/developer-workplace.ts';
import { FAKE_RESULT, fakeEngine } from '../../src/testing/fake-engine.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

const MUG = readFileSync(join(import.meta.dirname, '../../../web/src/lib/samples/mug.jpg'));
const JPEG = 'ffd8ff';
const PNG = '89504e';
const CUTOUT = { 'mug-cutout.png': PNG };

/**
 * Expected results of each example, by its name and language: created files with their first bytes, and printed text.
 */
const OUTCOMES: Readonly<
  Record<string, { readonly files?: Readonly<Record<string, string>>; readonly prints?: RegExp }>
> = {
  'photo/curl': { files: { 'mug.jpg': JPEG } },
  'first-picture/curl': { files: CUTOUT },
  'first-picture/typescript': { files: CUTOUT },
  'first-picture/cli': { files: CUTOUT },
  'facts/curl': { prints: /"confidence":[\d.]+,"foreground":\{"x":\d+/ },
  'facts/typescript': { prints: /^[\d.]+ \{[^}]*width: \d+[^}]*\} http\S+record=/ },
  'facts/cli': { files: CUTOUT, prints: /"status":"done".*"confidence":[\d.]+/ },
  'scene/curl': { files: { 'mug-scene.png': PNG } },
  'scene/typescript': { files: { 'mug-scene-0.png': PNG, 'mug-scene-1.png': PNG } },
  'scene/cli': { files: { 'mug-scene.png': PNG } },
  'again/curl': { files: CUTOUT },
  'again/typescript': { files: CUTOUT },
  'later/curl': {
    files: CUTOUT,
    // A job that has ended at once is answered with its picture.
    prints: /(?:"status":"(?:queued|running)"|PNG)[\s\S]*event: job[\s\S]*"succeeded"/,
  },
  'later/typescript': { files: CUTOUT, prints: /succeeded 1/ },
  'usage/curl': { prints: /"total":\{"calls":\d+/ },
  'usage/typescript': { prints: /calls: \d+/ },
  'simulate/curl': { prints: /"code":"TASK_FAILED"/ },
  'simulate/typescript': { prints: /^TASK_FAILED [\w-]{36}/ },
  'version/curl': { prints: /"data":\[\{/ },
  'remove-bg/curl': { files: { 'mug.png': PNG } },
  'rembg/curl': { files: { 'mug.png': PNG } },
};
/**
 * Examples that aren't run here: those in which the reader sets environment variables, and those that the webhook
 * journey in `e2e` runs.
 */
const NOT_RUN_HERE = ['key/curl', 'receive/typescript'];

const NAMES = Object.entries(SNIPPETS).flatMap(([name, snippet]) =>
  Object.keys(snippet).map((language) => `${name}/${language}`),
);

let api: TestApi;
let worker: TestWorker;
let photos: Server;
let workplace: DeveloperWorkplace;
let examples: readonly PrintedExample[];

beforeAll(async () => {
  api = await startTestApi({
    heartbeatIntervalMs: 50,
    arranger: {
      arrange: async (_userId, { picture }) => ({
        file: Buffer.from(picture),
        format: 'png',
        widthPx: FAKE_RESULT.widthPx,
        heightPx: FAKE_RESULT.heightPx,
        foreground: FAKE_RESULT.foreground,
      }),
      assertDecodes: async () => undefined,
    },
  });
  worker = await startTestWorker(
    api.services,
    fakeEngine(() => Promise.resolve(FAKE_RESULT)),
    { concurrency: 4 },
  );
  const site = await api.app.listen({ port: 0, host: '127.0.0.1' });
  photos = createServer((_request, response) => response.end(MUG));
  await new Promise<void>((resolve) => photos.listen(0, '127.0.0.1', resolve));
  const photo = `http://127.0.0.1:${(photos.address() as AddressInfo).port}/mug.jpg`;
  examples = Object.entries(SNIPPETS).flatMap(([name, snippet]) =>
    Object.entries(snippet).map(([language, code]) => ({
      name: `${name}/${language}`,
      code: writtenFor(code, site, photo),
    })),
  );
  const { key } = await newKeyOwner(api.services);
  workplace = await createDeveloperWorkplace({ PACKSHOT_KEY: await key({ mode: 'test' }) });
});
afterAll(async () => {
  await workplace?.remove();
  photos?.close();
  await worker?.stop();
  await api?.stop();
});

describe('a documented example for developers', () => {
  it('has an expected outcome in this test', () => {
    expect(NAMES.filter((name) => !NOT_RUN_HERE.includes(name)).toSorted()).toEqual(
      Object.keys(OUTCOMES).toSorted(),
    );
  });

  it('compiles as a strict program if it is TypeScript', async () => {
    const programs = examples.filter(({ name }) => name.endsWith('/typescript'));
    await expect(workplace.checkTypes(programs)).resolves.toBeUndefined();
  });

  // Examples run in the order of the page, because the first one provides the photo that all others use.
  it.each(NAMES.filter((name) => !NOT_RUN_HERE.includes(name)))('works as printed: %s', async (name) => {
    const { files = {}, prints = /[^]*/ } = OUTCOMES[name] ?? {};
    const example = examples.find((each) => each.name === name);
    if (example === undefined) throw new Error(`${name} is not printed.`);
    expect(await workplace.run(example)).toMatch(prints);
    for (const [file, begins] of Object.entries(files)) {
      const bytes = file === 'mug.jpg' ? await workplace.look(file) : await workplace.take(file);
      expect(bytes.subarray(0, 3).toString('hex'), file).toBe(begins);
    }
  });
});
