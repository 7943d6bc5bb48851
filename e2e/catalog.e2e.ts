import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { readZip } from '../packages/server/src/testing/read-zip.ts';
import { newAddress, signUp } from './fixtures/people.ts';
import { drawnVase, emptyWall, file, grainyVase, stripedVase } from './fixtures/photos.ts';
import type { TestPhoto } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { restingPlace } from './fixtures/resting-place.ts';
import { readDownload, RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Timeout for tests with four pictures, each of which may wait for the engine. */
const LONG_MS = 4 * RESULT_TIMEOUT_MS;

/** Product table as a German spreadsheet exports it; the test assigns the column that can't be guessed. */
const TABLE = `\uFEFFArtikelnummer;Aufnahme;slot;Farbe
V-1;vase 1.png;MAIN;grün
V-2;grainy vase.png;MAIN;weiß
V-3;striped vase.png;MAIN;
V-4;wall.png;MAIN;
`;

const give = (page: Page, ...photos: readonly TestPhoto[]): Promise<void> =>
  page
    .getByTestId('catalog-files')
    .setInputFiles(photos.map(({ name, mimeType, bytes }) => ({ name, mimeType, buffer: bytes })));

describe('catalog runs', () => {
  it(
    'turns a table and photos into a ZIP with a manifest, with review and fixes by keyboard',
    { timeout: LONG_MS },
    async () => {
      const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
      const { page } = studio;
      await signUp(product, page, { firstName: 'Ann', lastName: 'Lee', email: newAddress('ann') });

      await page.goto(`${product.url}/catalog?at=new-recipe`);
      await page.getByLabel('Name', { exact: true }).fill('On gray');
      await page.getByLabel(/^Color #/).fill('#eeeeee');
      await page.getByLabel('Width (px)').fill('400');
      await page.getByLabel('Height (px)').fill('300');
      await page.getByRole('button', { name: 'Save recipe' }).click();
      await studio.expectToast('Recipe saved.');

      // The user assigns columns; rows wait for their files, and the cost is known before the start.
      await page.getByRole('link', { name: 'Runs', exact: true }).click();
      await page.getByRole('link', { name: 'New run' }).click();
      await page.getByLabel('Recipe').selectOption({ label: 'On gray' });
      await page.getByRole('button', { name: 'Continue to photos' }).click();
      await give(page, file('shoot.csv', 'text/csv', Buffer.from(TABLE)));
      await page.getByLabel('Use Aufnahme as').selectOption({ label: 'File name' });
      await page.getByRole('button', { name: 'Add 4 rows' }).click();
      await page.getByText('4 rows of your table wait for a file.').waitFor();
      await give(page, drawnVase(1), grainyVase(), stripedVase(), emptyWall(160));
      await page.getByText('V-1_MAIN_shop.jpg').first().waitFor();
      await page.getByText(/^Up to 4 generations · \d+ left$/).waitFor();
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByText('3 of 4 done, 1 failed, 2 to review').waitFor({ timeout: 2 * RESULT_TIMEOUT_MS });

      // The picture with the most serious quality flags comes first. A mistaken approval is undone.
      await page.getByRole('link', { name: 'Review 2' }).press('Enter');
      const findPicture = (name: string) => page.getByRole('img', { name: `Picture of ${name} · ` });
      await findPicture('V-3').waitFor();
      await page.keyboard.press('Space');
      await page.getByRole('img', { name: 'Photo of V-3 · ' }).waitFor();
      await page.keyboard.press('a');
      await findPicture('V-2').waitFor();
      await page.keyboard.press('u');
      await findPicture('V-3').waitFor();
      await page.keyboard.press('r');
      await findPicture('V-2').waitFor();

      // The editor returns the corrected picture to the run.
      await page.keyboard.press('f');
      await page.getByRole('region', { name: 'Correction for a run' }).waitFor();
      await studio.result();
      await page.keyboard.press('e');
      const canvas = page.getByTestId('refine');
      const { x, y, width, height } = await restingPlace(canvas);
      await page.mouse.move(x + width * 0.45, y + height * 0.5);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.55, y + height * 0.5, { steps: 4 });
      await page.mouse.up();
      await page.getByRole('button', { name: 'Apply corrections' }).waitFor();
      await page.getByRole('button', { name: 'Save to run' }).press('Enter');
      await studio.expectToast('V-2 · weiß · MAIN will be redone with this cut-out.');
      await page.getByText('Nothing left to review').waitFor();
      await page.getByRole('link', { name: 'Back to run' }).first().press('Enter');
      await page.getByText('Finished').first().waitFor({ timeout: RESULT_TIMEOUT_MS });
      await page.getByText('Rejected 1').waitFor();

      // Rejected pictures aren't delivered; failed ones are in the manifest with their reason.
      const zip = await studio.download(() => page.getByRole('button', { name: 'Download ZIP' }).click());
      const entries = readZip(await readDownload(zip));
      expect([...entries.keys()]).toEqual(['V-1_MAIN_shop.jpg', 'V-2_MAIN_shop.jpg', 'manifest.csv']);
      const manifest = Buffer.from(entries.get('manifest.csv') ?? []).toString('utf8');
      expect(manifest).toMatch(/^1,V-1,grün,MAIN,vase 1\.png,done/m);
      expect(manifest).toMatch(/^2,V-2,weiß,MAIN,grainy vase\.png,done/m);
      expect(manifest).toMatch(/^3,V-3,,MAIN,striped vase\.png,rejected/m);
      expect(manifest).toMatch(/^4,V-4,,MAIN,wall\.png,failed/m);

      await page.getByRole('radio', { name: 'Consistency' }).check({ force: true });
      await page.getByText('Measured on 2 pictures').waitFor();
      const sheet = await studio.download(() => page.getByRole('button', { name: 'PDF' }).click());
      expect(sheet.suggestedFilename()).toBe('packshot-contact-sheet.pdf');
      expect(studio.problems).toEqual([]);
      await context.close();
    },
  );
});
