// @vitest-environment happy-dom
import { INSTALLATION_META } from '@packshot/contract/service/installation';
import type { ItemsQuery, RunItem } from '@packshot/contract/catalog/items';
import type { Run } from '@packshot/contract/catalog/runs';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { offerRun, takeOfferedPhotos } from '../../../lib/handover/offered-run.ts';
import { button, pageInDocument, press, textOfPage } from '../../../testing/page-in-document.ts';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { refuseWith, sentTo, stubCatalog } from '../testing/catalog-double.ts';
import type { CatalogAnswers } from '../testing/catalog-double.ts';
import {
  EXAMPLE_RECIPE,
  exampleItem,
  exampleRun,
  exampleStored,
  RECIPE_ID,
  RUN_ID,
} from '../testing/examples.ts';
import { catalogAt } from '../testing/render-catalog.tsx';
import { knownAfter, NOTHING_KNOWN, WINDOW_ROWS } from './use-windowed-rows.ts';

const render = pageInDocument();
const readBy = (text: string): Promise<void> =>
  vi.waitFor(() => expect(textOfPage()).toContain(text), { timeout: 3000 });

const STATES = ['done', 'failed', 'waiting'] as const;
const createRow = (row: number): RunItem =>
  exampleItem(row, {
    state: STATES[row % 3] ?? 'done',
    ...(row % 3 === 1 && { reason: { code: 'CORRUPT_IMAGE', message: 'This file is damaged.' } }),
  });

const quote = (all: number, reviewed: number, balance: number) => ({
  photos: 0,
  files: 0,
  credits: 0,
  balance: 9,
  is_free: false,
  downloads: { all, reviewed, balance },
  seconds: 0,
  example_names: [],
  problems: [],
});

/** Answers of the fake server for a run of any number of rows, which it returns in pages. */
const createAnswers = (run: Run): CatalogAnswers => ({
  readRun: () => ({ data: run }),
  estimateRun: () => ({ data: quote(5, 2, 373) }),
  listRunItems: ({ query }) => {
    const { offset, limit } = query as unknown as ItemsQuery;
    return {
      data: Array.from({ length: Math.min(limit, run.items - offset) }, (_, at) =>
        createRow(offset + at + 1),
      ),
      offset,
      total: run.items,
    };
  },
});

describe('the run list', () => {
  it('explains runs when the list is empty, and links to a new one', async () => {
    stubCatalog({ listRuns: () => ({ data: [], has_more: false }) });
    await render(catalogAt({ kind: 'runs' }).page);
    await readBy('Process up to 10,000 photos with one recipe');
    expect(document.querySelectorAll('main a[href$="at=new-run"]')).toHaveLength(1);
  });

  it('shows name, recipe, state and progress of each run', async () => {
    const runs = [
      exampleRun({ name: 'Shoes', status: 'running', items: 10_000 }, { done: 4000, failed: 12 }),
      exampleRun({ id: RECIPE_ID, name: 'Lamps', status: 'draft', items: 3 }),
    ];
    stubCatalog({ listRuns: () => ({ data: runs, has_more: false }) });
    await render(catalogAt({ kind: 'runs' }).page);
    await readBy('4,000 of 10,000 done, 12 failed');
    expect(textOfPage()).toContain('Running');
    expect(textOfPage()).toContain('White · 3 photos');
    expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('4012');
  });

  it('loads the first pictures of a run when the run is visible, and shows no progress bar after the run’s end', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(report: (entries: readonly { isIntersecting: boolean }[]) => void) {
          queueMicrotask(() => report([{ isIntersecting: true }]));
        }
        observe(): void {}
        disconnect(): void {}
      },
    );
    const run = exampleRun({ name: 'Shoes', status: 'finished', items: 3 }, { done: 3 });
    const reached = stubCatalog({
      ...createAnswers(run),
      listRuns: () => ({ data: [run], has_more: false }),
    });
    await render(catalogAt({ kind: 'runs' }).page);
    await vi.waitFor(() =>
      expect(document.querySelectorAll('[data-testid=run-pictures] img')).toHaveLength(3),
    );
    expect([...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(
      [1, 2, 3].map((row) => `/objects/thumb-${row}.webp`),
    );
    expect(sentTo(reached, 'listRunItems')).toHaveLength(1);
    expect(textOfPage()).toContain('3 of 3 done');
    expect(document.querySelector('[role=progressbar]')).toBeNull();
  });

  it('isn’t requested for guests, who are told that runs need an account', async () => {
    const reached = stubCatalog({});
    await render(catalogAt({ kind: 'runs' }, true).page);
    await readBy('Edit your whole catalog at once');
    expect(reached).toEqual([]);
  });

  it('returns a guest to the recipe opened before sign-in', async () => {
    stubCatalog({});
    await render(catalogAt({ kind: 'new-recipe' }, true).page);
    await readBy('Recipes need an account');
    for (const { href } of document.querySelectorAll<HTMLAnchorElement>('a[href^="/sign-"]'))
      expect(new URL(href).searchParams.get('next')).toBe('/catalog?at=new-recipe');
  });

  it('shows why the list is unavailable, and retries', async () => {
    let isAllowed = false;
    stubCatalog({
      listRuns: () =>
        isAllowed
          ? { data: [], has_more: false }
          : refuseWith('FORBIDDEN', 'You are not allowed to do this.', 403),
    });
    await render(catalogAt({ kind: 'runs' }).page);
    await readBy('You are not allowed to do this.');
    isAllowed = true;
    await press('Try again');
    await readBy('No runs yet');
    expect(textOfPage()).not.toContain('not allowed');
  });
});

