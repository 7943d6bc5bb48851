import { BILLING_MESSAGES, MESSAGES } from '@packshot/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CAPTCHA_SECRET,
  SITE_KEY,
  startSiteverifyDouble,
} from '../packages/server/src/testing/siteverify-double.ts';
import type { SiteverifyDouble } from '../packages/server/src/testing/siteverify-double.ts';
import { fillSignUp, newAddress } from './fixtures/people.ts';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { readPng, StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
let captcha: SiteverifyDouble;
beforeAll(async () => {
  captcha = await startSiteverifyDouble();
  product = await startProduct({
    GUEST_FREE_GENERATIONS: '0',
    GUEST_FREE_DOWNLOADS: '0',
    // Use a third-party captcha instead of our own, which is a proof of work.
    CAPTCHA: 'turnstile',
    CAPTCHA_SITE_KEY: SITE_KEY,
    CAPTCHA_SECRET,
    CAPTCHA_SCRIPT_URL: captcha.scriptUrl,
    CAPTCHA_VERIFY_URL: captcha.verifyUrl,
  });
});
afterAll(async () => {
  await product?.stop();
  await captcha?.stop();
});

const signUp = async (page: Page): Promise<void> => {
  await fillSignUp(page, { firstName: 'Ann', lastName: 'Buyer', email: newAddress('buyer') });
  const widget = page.getByRole('dialog', { name: 'Quick check' }).locator('iframe').contentFrame();
  await widget.getByRole('button', { name: 'I am human' }).click();
};

describe('purchase of a plan', () => {
  it('explains missing credits, and offers free options before the plans', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await studio.choose(sample('tank-top'));
    await page.getByText(MESSAGES.outOfCredits).first().waitFor();
    expect(await studio.removeButton.isDisabled()).toBe(true);
    await page
      .getByText('Create a free account for 20 more free generations, or see plans')
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'See plans' }).first().click();
    await page.waitForURL(/tab=pricing/);
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('leads to the plans, sells one in the demo, updates the balances, and downloads the file', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    expect(await studio.balances()).toEqual({ generations: 0, downloads: 0 });
    await page.getByRole('link', { name: 'See plans' }).first().click();

    // A guest has to sign up first, and then continues where they left off.
    await page.getByRole('button', { name: 'Subscribe: Lite' }).click();
    await page.waitForURL(/\/sign-up\?next=/);
    await signUp(page);

    await page.getByRole('heading', { name: 'Subscribe to Lite' }).waitFor();
    expect(await page.getByText(BILLING_MESSAGES.paymentsDemo).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Confirm without paying' }).click();
    await studio.expectToast('You’re now on the Lite plan.');
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

    // Cancels the plan at the end of its period, then resumes it.
    await page.goto(`${product.url}/?tab=account`);
    await page.getByRole('cell', { name: 'Picture downloaded' }).waitFor();
    await page.getByRole('button', { name: 'Manage payment and cancel' }).click();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByText(/^Canceled: your plan ends on /).waitFor();
    await page.getByRole('button', { name: 'Manage payment and cancel' }).click();
    await page.getByRole('button', { name: 'Keep plan' }).click();
    await page.getByText(/^Renews on /).waitFor();

    // Switches the plan to yearly billing and back to monthly; the server adjusts money and credits both times.
    for (const term of ['Yearly', 'Monthly']) {
      await page.getByRole('link', { name: 'Change plan' }).click();
      const offer = page.getByRole('button', { name: 'Switch to this plan: Lite' });
      // Clicks repeatedly: the current plan may load after the page, which then selects that plan's billing term.
      await expect
        .poll(
          async () => {
            await page
              .getByText(new RegExp(`^${term}`))
              .first()
              .click();
            return offer.count();
          },
          { timeout: 30_000 },
        )
        .toBe(1);
      await offer.click();
      await page.getByRole('heading', { name: `Pay for Lite ${term.toLowerCase()}` }).waitFor();
      await page.getByRole('button', { name: 'Confirm without paying' }).click();
      await page.waitForURL(/tab=account/);
      await page.getByText('29 left').waitFor();
    }
    // A second plan change within the same second may leave no entry of its own for the monthly credits. The first
    // change always leaves one, so the test waits only for the first change's entry.
    await page.getByRole('cell', { name: 'Change to the Lite plan, paid yearly' }).first().waitFor();
    await page.getByText('Credited', { exact: true }).waitFor();
    expect(await studio.balances()).toEqual({ generations: 0, downloads: 29 });
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
