import type { Run, RunItem } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { STORAGE_KEYS } from '../packages/web/src/lib/state/storage-keys.ts';
import { newGuest } from '../packages/server/src/testing/api-client.ts';
import type { ApiClient } from '../packages/server/src/testing/api-client.ts';
import { readZip } from '../packages/server/src/testing/read-zip.ts';
import { operate } from './fixtures/operator.ts';
import { newAddress, signUp } from './fixtures/people.ts';
import { file, stripedVase } from './fixtures/photos.ts';
import type { TestPhoto } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { readDownload, RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Number of rows: more than a page of the run lists. */
const ROWS = IS_THOROUGH ? 300 : 120;
/**
 * Two photos for all rows. Rows of the same photo share the first row's result files, so the engine makes only two
 * pictures.
 */
const PHOTOS: readonly TestPhoto[] = [200, 220].map((sidePx) => ({
  ...stripedVase(sidePx),
  name: `vase ${sidePx}.png`,
}));
const RELOADED_AFTER = ROWS / 2;

type ReviewDecision = 'approved' | 'rejected';
const KEYS = { approved: 'a', rejected: 'r' } as const satisfies Record<ReviewDecision, string>;
const other = (verdict: ReviewDecision): ReviewDecision => (verdict === 'approved' ? 'rejected' : 'approved');

const formatSku = (row: number): string => `S-${String(row).padStart(3, '0')}`;
const expectedVerdict = (at: number): ReviewDecision => (at % 7 === 3 ? 'rejected' : 'approved');

function table(): TestPhoto {
  const rows = Array.from(
    { length: ROWS },
    (_, at) => `${formatSku(at + 1)},${PHOTOS[at % PHOTOS.length]?.name ?? ''}`,
  );
  return file('shoot.csv', 'text/csv', Buffer.from(`sku,file\n${rows.join('\n')}\n`));
}

const give = (page: Page, ...photos: readonly TestPhoto[]): Promise<void> =>
  page
    .getByTestId('catalog-files')
    .setInputFiles(photos.map(({ name, mimeType, bytes }) => ({ name, mimeType, buffer: bytes })));

/**
 * Makes a run of `ROWS` rows, all flagged for review.
 * @returns the run's ID
 */
async function madeRun(studio: StudioPage): Promise<string> {
  const { page } = studio;
  // A free account doesn't have enough generations for so many pictures.
  await page.goto(`${product.url}/?tab=pricing`);
  await page.getByRole('button', { name: 'Subscribe: Lite' }).click();
  await page.getByRole('button', { name: 'Confirm without paying' }).click();
  await studio.expectToast('You’re now on the Lite plan.');
  await page.goto(`${product.url}/catalog?at=new-recipe`);
  await page.getByLabel('Name', { exact: true }).fill('Small');
  await page.getByLabel('Width (px)').fill('240');
  await page.getByLabel('Height (px)').fill('240');
  await page.getByRole('button', { name: 'Save recipe' }).click();
  await studio.expectToast('Recipe saved.');
  await page.goto(`${product.url}/catalog`);
  await page.getByRole('link', { name: 'New run' }).click();
  await page.getByLabel('Recipe').selectOption({ label: 'Small' });
  await page.getByRole('button', { name: 'Continue to photos' }).click();
  await give(page, table());
  await page.getByRole('button', { name: `Add ${ROWS} rows` }).click();
  await page.getByText(`${ROWS} rows of your table wait for a file.`).waitFor();
  await give(page, ...PHOTOS);
  await page
    .getByText(`${formatSku(1)}_shop.jpg`)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page
    .getByText(`${ROWS} of ${ROWS} done, ${ROWS} to review`)
    .waitFor({ timeout: 2 * RESULT_TIMEOUT_MS });
  return page.url().replace(/^.*run\./, '');
}

async function signedIn(page: Page): Promise<ApiClient> {
  const access = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.accessToken);
  return (await newGuest(product.url)).with({ access: access ?? '', refresh: '' });
}

