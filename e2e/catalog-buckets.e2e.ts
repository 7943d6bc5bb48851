import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  s3TestServer,
  startS3Store,
} from '../packages/server/src/platform/objects/testing/stores-under-test.ts';
import { newAddress, signUp } from './fixtures/people.ts';
import { drawnVase, sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { RESULT_TIMEOUT_MS, StudioPage } from './fixtures/studio.ts';

/** S3 server of this test run, or null if the machine has none. */
const server = s3TestServer();

let product: ProductWithBrowser;
let place: Awaited<ReturnType<typeof startS3Store>>;
beforeAll(async () => {
  if (server === null) return;
  place = await startS3Store(server);
  product = await startProduct({ BUCKET_PRIVATE_HOSTS: new URL(server.endpoint).hostname });
});
afterAll(async () => {
  await product?.stop();
  await place?.close();
});

describe.skipIf(server === null)('bucket connections', () => {
  it(
    'connects a bucket, reads the photos of a run from it, and delivers the files to it',
    { timeout: 3 * RESULT_TIMEOUT_MS },
    async () => {
      const { store, bucket } = place;
      const photos = [sample('mug'), drawnVase(1)];
      for (const { name, mimeType, bytes } of photos)
        await store.write(`shop/autumn/${name.replaceAll(' ', '-')}`, bytes, { contentType: mimeType });
      await store.write('shop/autumn/notes.txt', Buffer.from('x'), { contentType: 'text/plain' });

      const { studio, context } = await StudioPage.open(product, { viewport: { width: 1440, height: 900 } });
      const { page } = studio;
      await signUp(product, page, { firstName: 'Ann', lastName: 'Lee', email: newAddress('ann') });

      // A wrong secret is reported immediately and can be corrected.
      await page.goto(`${product.url}/?tab=account#buckets`);
      await page.getByRole('button', { name: 'Connect a bucket' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Shop');
      await page.getByRole('radio', { name: 'Another S3 server' }).check({ force: true });
      await page.getByLabel('Server', { exact: true }).fill(server?.endpoint ?? '');
      await page.getByLabel('Bucket', { exact: true }).fill(bucket);
      await page.getByLabel('Folder', { exact: true }).fill('shop');
      await page.getByLabel('Access key', { exact: true }).fill(server?.accessKeyId ?? '');
      await page.getByLabel('Secret', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Show secret' }).click();
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText('The secret doesn’t match this access key').waitFor();
      await page.getByRole('button', { name: 'Edit: Shop' }).click();
      await page.getByLabel('Secret', { exact: true }).fill(server?.secretAccessKey ?? '');
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Works', { exact: true }).waitFor();

      await page.goto(`${product.url}/catalog?at=new-run`);
      await page.getByRole('button', { name: 'Continue to photos' }).click();
      await page.getByText('Import photos from S3').click();
      await page.getByLabel('Folder').fill('autumn');
      await page.getByRole('button', { name: 'List photos' }).click();
      await page.getByText('Skipped: 1 file that isn’t in a photo format.').waitFor();
      await page.getByRole('button', { name: 'Add 2 photos' }).click();
      await page.getByText(/^Up to 2 generations · \d+ left$/).waitFor();
      await page.getByRole('button', { name: 'Deliver to S3' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Folder').fill('done');
      await dialog.getByLabel('Hold pictures that need review').uncheck();
      await dialog.getByRole('button', { name: 'Use this bucket' }).click();
      await page.getByText('Shop · done').waitFor();
      await page.getByRole('button', { name: 'Start' }).click();
      await page
        .getByText('2 of 2 files delivered, with manifest.csv')
        .waitFor({ timeout: RESULT_TIMEOUT_MS });

      const delivered: string[] = [];
      for await (const { key } of store.list('shop/done/')) delivered.push(key);
      expect(delivered.toSorted()).toEqual([
        'shop/done/manifest.csv',
        'shop/done/mug_shop.jpg',
        'shop/done/vase-1_shop.jpg',
      ]);
      const jpeg = await store.read('shop/done/mug_shop.jpg');
      expect([...jpeg.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
      const manifest = Buffer.from(await store.read('shop/done/manifest.csv')).toString('utf8');
      expect(manifest).toMatch(/^1,mug,.*mug\.jpg,/m);
      expect(studio.problems).toEqual([]);
      await context.close();
    },
  );
});