it('hovering over a row of the run list covers neither its text nor its picture', async () => {
  const run = exampleRun({ status: 'finished', items: 3 }, { done: 3 });
  stubCatalog(createAnswers(run));
  await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
  await vi.waitFor(() => expect(document.querySelectorAll('li button').length).toBeGreaterThanOrEqual(3));
  for (const opener of document.querySelectorAll('li button')) {
    expect(opener.className).toContain('after:absolute');
    expect(opener.className, 'the layer over the row').not.toMatch(/after:(bg|opacity)-/);
    expect(opener.closest('li')?.querySelector('[class*="hover:bg-"]')).not.toBeNull();
  }
});

describe('creating a run', () => {
  it('suggests a name with the minute, so that two runs of a day differ', async () => {
    stubCatalog({ listRecipes: () => ({ data: [] }) });
    vi.useFakeTimers({ now: new Date('2026-11-29T09:10:00'), toFake: ['Date'] });
    await render(catalogAt({ kind: 'new-run' }).page);
    await readBy('New run');
    expect(document.querySelector<HTMLInputElement>('form input')?.value).toBe('Run of Nov 29, 09:10');
    vi.useRealTimers();
  });

  it('saves the default recipe when there is no other, and continues to the photos', async () => {
    const draft = exampleRun({ status: 'draft', items: 0 });
    const reached = stubCatalog({
      ...createAnswers(draft),
      listRecipes: () => ({ data: [] }),
      createRecipe: () => ({ data: exampleStored() }),
      createRun: () => ({ data: draft }),
    });
    const { page, router } = catalogAt({ kind: 'new-run' });
    await render(page);
    await readBy('On white, product fills 85% of the frame; 2000 × 2000 JPEG');
    await press('Continue to photos');
    await readBy('Drop photos, folders, a ZIP');
    expect(sentTo(reached, 'createRecipe')[0]?.body).toMatchObject({ name: 'White, square' });
    expect(sentTo(reached, 'createRun')[0]?.body).toMatchObject({ recipe_id: RECIPE_ID, only_changed: true });
    expect(router.state.location.search).toEqual({ at: `run.${RUN_ID}` });
  });
});

describe('turning a batch into a run', () => {
  it('saves the batch’s steps as a recipe, lists the settings that a run lacks, and adds the batch’s photos', async () => {
    const draft = exampleRun({ status: 'draft', items: 0 });
    offerRun({
      name: 'Batch of Nov 27',
      recipe: EXAMPLE_RECIPE,
      notCarried: ['The scene description.'],
      photos: [
        () => Promise.resolve(new File(['a'], 'mug.jpg', { type: 'image/jpeg' })),
        () => Promise.resolve(new File(['b'], 'notes.txt', { type: 'text/plain' })),
      ],
    });
    const reached = stubCatalog({
      ...createAnswers(draft),
      listRecipes: () => ({ data: [] }),
      createRecipe: () => ({ data: exampleStored() }),
      createRun: () => ({ data: draft }),
    });
    await render(catalogAt({ kind: 'new-run' }).page);
    await readBy('Same as your batch');
    expect(textOfPage()).toContain('Not carried over to the run:The scene description.');
    await press('Add 2 photos');
    // The fake server has no upload endpoint; the message about an unsupported file proves that the photos arrived on
    // the new page.
    await readBy('notes.txt: It isn’t a PNG, JPEG or HEIC.');
    expect(sentTo(reached, 'createRecipe')[0]?.body).toEqual({
      name: 'Batch of Nov 27',
      recipe: EXAMPLE_RECIPE,
    });
    expect(takeOfferedPhotos(RUN_ID)).toEqual([]);
  });
});

