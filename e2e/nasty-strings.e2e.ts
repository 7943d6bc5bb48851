/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PRODUCT_SLUG, endpointPath, ROUTES, TABS } from '@packshot/contract';
import { STORAGE_KEYS } from '../packages/web/src/lib/state/storage-keys.ts';
import type { EndpointName } from '@packshot/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../tools/launch/settings.ts';
import { newAddress, signUp } from './fixtures/people.ts';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** JavaScript inside each test string; it runs only if the page executes the string as code. */
const CALL = 'window.ran(1)';
const NASTY_NAME = `<img src=x onerror=${CALL}>{{7*7}}\${${CALL}}`;
const NASTY_WORDS = `"><svg/onload=${CALL}><script>${CALL}</script>javascript:${CALL}`;

const HEIC = readFileSync(join(ROOT, 'packages/image-engine/src/testing/fixtures/mug.heic'));

/** Opens a page that records when a string runs as code, and when the content security policy blocks something. */
async function watchedStudio() {
  const context = await product.browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    const noticed: string[] = [];
    Object.assign(window, { noticed, ran: () => noticed.push('a text was run') });
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sample: text }) => {
        noticed.push(`${violatedDirective}: ${blockedURI} ${text}`);
      },
    );
  });
  const studio = new StudioPage(await context.newPage());
  studio.page.on('dialog', (dialog) => {
    studio.problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { studio, context };
}

const expectNothingNoticed = async (page: Page, where: string) =>
  expect(await page.evaluate(() => (window as unknown as { noticed: string[] }).noticed), where).toEqual([]);

const call = (page: Page, name: EndpointName, body: object) =>
  page.evaluate(
    async ({ path, tokenKey, method, json }) => {
      const token = localStorage.getItem(tokenKey) ?? '';
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const request: RequestInit = { method, headers, body: json };
      return (await fetch(path, request)).status;
    },
    {
      path: endpointPath(name, DEFAULT_PRODUCT_SLUG),
      tokenKey: STORAGE_KEYS.accessToken,
      method: name.startsWith('update') ? 'PATCH' : 'POST',
      json: JSON.stringify(body),
    },
  );

describe('script injection', () => {
  it('shows strings with scripts as text on every screen, without violating the page’s policy', async () => {
    const { studio, context } = await watchedStudio();
    const { page } = studio;
    await signUp(product, page, { firstName: 'Ann', lastName: 'Smith', email: newAddress('nasty') });
    expect(await call(page, 'updateUserDetails', { company_name: NASTY_NAME })).toBe(200);
    expect(await call(page, 'updateOrganization', { name: NASTY_NAME })).toBe(200);

    // Uses the strings as a photo name and a prompt, which the browser stores across the following reloads.
    await page.getByRole('heading', { name: 'Drop a product photo' }).waitFor();
    await studio.choose({ ...sample('mug'), name: `${NASTY_WORDS}.jpg` });
    await studio.result();
    await studio.waitUntilSaved();

    const tabs = TABS.map((tab) => `/?tab=${tab}`);
    const screens = Object.values(ROUTES).map((path) =>
      path.replace('{token}', encodeURIComponent(NASTY_WORDS)),
    );
    const markup = encodeURIComponent(NASTY_WORDS);
    const places = [
      ...tabs,
      ...screens.map((path) => `${path}?tab=${markup}&next=${markup}&error=${markup}#${markup}`),
      `/${markup}`,
      `/sign-in?next=${encodeURIComponent(`javascript:${CALL}`)}#verify-email=${markup}`,
      `/sign-in#invitation=${markup}`,
      `/#access_token=${markup}&state=${markup}`,
    ];
    for (const place of places) {
      await page.goto(`${product.url}${place}`);
      await page.locator('main, [role=main]').first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectNothingNoticed(page, place);
    }

    // The strings are displayed literally, which proves that they were used.
    await page.goto(`${product.url}/?tab=account`);
    await page.getByText(NASTY_NAME, { exact: false }).first().waitFor();
    await expectNothingNoticed(page, 'account');
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('is blocked by the page’s policy, while the HEIC decoder keeps working', async () => {
    const { studio, context } = await watchedStudio();
    const { page } = studio;
    const answer = await page.goto(`${product.url}${ROUTES.studio}`);
    expect(answer?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
    await page.getByRole('heading', { name: 'Drop a product photo' }).waitFor();
    await studio.choose({ name: 'phone.heic', mimeType: 'image/heic', bytes: HEIC });
    await page
      .getByRole('img', { name: /The original|Your product/ })
      .first()
      .waitFor();
    await expectNothingNoticed(page, 'a HEIC photo');
    expect(studio.problems).toEqual([]);

    const stopped = await page.evaluate(async () => {
      const attempts: Record<string, () => unknown> = {
        markup: () => (document.createElement('div').innerHTML = '<img src=x onerror=window.ran(1)>'),
        script: () => {
          const script = document.createElement('script');
          script.textContent = 'window.ran(1)';
          document.body.append(script);
        },
        'foreign script': () => (document.createElement('script').src = 'https://evil.example/x.js'),
        evaluation: () => (Reflect.get(window, 'eval') as (code: string) => unknown)('window.ran(1)'),
        attribute: () => document.body.setAttribute('onclick', 'window.ran(1)'),
        'data worker': () => new Worker('data:text/javascript,postMessage(1)'),
        policy: () =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
          ).trustedTypes.createPolicy('mine', { createHTML: (html: string) => html }),
      };
      const outcomes: Record<string, string> = {};
      // Delayed, because the debugger bypasses the page's content security policy while it evaluates code.
      await new Promise((later) => setTimeout(later));
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          attempt();
          outcomes[name] = 'allowed';
        } catch {
          outcomes[name] = 'stopped';
        }
      }
      document.body.click();
      const frame = document.createElement('iframe');
      frame.src = location.href;
      document.body.append(frame);
      await new Promise((loaded) => frame.addEventListener('load', loaded));
      outcomes['frame'] = frame.contentDocument === null ? 'stopped' : 'allowed';
      const { noticed } = window as unknown as { noticed: string[] };
      return { outcomes, ran: noticed.includes('a text was run') };
    });
    expect(Object.entries(stopped.outcomes).filter(([, outcome]) => outcome !== 'stopped')).toEqual([]);
    expect(stopped.ran).toBe(false);
    await context.close();
  });
});
