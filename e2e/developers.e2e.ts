import type { Problem } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SNIPPETS } from '../packages/web/src/features/developers/code/snippets.ts';
import { makeKey, takeSecret, warmUp } from './fixtures/api-keys.ts';
import { createWorkplace, printedExamples } from './fixtures/examples.ts';
import type { PrintedExample, Workplace } from './fixtures/examples.ts';
import { newAddress, signUp } from './fixtures/people.ts';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { RunningProduct } from './fixtures/product.ts';
import { RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const JPEG = 'ffd8ff';
const PNG = '89504e';
const CUTOUT = { 'mug-cutout.png': PNG };

/** What each example leaves behind, by its name and language: files with their first bytes, and words that it prints. */
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
  'later/curl': { files: CUTOUT, prints: /"status":"queued|running"[\s\S]*event: job[\s\S]*"succeeded"/ },
  'later/typescript': { files: CUTOUT, prints: /succeeded 1/ },
  'usage/curl': { prints: /"total":\{"calls":\d+/ },
  'usage/typescript': { prints: /calls: \d+/ },
  'simulate/curl': { prints: /"code":"TASK_FAILED"/ },
  'simulate/typescript': { prints: /^TASK_FAILED [\w-]{36}/ },
  'version/curl': { prints: /"data":\[\{/ },
  'remove-bg/curl': { files: { 'mug.png': PNG } },
  'rembg/curl': { files: { 'mug.png': PNG } },
};
/** Put into the environment by hand; and what a journey of its own runs. */
const NOT_RUN_HERE = ['key/curl', 'receive/typescript'];
/**
 * Run each time: every example in one language, and the first in all. That the other TypeScript examples are right for the client is checked
 * by the compiler; thorough tests run them.
 */
const isRun = ({ name }: PrintedExample): boolean =>
  IS_THOROUGH || name.endsWith('/curl') || name.startsWith('first-picture/');
const PAGES = ['', '/errors', '/limits', '/webhooks', '/other-clients'];

/** A call that takes longer than it waits, on a busy machine, is answered with its job: then it is made again. */
const BUSY = /^\{"id"/;
const MOST_TRIES = 6;

async function expectOutcome(workplace: Workplace, example: PrintedExample, tries = 1): Promise<void> {
  const outcome = OUTCOMES[example.name];
  if (outcome === undefined) return;
  const { files = {}, prints = /[^]*/ } = outcome;
  const printed = await workplace.run(example);
  const again = () => expectOutcome(workplace, example, tries + 1);
  if (BUSY.test(printed) && !prints.test(printed) && tries < MOST_TRIES) return again();
  expect(printed, example.name).toMatch(prints);
  for (const [name, begins] of Object.entries(files)) {
    // All others work on the photo.
    const bytes = name === 'mug.jpg' ? await workplace.look(name) : await workplace.take(name);
    if (BUSY.test(bytes.toString('latin1', 0, 8)) && tries < MOST_TRIES) return again();
    expect(bytes.subarray(0, 3).toString('hex'), `${example.name}: ${name}`).toBe(begins);
  }
}

describe('developers', () => {
  it('make a test key, run the examples as they are printed, and read of their calls', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await signUp(product, page, { firstName: 'Dev', lastName: 'Ops', email: newAddress('dev') });
    const secret = await makeKey(product, page, { name: 'First program', mode: 'Test' });
    expect(secret).toMatch(/^pk_test_/);
    await warmUp(product, secret);
    const workplace = await createWorkplace({ PACKSHOT_KEY: secret });
    onTestFinished(() => workplace.remove());
    const printed: PrintedExample[] = [];
    for (const path of PAGES) {
      await page.goto(`${product.url}/api/docs${path}`);
      printed.push(...(await printedExamples(page)));
    }
    const written = Object.entries(SNIPPETS).flatMap(([name, snippet]) =>
      Object.keys(snippet).map((language) => `${name}/${language}`),
    );
    expect(printed.map(({ name }) => name).toSorted()).toEqual(written.toSorted());
    expect(written.filter((name) => !NOT_RUN_HERE.includes(name)).toSorted()).toEqual(
      Object.keys(OUTCOMES).toSorted(),
    );
    await workplace.checkTypes(printed.filter(({ name }) => name.endsWith('/typescript')));
    for (const example of printed.filter(isRun)) await expectOutcome(workplace, example);
    await page.goto(`${product.url}/usage`);
    await page.getByText('POST /v1/cutouts').first().waitFor();
    await page.getByText('POST /v1/scenes').first().waitFor();
    expect(studio.problems).toEqual([]);
    await context.close();
  }, 900_000);

  it('rotate and revoke a key, which ends for programs at once', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await signUp(product, page, { firstName: 'Dev', lastName: 'Ops', email: newAddress('dev') });
    const first = await makeKey(product, page, { name: 'Shop import', mode: 'Live' });
    const outcomeOf = async (key: string): Promise<string> => {
      const answer = await fetch(`${product.url}/v1/usage`, { headers: { 'x-api-key': key } });
      return answer.ok ? 'ok' : ((await answer.json()) as Problem).code;
    };
    expect(await outcomeOf(first)).toBe('ok');
    await page.getByRole('button', { name: 'Rotate Shop import' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const second = await takeSecret(page, 'API key');
    expect([await outcomeOf(first), await outcomeOf(second)]).toEqual(['ok', 'ok']);
    await page.getByText(/The key before it works until/).waitFor();
    await page.getByRole('button', { name: 'Revoke Shop import' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('With a key, your programs').waitFor();
    expect([await outcomeOf(first), await outcomeOf(second)]).toEqual(['KEY_INVALID', 'KEY_INVALID']);
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('try a call in the page with a test key, and not with a live one', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await signUp(product, page, { firstName: 'Dev', lastName: 'Ops', email: newAddress('dev') });
    const live = await makeKey(product, page, { name: 'Live', mode: 'Live' });
    const test = await makeKey(product, page, { name: 'Test', mode: 'Test' });
    await warmUp(product, test);
    await page.goto(`${product.url}/api/docs/reference#createCutout`);
    const box = page.getByRole('region', { name: 'Try it: Cut a product out of its background' });
    await box.getByRole('button', { name: 'Try it' }).click();
    await box.getByLabel('Test key').fill(live);
    await box.getByText('This is a live key').waitFor();
    expect(await box.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await box.getByLabel('Test key').fill(test);
    const { name, mimeType, bytes } = sample('mug');
    await box.getByLabel('image').setInputFiles({ name, mimeType, buffer: bytes });
    await box.getByRole('button', { name: 'Send' }).click();
    const picture = box.getByRole('img', { name: 'What came back' });
    await picture.waitFor({ timeout: RESULT_TIMEOUT_MS });
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(700);
    await box.getByText('packshot-credits-charged').waitFor();
    await page.keyboard.press('Escape');
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
