// @vitest-environment happy-dom
import type { Bucket } from '@packshot/contract/buckets/buckets';
import type { RunDelivery } from '@packshot/contract/buckets/destinations';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { button, pageInDocument, press, textOfPage, typeInto } from '../../../testing/page-in-document.ts';
import { refuseWith, sentTo, stubCatalog } from '../testing/catalog-double.ts';
import type { CatalogAnswers } from '../testing/catalog-double.ts';
import { exampleItem, exampleRun, RUN_ID } from '../testing/examples.ts';
import { catalogAt } from '../testing/render-catalog.tsx';
import { deliveryWords, sizeWords } from '../words.ts';

const render = pageInDocument();
const BUCKET_ID = '5d0f7f2e-7a55-4c3e-8f35-0d8c6f0e4a11';
const AT = '2026-11-20T10:00:00.000Z';

const bucket = (part: Partial<Bucket> = {}): Bucket => ({
  id: BUCKET_ID,
  name: 'Shop',
  endpoint: null,
  region: 'us-east-1',
  bucket: 'shop-photos',
  folder: '',
  access_key_id: null,
  path_style: false,
  may_read: true,
  may_write: true,
  open_runs: 0,
  created_at: AT,
  tried_at: AT,
  problem: null,
  ...part,
});

const delivery = (part: Partial<RunDelivery> = {}): RunDelivery => ({
  bucket_id: BUCKET_ID,
  bucket_name: 'Shop',
  folder: 'out',
  overwrite: false,
  hold_doubtful: true,
  waiting: 0,
  delivered: 3,
  failed: 0,
  held: 0,
  manifest: 'delivered',
  problem: null,
  ended_at: AT,
  ...part,
});

async function show(run: ReturnType<typeof exampleRun>, more: CatalogAnswers = {}) {
  const reached = stubCatalog({
    readRun: () => ({ data: run }),
    listRecipes: () => ({ data: [] }),
    listRunItems: () => ({ data: [exampleItem(1)], offset: 0, total: 1 }),
    estimateRun: () => refuseWith('NOT_FOUND', 'Not found.', 404),
    listBuckets: () => ({ data: [bucket()], can_manage: true }),
    ...more,
  });
  await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
  await vi.waitFor(() => expect(textOfPage()).toContain('Deliver'));
  return reached;
}

const open = (summary: string): Promise<void> =>
  act(async () => {
    const summaryElement = [...document.querySelectorAll('summary')].find(
      (each) => each.textContent.trim() === summary,
    );
    const details = summaryElement?.parentElement as HTMLDetailsElement;
    details.open = true;
    details.dispatchEvent(new Event('toggle', { bubbles: true }));
  });
const tick = (label: string): Promise<void> =>
  act(async () => document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)?.click());

const draft = (part = {}) =>
  exampleRun({ status: 'draft', items: 0, finished_at: null, expires_at: null, ...part });

describe('adding photos from a bucket', () => {
  it('previews the photos and the excluded files, and then adds the photos', async () => {
    const reached = await show(draft(), {
      lookIntoBucket: () => ({
        data: {
          photos: 1200,
          bytes: 2_400_000_000,
          skipped: { no_photo: 1, too_large: 2, unusable_name: 0 },
          first: [{ key: 'photos/autumn/mug.jpg', bytes: 2_000_000 }],
        },
      }),
      addRunBucket: () => ({
        data: { added: 1200, items: 1200, skipped: { no_photo: 1, too_large: 2, unusable_name: 0 } },
      }),
    });
    await open('Import photos from S3');
    await vi.waitFor(() => expect(button('List photos')).toBeDefined());
    await typeInto('Folder', '/autumn/');
    await press('List photos');
    await vi.waitFor(() => expect(button('Add 1,200 photos')).toBeDefined());
    for (const words of [
      '1,200 photos, 2.4 GB',
      'photos/autumn/mug.jpg2.0 MB',
      '… and 1,199 more',
      'Skipped: 1 file that isn’t in a photo format.',
      'Skipped: 2 photos larger than 25 MB.',
    ])
      expect(textOfPage()).toContain(words);
    await press('Add 1,200 photos');
    await vi.waitFor(() => expect(sentTo(reached, 'addRunBucket')).toHaveLength(1));
    expect(sentTo(reached, 'addRunBucket')[0]?.body).toEqual({ bucket_id: BUCKET_ID, folder: 'autumn' });
  });

  it('shows the problem of the bucket', async () => {
    await show(draft(), {
      lookIntoBucket: () =>
        refuseWith('BUCKET_LIST_DENIED', 'The access key isn’t allowed to list the bucket.', 422),
    });
    await open('Import photos from S3');
    await vi.waitFor(() => expect(button('List photos')).toBeDefined());
    await press('List photos');
    await vi.waitFor(() => expect(textOfPage()).toContain('isn’t allowed to list the bucket'));
  });

  it('leads to the account when no bucket is connected for reading', async () => {
    await show(draft(), { listBuckets: () => ({ data: [bucket({ may_read: false })], can_manage: true }) });
    await open('Import photos from S3');
    await vi.waitFor(() =>
      expect(textOfPage()).toContain('No bucket is connected for importing photos yet.'),
    );
  });
});

