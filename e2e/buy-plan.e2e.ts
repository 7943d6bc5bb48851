/// <reference lib="dom" />
import { BILLING_MESSAGES, endpointPath, DEFAULT_PRODUCT_SLUG, STORAGE_KEYS } from '@packshot/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { RunningProduct } from './fixtures/product.ts';
import { readPng, StudioPage } from './fixtures/studio.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct({ CAPTCHA: 'off', GUEST_FREE_GENERATIONS: '0', GUEST_FREE_DOWNLOADS: '0' });
});
afterAll(() => product?.stop());

/** Makes this page's guest a registered user, as the sign-up page does. */
const register = (page: Page): Promise<void> =>
  page.evaluate(
    async ({ path, keys }) => {
      const response = await fetch(path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${localStorage.getItem(keys.accessToken)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          email: 'buyer@shop.example',
          password: 'Password1',
          first_name: 'Ann',
          last_name: 'Buyer',
        }),
      });
      const { data } = (await response.json()) as { data: Record<string, unknown> };
      const info = data['info'] as { user: unknown };
      localStorage.setItem(keys.accessToken, String(data['access']));
      localStorage.setItem(keys.refreshToken, String(data['refresh']));
      localStorage.setItem(
        keys.currentUser,
        JSON.stringify({
          user: info.user,
          organization_detail: data['organization_detail'],
          user_pilot_id: data['user_pilot_id'],
        }),
      );
      localStorage.setItem(keys.isGuestUser, 'false');
    },
    { path: endpointPath('register', DEFAULT_PRODUCT_SLUG), keys: STORAGE_KEYS },
  );

describe('somebody without a credit left', () => {
  it('is led to the plans, buys one in the demo, sees the meters change, and downloads', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    expect(await studio.balances()).toEqual({ generations: 0, downloads: 0 });
    await page.getByRole('link', { name: 'See plans' }).first().click();

    // A guest is sent to sign up first, and comes back to where they were going.
    await page.getByRole('button', { name: 'Subscribe: Lite' }).click();
    await page.waitForURL(/\/sign-up\?next=/);
    const next = new URL(page.url()).searchParams.get('next') ?? '';
    expect(next).toBe('/?tab=pricing&subscribe=lite-month');
    await register(page);
    await page.goto(product.url + next);

    await page.getByRole('heading', { name: 'Subscribe to Lite' }).waitFor();
    expect(await page.getByText(BILLING_MESSAGES.paymentsDemo).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Confirm without paying' }).click();
    await studio.expectToast('You are on the Lite plan now.');
    await page.getByRole('meter', { name: 'Generations' }).waitFor();
    expect(await page.getByRole('meter', { name: 'Generations' }).getAttribute('aria-valuetext')).toBe(
      'Unlimited',
    );
    expect(await page.getByRole('meter', { name: 'Downloads' }).getAttribute('aria-valuetext')).toBe(
      '30 left',
    );
    await page.getByRole('cell', { name: /^Lite plan, / }).waitFor();
    await page.getByRole('link', { name: '30 downloads left. Open account' }).waitFor();

    await page.getByRole('link', { name: 'Create', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Drop a product photo' }).waitFor();
    await studio.choose(sample('mug'));
    await studio.result();
    expect((await readPng(page, await studio.download())).cornerAlpha).toBe(0);
    expect(await studio.balances()).toEqual({ generations: 0, downloads: 29 });

    // Cancelled at the end of the period, and taken back.
    await page.goto(`${product.url}/?tab=account`);
    await page.getByRole('cell', { name: 'Picture downloaded' }).waitFor();
    await page.getByRole('button', { name: 'Manage payment and cancel' }).click();
    await page.getByRole('button', { name: 'Cancel the plan' }).click();
    await page.getByText(/^Cancelled: your plan ends on /).waitFor();
    await page.getByRole('button', { name: 'Manage payment and cancel' }).click();
    await page.getByRole('button', { name: 'Keep the plan' }).click();
    await page.getByText(/^Renews on /).waitFor();
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
