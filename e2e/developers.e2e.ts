import type { Problem } from '@packshot/contract';
import { SNIPPETS, writtenFor } from '@packshot/contract/api/printed-examples';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDeveloperWorkplace } from '../packages/server/src/testing/developer-workplace.ts';
import { makeKey, takeSecret, warmUp } from './fixtures/api-keys.ts';
import { printedExamples } from './fixtures/examples.ts';
import { newAddress, signUp } from './fixtures/people.ts';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const PAGES = ['', '/errors', '/limits', '/webhooks', '/other-clients'];

describe('the developer pages', () => {
  it('creates a test key, fills the examples with the server’s own address, and lists the calls', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await signUp(product, page, { firstName: 'Dev', lastName: 'Ops', email: newAddress('dev') });
    const secret = await makeKey(product, page, { name: 'First program', mode: 'Test' });
    expect(secret).toMatch(/^pk_test_/);
    const printed = new Map<string, string>();
    for (const path of PAGES) {
      await page.goto(`${product.url}/api/docs${path}`);
      for (const { name, code } of await printedExamples(page)) printed.set(name, code);
    }
    const photo = printed.get('photo/curl')?.split(' ').at(-1) ?? '';
    expect(photo).toMatch(new RegExp(`^${product.url}/`));
    const written = Object.entries(SNIPPETS).flatMap(([name, snippet]) =>
      Object.entries(snippet).map(
        ([language, code]) => [`${name}/${language}`, writtenFor(code, product.url, photo)] as const,
      ),
    );
    expect(Object.fromEntries(printed)).toEqual(Object.fromEntries(written));

    // The first-picture example printed on the page cuts out a photo with the real engine.
    await warmUp(product, secret);
    const workplace = await createDeveloperWorkplace({ PACKSHOT_KEY: secret });
    onTestFinished(() => workplace.remove());
    for (const name of ['photo/curl', 'first-picture/curl'])
      await workplace.run({ name, code: printed.get(name) ?? '' });
    expect((await workplace.look('mug.jpg')).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect((await workplace.look('mug-cutout.png')).subarray(1, 4).toString()).toBe('PNG');
    await page.goto(`${product.url}/usage`);
    await page.getByText('POST /v1/cutouts').first().waitFor();
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('rotates and revokes a key, with immediate effect for programs', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await signUp(product, page, { firstName: 'Dev', lastName: 'Ops', email: newAddress('dev') });
    const first = await makeKey(product, page, { name: 'Shop import', mode: 'Test' });
    const tryKey = async (key: string): Promise<string> => {
      const answer = await fetch(`${product.url}/v1/usage`, { headers: { 'x-api-key': key } });
      return answer.ok ? 'ok' : ((await answer.json()) as Problem).code;
    };
    expect(await tryKey(first)).toBe('ok');
    await page.getByRole('button', { name: 'Rotate Shop import' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const second = await takeSecret(page, 'API key');
    expect([await tryKey(first), await tryKey(second)]).toEqual(['ok', 'ok']);
    await page.getByText(/The previous key works until/).waitFor();
    await page.getByRole('button', { name: 'Revoke Shop import' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('With an API key, your programs').waitFor();
    expect([await tryKey(first), await tryKey(second)]).toEqual(['KEY_INVALID', 'KEY_INVALID']);
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('tries a call in the page with a test key, but not with a live one', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await signUp(product, page, { firstName: 'Dev', lastName: 'Ops', email: newAddress('dev') });
    const live = `pk_live_${'a'.repeat(36)}`;
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
    const picture = box.getByRole('img', { name: 'Result of the call' });
    await picture.waitFor({ timeout: RESULT_TIMEOUT_MS });
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(700);
    await box.getByText('packshot-credits-charged').waitFor();
    await page.keyboard.press('Escape');
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