describe('the run page', () => {
  it('shows only the visible rows of ten thousand, and requests no others', async () => {
    const reached = stubCatalog(createAnswers(exampleRun({ items: 10_000 }, { done: 9990, failed: 10 })));
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('SKU-7');
    expect(document.querySelectorAll('main li').length).toBeLessThan(40);
    expect(sentTo(reached, 'listRunItems').map(({ query }) => query)).toEqual([
      { sort: 'row', offset: 0, limit: WINDOW_ROWS, links: 'false' },
    ]);
    expect(textOfPage()).toContain('This file is damaged.');
    expect(document.querySelector('li')?.getAttribute('aria-setsize')).toBe('10000');

    const list = document.querySelector('[role=region]');
    await act(async () => {
      if (list) list.scrollTop = 88 * 7020;
      list?.dispatchEvent(new Event('scroll'));
    });
    await readBy('SKU-7021');
    expect(sentTo(reached, 'listRunItems').at(-1)?.query).toMatchObject({ offset: 7000 });
    expect(document.querySelectorAll('main li').length).toBeLessThan(40);
  });

  it('caches a limited number of rows', () => {
    let knownRows = NOTHING_KNOWN;
    for (let window = 0; window < 100; window += 1)
      knownRows = knownAfter(knownRows, {
        kind: 'came',
        at: window,
        window: { rows: [], key: '' },
        total: 10_000,
      });
    expect(knownRows.windows.size).toBeLessThanOrEqual(12);
    expect(knownRows.windows.has(99)).toBe(true);
    expect(knownRows.windows.has(0)).toBe(false);
  });

  it('filters rows by state', async () => {
    const reached = stubCatalog(createAnswers(exampleRun({ items: 30 }, { done: 20, failed: 10 })));
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Failed 10');
    const failed = [...document.querySelectorAll('fieldset input')].find(
      (input) => (input as HTMLInputElement).value === 'failed',
    );
    await act(async () => (failed as HTMLInputElement).click());
    await vi.waitFor(() =>
      expect(sentTo(reached, 'listRunItems').at(-1)?.query).toMatchObject({ state: 'failed' }),
    );
  });

  it('reports that a run is deleted or another user’s, and stops requesting it', async () => {
    stubCatalog({ readRun: () => refuseWith('NOT_FOUND', OWN_MESSAGES.notFound, 404) });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Run not found');
    expect(textOfPage()).toContain('Only its creator can see a run.');
    expect(textOfPage()).not.toContain('Try again');
  });

  it.each([
    ['an unreachable server', () => Promise.reject(new TypeError('Failed to fetch')), ''],
    [
      'a refusal',
      () => refuseWith('FORBIDDEN', 'You are not allowed to do this.', 403),
      'You are not allowed to do this. ',
    ],
  ])('keeps its last state after %s, and asks for no reload', async (_, refuse, reason) => {
    const run = exampleRun({ status: 'running', items: 5 }, { done: 2, waiting: 3 });
    let isRefused = false;
    stubCatalog({ ...createAnswers(run), readRun: () => (isRefused ? refuse() : { data: run }) });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('2 of 5 done');
    isRefused = true;
    await act(async () => dispatchEvent(new Event('online')));
    await readBy('keeps trying');
    const notice = [...document.querySelectorAll('p, div')].map(({ textContent }) => textContent);
    expect(notice).toContain(`${reason}The page shows the last known state, and keeps trying to update it.`);
    expect(textOfPage()).not.toContain('reload the page');
    expect(textOfPage()).toContain('2 of 5 done');
  });

  it('refreshes the balance as results arrive', async () => {
    const run = exampleRun({ status: 'running', items: 5 }, { done: 2, waiting: 3 });
    stubCatalog({ ...createAnswers(run), readRun: () => ({ data: run }) });
    const catalog = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
      address.includes('freemium') ? Response.json({ freemium_credits: 3 }) : catalog(address, init),
    );
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('2 of 5 done');
    await vi.waitFor(() => expect(useGlobalState.getState().currentFreemiumCredits).toBe(3));
  });

  it('pauses and resumes, and explains an automatic pause', async () => {
    let run = exampleRun({ status: 'running', items: 5 }, { done: 1, waiting: 4 });
    const reached = stubCatalog({
      ...createAnswers(run),
      readRun: () => ({ data: run }),
      changeRun: ({ params }) => {
        run = { ...run, status: params['action'] === 'pause' ? 'paused' : 'running' };
        return { data: { ...run, paused_because: run.status === 'paused' ? 'OUT_OF_CREDITS' : null } };
      },
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('1 of 5 done');
    await press('Pause');
    await readBy('Paused: out of credits.');
    await press('Resume');
    await readBy('Running');
    expect(sentTo(reached, 'changeRun').map(({ params }) => params['action'])).toEqual(['pause', 'resume']);
  });

  it('retries failures, and cancels and deletes only after a confirmation', async () => {
    let run = exampleRun({ items: 5 }, { done: 3, failed: 2 });
    const reached = stubCatalog({
      ...createAnswers(run),
      readRun: () => ({ data: run }),
      changeRun: ({ params }) => {
        run = { ...run, status: params['action'] === 'cancel' ? 'canceled' : 'running' };
        return { data: run };
      },
      deleteRun: () => undefined,
      listRuns: () => ({ data: [], has_more: false }),
    });
    const { page, router } = catalogAt({ kind: 'run', id: RUN_ID });
    await render(page);
    await readBy('3 of 5 done, 2 failed');
    // The ZIP is the main action of a run that has ended, and its delivery follows the pictures.
    expect(button('Download ZIP')?.className).toContain('bg-button-ink');
    expect(button('Delete')?.className).not.toContain('border');
    expect(textOfPage()).toMatch(/SKU-1.*Delivery/s);
    await press('Retry 2 failed');
    await vi.waitFor(() => expect(button('Cancel')).toBeDefined());
    await press('Cancel');
    await press('Keep running');
    expect(sentTo(reached, 'changeRun')).toHaveLength(1);
    await press('Cancel');
    await press('Cancel run');
    await vi.waitFor(() => expect(button('Delete')).toBeDefined());
    await press('Delete');
    expect(sentTo(reached, 'deleteRun')).toHaveLength(0);
    const confirm = [...document.querySelectorAll('[role=dialog] button')].at(-1) as HTMLButtonElement;
    await act(async () => confirm.click());
    await readBy('No runs yet');
    expect(router.state.location.search).toEqual({});
    expect(sentTo(reached, 'deleteRun')).toHaveLength(1);
  });

  it('processes skipped photos and retries failed photos with separate buttons', async () => {
    const run = {
      ...exampleRun({ items: 78 }, { done: 0, failed: 3, skipped: 75 }),
      status: 'canceled' as const,
    };
    const reached = stubCatalog({
      ...createAnswers(run),
      readRun: () => ({ data: run }),
      changeRun: () => ({ data: run }),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await vi.waitFor(() => expect(button('Process 75 skipped photos')).toBeDefined());
    await press('Process 75 skipped photos');
    await vi.waitFor(() => expect(button('Retry 3 failed')).toBeDefined());
    await press('Retry 3 failed');
    await vi.waitFor(() => expect(sentTo(reached, 'changeRun')).toHaveLength(2));
    expect(sentTo(reached, 'changeRun').map(({ params }) => params['action'])).toEqual(['continue', 'retry']);
  });

  it('downloads a ZIP by its link', async () => {
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      clicked.push(this.href);
    });
    const reached = stubCatalog({
      ...createAnswers(exampleRun({ items: 5 }, { done: 5 })),
      orderRunDownload: () => ({ data: { url: '/bgremove/generations/api/v1/catalog/download/abc/' } }),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('ZIP: Uses 5 of 373 downloads.');
    await press('Download ZIP');
    await vi.waitFor(() => expect(clicked).toHaveLength(1));
    expect(sentTo(reached, 'orderRunDownload')[0]?.body).toEqual({ kind: 'zip' });
    expect(clicked).toEqual([expect.stringContaining('/catalog/download/abc/')]);
  });

  it('says how many downloads are missing, with a link to the plans, and orders no ZIP', async () => {
    const reached = stubCatalog({
      ...createAnswers(exampleRun({ items: 6 }, { done: 6 })),
      estimateRun: () => ({ data: quote(6, 6, 5) }),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('ZIP: Needs 6 downloads, and you have 5. 1 is missing. See plans');
    await press('Download ZIP');
    expect(button('Download')?.disabled).toBe(true);
    expect(document.querySelector('[role=dialog] a')?.getAttribute('href')).toBe('/?tab=pricing');
    expect(sentTo(reached, 'orderRunDownload')).toEqual([]);
  });

  it('shows the price of a running run’s ZIP before it orders it, and that a repeated ZIP is free', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    let price = quote(2, 2, 5);
    const reached = stubCatalog({
      ...createAnswers(exampleRun({ status: 'running', items: 5 }, { done: 2, waiting: 3 })),
      estimateRun: () => ({ data: price }),
      orderRunDownload: () => {
        price = quote(0, 0, 3);
        return { data: { url: '/bgremove/generations/api/v1/catalog/download/abc/' } };
      },
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('2 of 5 done');
    await press('Download ZIP');
    await readBy('Uses 2 of 5 downloads.');
    expect(sentTo(reached, 'orderRunDownload')).toEqual([]);
    await press('Download');
    await vi.waitFor(() => expect(sentTo(reached, 'orderRunDownload')).toHaveLength(1));
    await press('Download ZIP');
    await readBy('Already downloaded. Free to save again.');
    await vi.waitFor(() => expect(useGlobalState.getState().currentAvailableDownloadImageCount).toBe(3));
  });

  it('reads the balance again after the ZIP of a running run was ordered', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const reached = stubCatalog({
      ...createAnswers(exampleRun({ status: 'running', items: 5 }, { done: 2, waiting: 3 })),
      estimateRun: () => ({ data: quote(2, 2, 5) }),
      orderRunDownload: () => ({ data: { url: '/bgremove/generations/api/v1/catalog/download/abc/' } }),
      getDownloadCredits: () => ({ id: RECIPE_ID, download_credits: 3 }),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('2 of 5 done');
    await press('Download ZIP');
    await readBy('Uses 2 of 5 downloads.');
    await press('Download');
    await vi.waitFor(() => expect(useGlobalState.getState().currentAvailableDownloadImageCount).toBe(3));
    expect(sentTo(reached, 'estimateRun')).toHaveLength(1);
  });

  it('names no downloads on a server without billing, and downloads the ZIP at once', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const meta = document.head.appendChild(document.createElement('meta'));
    meta.name = INSTALLATION_META;
    meta.content = 'billing=off';
    const reached = stubCatalog({
      ...createAnswers(exampleRun({ items: 5 }, { done: 5 })),
      orderRunDownload: () => ({ data: { url: '/bgremove/generations/api/v1/catalog/download/abc/' } }),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('5 of 5 done');
    await press('Download ZIP');
    await vi.waitFor(() => expect(sentTo(reached, 'orderRunDownload')).toHaveLength(1));
    expect(sentTo(reached, 'estimateRun')).toEqual([]);
    expect(textOfPage()).not.toContain('of 373');
    meta.remove();
  });

  it('asks about unreviewed pictures before it makes the ZIP', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const reached = stubCatalog({
      ...createAnswers(exampleRun({ items: 5 }, { done: 2, needs_review: 3 })),
      orderRunDownload: () => ({ data: { url: '/bgremove/generations/api/v1/catalog/download/abc/' } }),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await vi.waitFor(() => expect(button('Download ZIP')).toBeDefined());
    // The review comes first while pictures wait for it.
    expect(button('Download ZIP')?.className).not.toContain('bg-button-ink');
    const review = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Review 3');
    expect(review?.className).toContain('bg-button-ink');
    await press('Download ZIP');
    await readBy('3 pictures aren’t reviewed');
    await readBy('Hold back: Uses 2 of 373 downloads.');
    expect(textOfPage()).toContain('Include: Uses 5 of 373 downloads.');
    expect(sentTo(reached, 'orderRunDownload')).toEqual([]);
    await press('Hold back');
    await press('Download ZIP');
    await press('Include');
    await vi.waitFor(() => expect(sentTo(reached, 'orderRunDownload')).toHaveLength(2));
    expect(sentTo(reached, 'orderRunDownload').map(({ body }) => body)).toEqual([
      { kind: 'zip', states: ['done', 'approved'] },
      { kind: 'zip' },
    ]);
  });
});
