/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { ACCOUNT_MESSAGES, ENDPOINTS, ERRORS, MESSAGES } from '@packshot/contract';
import { STORAGE_KEYS } from '../packages/web/src/lib/state/storage-keys.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGoogleDouble } from '../packages/server/src/testing/google-double.ts';
import type { GoogleDouble } from '../packages/server/src/testing/google-double.ts';
import { startMarketplaceDouble } from '../packages/server/src/testing/marketplace-double.ts';
import type { MarketplaceDouble } from '../packages/server/src/testing/marketplace-double.ts';
import {
  fillSignUp,
  linkInMail,
  newAddress,
  PASSWORD,
  signIn,
  signOut,
  signUp,
  storedUserId,
} from './fixtures/people.ts';
import type { NewPerson } from './fixtures/people.ts';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { StudioPage } from './fixtures/studio.ts';

const GOOGLE_CLIENT = 'our-client';
const MARKETPLACE_AUDIENCE = 'studio.example';
const SALES = 'sales@studio.example';
let product: ProductWithBrowser;
let google: GoogleDouble;
let marketplace: MarketplaceDouble;
beforeAll(async () => {
  marketplace = await startMarketplaceDouble(MARKETPLACE_AUDIENCE);
  google = await startGoogleDouble(GOOGLE_CLIENT, 'secret');
  product = await startProduct({
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT,
    GOOGLE_AUTHORIZATION_URL: google.urls.authorizationUrl,
    GOOGLE_TOKENINFO_URL: google.urls.tokenInfoUrl,
    GOOGLE_USERINFO_URL: google.urls.userInfoUrl,
    GCP_MARKETPLACE_AUDIENCE: MARKETPLACE_AUDIENCE,
    GCP_MARKETPLACE_CERTIFICATES_URL: marketplace.issuer,
    SALES_EMAIL: SALES,
  });
});
afterAll(async () => {
  await product?.stop();
  await google?.stop();
  await marketplace?.stop();
});

/** Form data of a new test user; all test users have the same name. */
const newPerson = (name: string): NewPerson => ({
  firstName: 'Ann',
  lastName: 'O’Neill',
  email: newAddress(name),
});