async function listItems(page: Page, id: string, sort: 'row' | 'score'): Promise<readonly RunItem[]> {
  const query = { sort, limit: '500' };
  const answer = await (await signedIn(page)).call('listRunItems', { params: { id }, query });
  if (!answer.ok) throw new Error(`The rows were answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: RunItem[] }).data;
}

const readCounts = async (page: Page, id: string): Promise<Run['counts']> => {
  const { data } = await (await signedIn(page)).json<{ data: Run }>('readRun', { params: { id } });
  return data.counts;
};

/**
 * Simulates a user who gives each photo the expected verdict by keyboard, corrects some mistakes, and zooms into some
 * photos.
 */
class Reviewer {
  readonly #page: Page;
  readonly #skus: readonly string[];
  constructor(page: Page, skus: readonly string[]) {
    this.#page = page;
    this.#skus = skus;
  }

  async decide(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at++) {
      await this.shows(at);
      if (at % 37 === 5) await this.#lookCloser(at);
      if (at % 11 === 2) await this.#decideByMistake(at);
      await this.#press(KEYS[expectedVerdict(at)]);
    }
  }

  /** Presses keys faster than pictures load: no key press may be lost or applied to another photo. */
  async decideAtOnce(from: number, to: number): Promise<void> {
    await this.shows(from);
    for (let at = from; at < to; at++) await this.#press(KEYS[expectedVerdict(at)]);
  }

  async shows(at: number): Promise<void> {
    const sku = this.#skus[at] ?? '';
    await this.#page.getByText(`${ROWS - at} left`).waitFor();
    await this.#page.getByRole('img', { name: `Picture of ${sku}`, exact: true }).waitFor();
  }

  async #decideByMistake(at: number): Promise<void> {
    await this.#press(KEYS[other(expectedVerdict(at))]);
    if (at + 1 < ROWS) await this.shows(at + 1);
    await this.#press('u');
    await this.shows(at);
  }

  async #lookCloser(at: number): Promise<void> {
    const [sku, next] = [this.#skus[at] ?? '', this.#skus[at + 1] ?? ''];
    await this.#press('Space');
    await this.#page.getByRole('img', { name: `Photo of ${sku}`, exact: true }).waitFor();
    await this.#press('z');
    await this.#press('ArrowRight');
    await this.#page.getByRole('img', { name: `Picture of ${next}`, exact: true }).waitFor();
    await this.#press('ArrowLeft');
    await this.shows(at);
  }

  #press(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }
}

describe('review of a large run', () => {
  it(
    'works by keyboard alone, continues after a reload, and delivers the approved results',
    { timeout: 4 * RESULT_TIMEOUT_MS },
    async () => {
      const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
      const { page } = studio;
      const email = newAddress('ann');
      await signUp(product, page, { firstName: 'Ann', lastName: 'Lee', email });
      // Runs of more than 50 photos require the Custom plan.
      await operate(product, 'grant', email, 'large-runs');
      const id = await madeRun(studio);
      const listed = await listItems(page, id, 'score');
      const reviewer = new Reviewer(
        page,
        listed.map(({ sku }) => sku),
      );
      const verdictByRow = new Map(listed.map(({ row }, at) => [row, expectedVerdict(at)]));

      await page.getByRole('link', { name: `Review ${ROWS}` }).press('Enter');
      await reviewer.decide(0, RELOADED_AFTER - 10);
      // Decisions and undos made just before leaving the page are also saved.
      await reviewer.decideAtOnce(RELOADED_AFTER - 10, RELOADED_AFTER + 1);
      await page.keyboard.press('u');
      await page.reload();
      await reviewer.shows(RELOADED_AFTER);
      const half = listed
        .slice(0, RELOADED_AFTER)
        .filter((_, at) => expectedVerdict(at) === 'approved').length;
      expect(await readCounts(page, id)).toMatchObject({
        approved: half,
        rejected: RELOADED_AFTER - half,
        needs_review: ROWS - RELOADED_AFTER,
      });
      await reviewer.decide(RELOADED_AFTER, ROWS - 30);
      await reviewer.decideAtOnce(ROWS - 30, ROWS);
      await page.getByText('Nothing left to review').waitFor();
      await page.keyboard.press('u');
      await reviewer.shows(ROWS - 1);
      await page.keyboard.press(KEYS[expectedVerdict(ROWS - 1)]);
      await page.getByText('Nothing left to review').waitFor();

      // Every decision is stored, and the page shows the same counts.
      const approved = [...verdictByRow].filter(([, verdict]) => verdict === 'approved').map(([row]) => row);
      await page.getByRole('link', { name: 'Back to run' }).first().press('Enter');
      await page.getByText(`Approved ${approved.length}`).waitFor();
      await page.getByText(`Rejected ${ROWS - approved.length}`).waitFor();
      const states = (await listItems(page, id, 'row')).map(({ row, state }) => `${row} ${state}`);
      const inOrder = [...verdictByRow].toSorted(([a], [b]) => a - b);
      expect(states).toEqual(inOrder.map(([row, verdict]) => `${row} ${verdict}`));

      const zip = await studio.download(() => page.getByRole('button', { name: 'Download ZIP' }).click());
      const entries = readZip(await readDownload(zip));
      const files = approved.toSorted((a, b) => a - b).map((row) => `${formatSku(row)}_shop.jpg`);
      expect([...entries.keys()]).toEqual([...files, 'manifest.csv']);
      const [, ...lines] = Buffer.from(entries.get('manifest.csv') ?? [])
        .toString('utf8')
        .trim()
        .split(/\r?\n/);
      expect(lines.map((line) => line.split(',').filter((_, at) => [0, 1, 5].includes(at)))).toEqual(
        inOrder.map(([row, verdict]) => [String(row), formatSku(row), verdict]),
      );
      expect(studio.problems).toEqual([]);
      await context.close();
    },
  );
});
