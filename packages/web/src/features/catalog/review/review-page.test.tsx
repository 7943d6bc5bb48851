// @vitest-environment happy-dom
import type { Decision, ItemsQuery, RunItem } from '@packshot/contract/catalog/items';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { takeFix } from '../../../lib/handover/run-fix.ts';
import { button, pageInDocument, press, textOfPage } from '../../../testing/page-in-document.ts';
import { refuseWith, stubCatalog } from '../testing/catalog-double.ts';
import { exampleItem, exampleRun, RUN_ID } from '../testing/examples.ts';
import { catalogAt } from '../testing/render-catalog.tsx';
import { doubtfulPoint } from './review-stage.tsx';

const render = pageInDocument();
const readBy = (text: string): Promise<void> =>
  vi.waitFor(() => expect(textOfPage()).toContain(text), { timeout: 3000 });
const key = (name: string, more: KeyboardEventInit = {}): Promise<void> =>
  act(async () => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }),
    );
  });
/** Presses a key and renders, without waiting for any response. */
const quickKey = (name: string): void =>
  act(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  });
const readRemaining = (): string | undefined => /[\d,]+ left|Nothing left/.exec(textOfPage())?.[0];
const readPictureName = (): string | null | undefined =>
  document.querySelector('main img')?.getAttribute('alt');

const DOUBTS: RunItem['doubts'] = [
  { reason: 'at-border', place: 'right', box: { x: 0.8, y: 0.2, width: 0.2, height: 0.4 } },
  { reason: 'unfit-for-set', place: 'whole', box: { x: 0, y: 0, width: 1, height: 1 } },
];

/** Fake server that stores decisions and lists undecided rows, those with the most serious quality flags first. */
function reviewServer(count: number) {
  const decisions = new Map<number, Decision>();
  const item = (row: number): RunItem =>
    exampleItem(row, {
      state: 'needs_review',
      score: row / 1000,
      doubts: DOUBTS,
    });
  let isDown = false;
  let answering = Promise.resolve();
  stubCatalog({
    readRun: () => {
      const approved = [...decisions.values()].filter((decision) => decision === 'approve').length;
      return { data: exampleRun({ items: count }, { needs_review: count - approved, approved }) };
    },
    listRunItems: ({ query }) => {
      const { offset, limit, state, sort, links } = query as unknown as ItemsQuery;
      expect([state, sort, links]).toEqual(['needs_review', 'score', 'true']);
      const open = Array.from({ length: count }, (_, at) => at + 1).filter((row) => !decisions.has(row));
      return { data: open.slice(offset, offset + limit).map(item), offset, total: open.length };
    },
    readRunItem: ({ params }) => {
      const listed = item(params['row'] as unknown as number);
      return {
        data: {
          ...listed,
          outputs: listed.outputs.map((output) => ({ ...output, url: `${output.url}?again` })),
        },
      };
    },
    reviewRunItems: async ({ body }) => {
      await answering;
      if (isDown) return refuseWith('INTERNAL', 'Something went wrong on our side. Please try again.', 500);
      const sentDecisions = (body as { decisions: readonly { row: number; decision: Decision }[] }).decisions;
      for (const { row, decision } of sentDecisions)
        if (decision === 'undo') decisions.delete(row);
        else decisions.set(row, decision);
      return { data: { rows: sentDecisions.map(({ row }) => row) } };
    },
  });
  return {
    decisions,
    goDown: (next: boolean) => (isDown = next),
    /** Delays the answers to decisions until this promise resolves. */
    answerAfter: (wait: Promise<void>): void => void (answering = wait),
  };
}

async function open(count: number) {
  const server = reviewServer(count);
  const { page, router } = catalogAt({ kind: 'review', id: RUN_ID });
  await render(page);
  await readBy(' left');
  return { ...server, router };
}