describe('a user account', () => {
  it('keeps a guest’s work after sign-up, and grants more credits for a confirmed address', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await studio.choose(sample('mug'));
    await studio.result();
    await studio.expectGenerations(4);
    const guestId = await storedUserId(page);

    const ann = newPerson('ann');
    await signUp(product, page, ann);
    await studio.result();
    expect(await storedUserId(page)).toBe(guestId);
    await studio.expectGenerations(4);

    await page.goto(`${product.url}/?tab=pricing`);
    const banner = page.getByRole('complementary', { name: 'Confirm your address' });
    await banner.getByText('to get 20 generations and 5 downloads free').waitFor();
    await page.goto(await linkInMail(product, ann.email, /http:\S+#verify-email=\S+/));
    await page.getByText(ACCOUNT_MESSAGES.emailVerified).waitFor();
    expect(page.url()).not.toContain('verify-email');
    await studio.expectGenerations(24);

    // The home page no longer advertises but lets the user continue.
    await page.goto(`${product.url}/?tab=home`);
    await page.getByRole('heading', { name: `Welcome back, ${ann.firstName}`, level: 1 }).waitFor();
    expect(await banner.count()).toBe(0);
    await page.getByRole('link', { name: 'Continue editing' }).click();
    await studio.result();
    // The history contains pictures made before the account existed.
    await page.goto(`${product.url}/?tab=history`);
    await page.getByRole('button', { name: 'Open Cut-out: mug.jpg' }).waitFor();
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('hides the work of two users from each other in a shared browser', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    const bob = newPerson('bob');
    await signUp(product, page, bob);
    const bobsId = await storedUserId(page);
    await studio.choose(sample('sunglasses'));
    await studio.result();
    await signOut(page);
    const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(databases).not.toContain(`packshot-studio:${bobsId}`);
    await page.goto(`${product.url}/studio`);
    await page.getByRole('heading', { name: 'Drop a product photo' }).waitFor();
    expect(await page.getByText('sunglasses.jpg').count()).toBe(0);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored).not.toContain(bob.email);

    // Bob made this picture before signing in: it is transferred to his account at no cost.
    await studio.choose(sample('mug'));
    await studio.result();
    await studio.waitUntilSaved();
    await signIn(product, page, { email: bob.email, password: PASSWORD });
    await page.waitForURL(`${product.url}/studio`);
    await studio.result();
    await page.getByText('mug.jpg').first().waitFor();
    expect(await storedUserId(page)).toBe(bobsId);
    await studio.expectGenerations(4);
    await page.goto(`${product.url}/?tab=history`);
    await page.getByRole('button', { name: 'Open Cut-out: mug.jpg' }).waitFor();
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('signs in with Google in a separate window, and continues as the same user', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    const guestId = await storedUserId(page);
    google.signIn({
      sub: 'google-1',
      email: 'dora@shop.example',
      email_verified: true,
      given_name: 'Dora',
      family_name: 'Lang',
    });
    await page.goto(`${product.url}/sign-in`);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Continue with Google' }).click(),
    ]);
    if (!popup.isClosed()) await popup.waitForEvent('close');
    await page.waitForURL(`${product.url}/studio`);
    await page.getByRole('button', { name: 'Account of Dora Lang' }).waitFor();
    expect(await storedUserId(page)).toBe(guestId);
    await studio.expectGenerations(25);
    expect(studio.problems).toEqual([]);

    google.signIn(null);
    await signOut(page);
    await page.goto(`${product.url}/sign-in`);
    const [refused] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Continue with Google' }).click(),
    ]);
    // The page that opened the sign-in window shows the message, and the sign-in window closes.
    await page.waitForURL(`${product.url}/?tab=home`);
    await studio.expectToast(MESSAGES.unableToVerify);
    if (!refused.isClosed()) await refused.waitForEvent('close');
    await context.close();
  });

  it('accepts a new password through the link for a forgotten password, but only once', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    const cleo = newPerson('cleo');
    const { email } = cleo;
    await signUp(product, page, cleo);
    await signOut(page);
    const requestedUrls: string[] = [];
    page.on('request', (request) => {
      if (/\/login\/(refresh\/)?$/.test(request.url())) requestedUrls.push(request.url());
    });
    await signIn(product, page, { email, password: 'wrongpass1' });
    await studio.expectToast(ERRORS.WRONG_CREDENTIALS.message);
    const retry = async (password: string) => {
      await page.getByRole('button', { name: 'Close message' }).click();
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    for (const wrong of ['wrongpass2', 'wrongpass3', 'wrongpass4']) {
      await retry(wrong);
      await studio.expectToast(ERRORS.WRONG_CREDENTIALS.message);
    }
    // Each wrong password was sent only once, so the limit on attempts still allows the correct one.
    expect(requestedUrls).toHaveLength(4);
    await retry(PASSWORD);
    await page.waitForURL(`${product.url}/studio`);
    await signOut(page);
    await page.goto(`${product.url}/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(ACCOUNT_MESSAGES.resetMailSent).waitFor();

    const link = await linkInMail(product, email, /http:\S+\/reset-password\/\S+/);
    await page.goto(link);
    await page.getByLabel('New password').fill('newsecret1');
    await page.getByLabel('Repeat password').fill('newsecret2');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText(ACCOUNT_MESSAGES.passwordsDiffer).waitFor();
    await page.getByLabel('Repeat password').fill('newsecret1');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL(`${product.url}/studio`);
    await studio.expectToast(ACCOUNT_MESSAGES.passwordChanged);

    await page.goto(link);
    await page.getByLabel('New password').fill('newsecret3');
    await page.getByLabel('Repeat password').fill('newsecret3');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText(ACCOUNT_MESSAGES.linkExpired).waitFor();
    expect(studio.problems).toEqual([]);

    await page.goto(`${product.url}/?tab=account`);
    await page.getByText('This device').waitFor();
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByLabel('Your password').fill('newsecret1');
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await studio.expectToast(ACCOUNT_MESSAGES.accountDeleted);
    await signIn(product, page, { email, password: 'newsecret1' });
    await studio.expectToast(ERRORS.WRONG_CREDENTIALS.message);
    await context.close();
  });

  it('lets an invited user join a team through the link, without the right to invite others', async () => {
    const owner = await StudioPage.open(product);
    await signUp(product, owner.studio.page, newPerson('owner'));
    const { page } = owner.studio;
    await page.goto(`${product.url}/?tab=account`);
    const invited = newAddress('invited');
    await page.getByLabel('Invite by email').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText(ACCOUNT_MESSAGES.invalidEmail).waitFor();
    await page.getByLabel('Invite by email').fill(invited);
    await page.keyboard.press('Enter');
    await owner.studio.expectToast(ACCOUNT_MESSAGES.invitationSent);
    const link = await linkInMail(product, invited, /http:\S+#invitation=\S+/);

    const guest = await StudioPage.open(product);
    const other = guest.studio.page;
    await other.goto(link);
    await other.getByRole('link', { name: 'Create an account' }).click();
    await fillSignUp(other, { firstName: 'Ben', lastName: 'Guest', email: invited });
    await other.getByRole('button', { name: 'Join' }).click();
    await other.getByText('Ann O’Neill').waitFor();
    expect(await other.getByLabel('Invite by email').count()).toBe(0);

    await page.reload();
    await page.getByLabel('Role of Ben Guest').selectOption('admin');
    await other.reload();
    await other.getByLabel('Invite by email').waitFor();
    expect([...owner.studio.problems, ...guest.studio.problems]).toEqual([]);
    await owner.context.close();
    await guest.context.close();
  });

  /** Opens a new browser and submits the sign-up form of Google Cloud Marketplace. */
  const arrive = async (token: string, isGuestSlow: boolean) => {
    const context = await product.browser.newContext({ reducedMotion: 'reduce' });
    const studio = new StudioPage(await context.newPage());
    const { page } = studio;
    await page.route('http://marketplace.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${product.url}${ENDPOINTS.signUpFromMarketplace.path}">
          <input type="hidden" name="x-gcp-marketplace-token" value="${token}"><button>Go on</button></form>`,
      }),
    );
    // The page starts a guest session as usual; the test delays either its response or the response to the
    // marketplace's token.
    const delayedRoute = isGuestSlow ? '**/guest-session/' : '**/fast-register-social/';
    await page.route(delayedRoute, async (route) => {
      const other = isGuestSlow ? 'fast-register-social' : 'guest-session';
      const response = await route.fetch();
      await page
        .waitForResponse((answer) => answer.url().includes(other), { timeout: 5000 })
        .catch(() => null);
      await route.fulfill({ response });
    });
    await page.goto('http://marketplace.example/');
    await page.getByRole('button', { name: 'Go on' }).click();
    return { context, studio, page };
  };

  it('signs a marketplace user in through the marketplace’s form, in a new browser', async () => {
    for (const isGuestSlow of [true, false]) {
      const { context, studio, page } = await arrive(await marketplace.tokenFor(randomUUID()), isGuestSlow);
      await page.waitForURL(`${product.url}/studio`);
      await page.getByRole('button', { name: 'Account of Google Cloud Marketplace' }).waitFor();
      await studio.expectGenerations(20);
      const stored = await page.evaluate(
        (keys) => keys.map((key) => localStorage.getItem(key)),
        [STORAGE_KEYS.isGcpUser, STORAGE_KEYS.isGuestUser],
      );
      expect(stored).toEqual(['true', 'false']);
      expect(studio.problems).toEqual([]);
      await context.close();
    }
  });

  it('lets a marketplace user set an address and a password, and sign in with them', async () => {
    const { context, studio, page } = await arrive(await marketplace.tokenFor(randomUUID()), true);
    await page.waitForURL(`${product.url}/studio`);
    const userId = await storedUserId(page);
    await page.goto(`${product.url}/?tab=account`);
    const profile = page.locator('#profile');
    await profile.getByText('Google Cloud Marketplace', { exact: true }).waitFor();
    expect(await page.getByText('Confirm that').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Set a password' }).count()).toBe(0);
    const email = newAddress('gcp');
    await profile.getByLabel('Email address').fill(email);
    await page.keyboard.press('Enter');
    await studio.expectToast(ACCOUNT_MESSAGES.addressLinkSent);
    await page.goto(await linkInMail(product, email, /http:\S+#verify-email=\S+/));
    await page.getByText(ACCOUNT_MESSAGES.emailVerified).waitFor();
    await page.goto(`${product.url}/?tab=account`);
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.goto(await linkInMail(product, email, /http:\S+\/reset-password\/\S+/));
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL(`${product.url}/studio`);
    await signOut(page);
    await signIn(product, page, { email, password: PASSWORD });
    await page.waitForURL(`${product.url}/studio`);
    expect(await storedUserId(page)).toBe(userId);
    expect(studio.problems).toEqual([]);
    await context.close();
  });

  it('shows the start page with the reason to a marketplace user whose token was already used', async () => {
    const token = await marketplace.tokenFor(randomUUID());
    const first = await arrive(token, false);
    await first.page.waitForURL(`${product.url}/studio`);
    await first.context.close();
    const second = await arrive(token, false);
    await second.page.waitForURL(`${product.url}/?tab=home`);
    await second.studio.expectToast(MESSAGES.unableToVerify);
    expect(await second.page.getByRole('link', { name: 'Sign in', exact: true }).count()).toBe(1);
    await second.context.close();
  });

  it('requests a talk with sales by keyboard alone', async () => {
    const { studio, context } = await StudioPage.open(product);
    const { page } = studio;
    await page.goto(`${product.url}/?tab=pricing`);
    await page.getByRole('link', { name: 'Talk to sales' }).first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${product.url}/book-a-demo`);
    await page.getByLabel('First name').focus();
    await page.keyboard.press('Enter');
    // The first invalid field is focused and explains the problem.
    const first = page.getByLabel('First name');
    await expect.poll(() => first.getAttribute('aria-invalid')).toBe('true');
    expect(await first.evaluate((field) => field === document.activeElement)).toBe(true);
    const email = newAddress('zoe');
    for (const text of ['Zoë', 'Li', email, 'Chain & Co', 'We have 20,000 products.']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByText(ACCOUNT_MESSAGES.demoRequested).waitFor();
    expect(await linkInMail(product, SALES, new RegExp(email))).toBe(email);
    expect(studio.problems).toEqual([]);
    await context.close();
  });
});