describe('the destination of a run', () => {
  it('is chosen for a draft, and can be removed', async () => {
    const draftWithDelivery = draft({ to: delivery({ delivered: 0, manifest: null, ended_at: null }) });
    let updateCount = 0;
    const reached = await show(draft(), {
      updateRun: () => ({ data: (updateCount += 1) === 1 ? draftWithDelivery : draft() }),
    });
    await press('Deliver to S3');
    await vi.waitFor(() => expect(button('Use this bucket')).toBeDefined());
    await typeInto('Folder', 'out');
    await tick('Overwrite existing files');
    await press('Use this bucket');
    await vi.waitFor(() => expect(button('Keep files here')).toBeDefined());
    expect(sentTo(reached, 'updateRun')[0]?.body).toEqual({
      to: { bucket_id: BUCKET_ID, folder: 'out', overwrite: true, hold_doubtful: true },
    });
    expect(textOfPage()).toContain('Shop · out');
    await press('Keep files here');
    await vi.waitFor(() => expect(textOfPage()).toContain('Files stay here for 30 days'));
    expect(sentTo(reached, 'updateRun')[1]?.body).toEqual({ to: null });
  });

  it('shows the progress and problems of a delivery, and repeats it or overwrites files', async () => {
    const problem = { code: 'BUCKET_KEY_TAKEN', message: 'A file with this name already exists.' } as const;
    const run = exampleRun({ to: delivery({ failed: 2, held: 1, problem }) });
    const reached = await show(run, { deliverRun: () => ({ data: run }) });
    expect(textOfPage()).toContain('3 of 5 files delivered, 2 failed, 1 picture waits for review');
    expect(textOfPage()).toContain(problem.message);
    await press('Deliver again');
    await press('Overwrite existing files');
    await vi.waitFor(() => expect(sentTo(reached, 'deliverRun')).toHaveLength(2));
    expect(sentTo(reached, 'deliverRun').map(({ body }) => body as object)).toEqual([
      {},
      { overwrite: true },
    ]);
  });

  it('can be added to a run that has ended', async () => {
    const reached = await show(exampleRun(), {
      deliverRun: () => ({ data: exampleRun({ to: delivery() }) }),
    });
    await press('Deliver to S3');
    await vi.waitFor(() => expect(button('Deliver')).toBeDefined());
    await press('Deliver');
    await vi.waitFor(() => expect(textOfPage()).toContain('3 of 3 files delivered, with manifest.csv'));
    expect(sentTo(reached, 'deliverRun')[0]?.body).toEqual({
      to: { bucket_id: BUCKET_ID, folder: '', overwrite: false, hold_doubtful: true },
    });
  });

  it('offers only another destination for a disconnected bucket', async () => {
    const problem = { code: 'BUCKET_GONE', message: 'The bucket was disconnected.' } as const;
    await show(exampleRun({ to: delivery({ bucket_id: null, failed: 3, problem }) }));
    expect(textOfPage()).toContain(problem.message);
    expect(button('Deliver again')).toBeUndefined();
    expect(button('Deliver elsewhere')).toBeDefined();
  });

  it('formats the state and size of a delivery', () => {
    expect(deliveryWords(delivery({ delivered: 0, manifest: null }))).toBe('Nothing to deliver yet');
    expect([1, 12_345, 3_400_000, 1_200_000_000].map(sizeWords)).toEqual([
      '1 kB',
      '12 kB',
      '3.4 MB',
      '1.2 GB',
    ]);
  });
});