describe('the review page', () => {
  it('sends 300 decisions made by keyboard alone to the server', async () => {
    const { decisions } = await open(310);
    expect(readRemaining()).toBe('310 left');
    const expected = new Map<number, Decision>();
    for (let row = 1; row <= 300; row += 1) {
      const decision = row % 7 === 0 ? 'reject' : 'approve';
      quickKey(decision === 'reject' ? 'r' : 'A');
      expected.set(row, decision);
    }
    expect(readRemaining()).toBe('10 left');
    await vi.waitFor(() => expect(decisions).toEqual(expected));
  }, 30_000);

  it('reports that another user’s run doesn’t exist, without a retry button', async () => {
    stubCatalog({ listRunItems: () => refuseWith('NOT_FOUND', 'Not found.', 404) });
    await render(catalogAt({ kind: 'review', id: RUN_ID }).page);
    await vi.waitFor(() => expect(textOfPage()).toContain('Run not found'));
    expect(button('Try again')).toBeUndefined();
  });

  it('goes back and forth with arrows, compares with Space and zooms with Z', async () => {
    await open(3);
    await vi.waitFor(() => expect(readPictureName()).toBe('Picture of SKU-1 · front'));
    await key('ArrowRight');
    await vi.waitFor(() => expect(readPictureName()).toBe('Picture of SKU-2 · front'));
    await key(' ');
    expect(readPictureName()).toBe('Photo of SKU-2 · front');
    expect(button('Compare with the photo')?.getAttribute('aria-pressed')).toBe('true');
    await key('z');
    expect(document.querySelector('main img')?.parentElement?.style.height).toBe('250%');
    await key('ArrowLeft');
    await vi.waitFor(() => expect(readPictureName()).toBe('Picture of SKU-1 · front'));
    expect(document.querySelector('main img')?.parentElement?.style.height).not.toBe('250%');
    expect(readRemaining()).toBe('3 left');
  });

  it('requests new picture links when the old links have expired', async () => {
    await open(2);
    const picture = (): HTMLImageElement | null => document.querySelector('main img');
    expect(picture()?.getAttribute('src')).toBe('/objects/made-1.jpg');
    await act(async () => {
      picture()?.dispatchEvent(new Event('error'));
    });
    await vi.waitFor(() => expect(picture()?.getAttribute('src')).toBe('/objects/made-1.jpg?again'));
  });

  it('keeps an unsent decision when the user goes to the run’s page, and counts it there', async () => {
    const { answerAfter } = await open(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    answerAfter(promise);
    await key('a');
    await readBy('Nothing left');
    const links = [...document.querySelectorAll('a')];
    await act(async () => links.find(({ textContent }) => textContent === 'Back to run')?.click());
    await vi.waitFor(() => expect(textOfPage()).not.toContain('Nothing left'));
    resolve();
    await readBy('Approved 1');
  });

  it('undoes decisions, the last one first', async () => {
    const { decisions } = await open(3);
    expect(button('UndoU')?.disabled).toBe(true);
    await key('a');
    await key('r');
    await key('u');
    await vi.waitFor(() => expect([...decisions]).toEqual([[1, 'approve']]));
    expect(readRemaining()).toBe('2 left');
    await vi.waitFor(() => expect(readPictureName()).toBe('Picture of SKU-2 · front'));
    await press('UndoU');
    await vi.waitFor(() => expect(decisions.size).toBe(0));
  });

  it('ignores held keys, browser shortcuts and typing', async () => {
    await open(3);
    await key('a', { repeat: true });
    await key('a', { ctrlKey: true });
    await key('r', { metaKey: true });
    const field = document.body.appendChild(document.createElement('input'));
    await act(async () => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    });
    expect(readRemaining()).toBe('3 left');
  });

  it('works by touch', async () => {
    const { decisions } = await open(2);
    await press('ApproveA');
    await press('RejectR');
    await readBy('Nothing left to review');
    await vi.waitFor(() => expect([...decisions.values()]).toEqual(['approve', 'reject']));
    await press('Undo last decision');
    expect(readRemaining()).toBe('1 left');
  });

  it('keeps unsent decisions with a message, and sends them later', async () => {
    const { decisions, goDown } = await open(3);
    goDown(true);
    await key('a');
    await readBy('1 decision not saved: Something went wrong on our side.');
    goDown(false);
    await press('Try again');
    await vi.waitFor(() => expect([...decisions]).toEqual([[1, 'approve']]));
    await vi.waitFor(() => expect(textOfPage()).not.toContain('not saved'));
  });

  it('sends pending decisions before it passes a photo to the studio for correction, and shows the cost', async () => {
    const { decisions, router } = await open(3);
    await readBy('Fix opens the cut-out in Create. Saving it to the run uses 1 generation.');
    await key('a');
    await vi.waitFor(() => expect(readPictureName()).toBe('Picture of SKU-2 · front'));
    await key('f');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/studio'));
    expect(takeFix()).toEqual({
      opens: 'cut-out',
      runId: RUN_ID,
      row: 2,
      name: 'SKU-2 · front',
      url: '/objects/photo-2.jpg',
      fileName: 'SKU-2.jpg',
      doubts: DOUBTS.map((flag) => expect.objectContaining(flag)),
    });
    expect(decisions.size).toBe(1);
  });

  it('zooms to the place of a quality flag, exactly in the photo and approximately in the result', () => {
    const doubts = [
      { reason: 'at-border', place: 'right', box: { x: 0.8, y: 0.2, width: 0.2, height: 0.4 } },
    ] as const;
    expect(doubtfulPoint({ doubts: [...doubts], review: null }, true)).toEqual({ x: 0.9, y: 0.4 });
    expect(doubtfulPoint({ doubts: [...doubts], review: null }, false)).toEqual({ x: 0.8, y: 0.5 });
    expect(doubtfulPoint({ doubts: [], review: null }, true)).toEqual({ x: 0.5, y: 0.5 });
    const review = {
      reasons: [],
      box: { x: 0.25, y: 0, width: 0.5, height: 0.25 },
      made_box: { x: 0, y: 0.5, width: 0.25, height: 0.5 },
    };
    expect(doubtfulPoint({ doubts: [...doubts], review }, true)).toEqual({ x: 0.5, y: 0.125 });
    expect(doubtfulPoint({ doubts: [...doubts], review }, false)).toEqual({ x: 0.125, y: 0.75 });
  });

  it('outlines every flagged area of the photo, but not the whole for a flag about the set, and the most doubtful one of the result', async () => {
    await open(1);
    const outlines = () => document.querySelectorAll('[data-testid=flag-outlines] g').length;
    expect(outlines()).toBe(0);
    await key(' ');
    expect(readPictureName()).toContain('Photo of');
    const picture = document.querySelector('main img') ?? document.body;
    Object.defineProperties(picture, { naturalWidth: { value: 300 }, naturalHeight: { value: 200 } });
    act(() => void picture.dispatchEvent(new Event('load')));
    expect(outlines()).toBe(1);
  });
});
