/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { chromium } from 'playwright-core';
import { newGuest } from '../../../packages/server/src/testing/api-client.ts';
import type { ApiClient } from '../../../packages/server/src/testing/api-client.ts';
import { STORAGE_KEYS } from '../../../packages/web/src/lib/state/storage-keys.ts';
import { findBrowser } from '../../test/browser.ts';
import type { BenchProduct } from '../running-product.ts';
import { giveCredits } from './owner.ts';

const BROWSER_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];

/** Opens a browser and signs up an account, because guests can't use the catalog. */
export async function browserWithShop(product: BenchProduct, credits: number) {
  const { address } = product;
  const executablePath = await findBrowser((line) => process.stderr.write(`${line}\n`));
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${address}/sign-up`);
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByLabel('Email address').fill(`ann-${randomUUID().slice(0, 8)}@shop.example`);
  await page.getByLabel('Password', { exact: true }).fill(randomUUID().replaceAll('-', ''));
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${address}/studio`, { timeout: 120_000 });
  const guest = await newGuest(address);
  const user = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.currentUser);
  const { id } = (JSON.parse(user ?? '{}') as { readonly user: { readonly id: string } }).user;
  await giveCredits(product, id, credits);
  return {
    page,
    /** API client for the signed-up user, with the page's current token. */
    async client(): Promise<ApiClient> {
      const access = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.accessToken);
      if (access === null) throw new Error('No user is signed in.');
      // Without a refresh token, because only the browser renews the tokens.
      return guest.with({ access, refresh: '' });
    },
    close: (): Promise<void> => browser.close(),
  };
}
