// @vitest-environment happy-dom
import type { StyleReport } from '@packshot/contract/catalog/style';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { takeFix } from '../../../lib/handover/run-fix.ts';
import { button, pageInDocument, press, textOfPage } from '../../../testing/page-in-document.ts';
import { sentTo, stubCatalog } from '../testing/catalog-double.ts';
import { exampleItem, exampleRun, RUN_ID } from '../testing/examples.ts';
import { catalogAt } from '../testing/render-catalog.tsx';

const render = pageInDocument();
const readBy = (text: string): Promise<void> =>
  vi.waitFor(() => expect(textOfPage()).toContain(text), { timeout: 3000 });

const REPORT: StyleReport = {
  pictures: 500,
  unmeasured: 2,
  output: { id: 'shop', width: 2000, height: 2000 },
  line: 'bottom',
  measures: [
    { measure: 'fill', pictures: 500, usual: 85, spread: 0.31, outliers: 1 },
    { measure: 'line', pictures: 500, usual: 1800, spread: 0.4, outliers: 0 },
    { measure: 'ground', pictures: 500, usual: '#f4f1ec', spread: 0, outliers: 0 },
    { measure: 'shadow', pictures: 480, usual: 320, spread: 41, outliers: 0 },
  ],
  outliers: [
    {
      row: 7,
      sku: 'mug-7',
      variant: '',
      slot: '',
      source_name: 'mug-7.jpg',
      state: 'done',
      thumb_url: '/objects/thumb-7.webp',
      off: [{ measure: 'fill', value: 72, by: 13 }],
    },
  ],
  outliers_in_all: 1,
};

async function open() {
  const reached = stubCatalog({
    readRun: () => ({ data: exampleRun({ items: 502 }, { done: 502 }) }),
    listRunItems: () => ({ data: [exampleItem(1), exampleItem(2)], offset: 0, total: 2 }),
    readRunStyle: () => ({ data: REPORT }),
    // Only the second row has a scene.
    readRunItem: ({ params: { row = 1 } }) => ({ data: exampleItem(row, { has_scene: row === 2 }) }),
    reviewRunItems: () => ({ data: { rows: [7] } }),
    orderRunDownload: () => ({ data: { url: '/aiimages/api/runs/abc/' } }),
  });
  const { page, router } = catalogAt({ kind: 'run', id: RUN_ID });
  await render(page);
  await readBy('502 of 502 done');
  return { reached, router };
}

/** Selects a view of the run by its radio button. */
async function show(value: string): Promise<void> {
  const radio = document.querySelector<HTMLInputElement>(`fieldset input[value="${value}"]`);
  await act(async () => radio?.click());
}

describe('the style comparison of a run', () => {
  it('reports each measure, and links each outlier to its picture', async () => {
    const { reached } = await open();
    await show('style');
    await readBy('One picture stands out');
    const text = textOfPage();
    for (const words of [
      'Product fills85%± 0.3%Consistent except for 1 picture',
      'Baseline1,800 px± 0.4 pxConsistent',
      'Background#f4f1ec± 0 ΔEConsistent',
      'Shadow direction320°± 41°Differs',
      'Measured on 500 pictures',
      '2 pictures were made by an earlier version of Packshot, which did not measure them',
      'Product fills 72% (differs by 13%)',
    ])
      expect(text).toContain(words);
    await press('7mug-7Product fills 72% (differs by 13%)');
    await readBy('SKU-7_front_shop.jpg');
    await press('Reject');
    await vi.waitFor(() =>
      expect(sentTo(reached, 'reviewRunItems')[0]?.body).toEqual({
        decisions: [{ row: 7, decision: 'reject' }],
      }),
    );
  });

  it('offers a contact sheet of all pictures', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { reached } = await open();
    await show('style');
    await readBy('Contact sheet');
    await press('PDF');
    await press('PNG');
    await vi.waitFor(() => expect(clicked).toHaveBeenCalledTimes(2));
    expect(sentTo(reached, 'orderRunDownload').map(({ body }) => body)).toEqual([
      { kind: 'sheet_pdf' },
      { kind: 'sheet_png' },
    ]);
  });
});

describe('a photo’s row on the run page', () => {
  it('opens its picture enlarged, and passes the picture to Create for correction', async () => {
    const { router } = await open();
    await readBy('SKU-1');
    await press('SKU-1 · front');
    await readBy('2000 × 2000 px');
    expect(document.querySelector('[role=dialog] img')?.getAttribute('alt')).toBe('Picture of SKU-1 · front');
    expect(button('Approve')).toBeDefined();
    await press('Correct in Create');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/studio'));
    expect(takeFix()).toMatchObject({
      opens: 'cut-out',
      runId: RUN_ID,
      row: 1,
      url: '/objects/photo-1.jpg',
    });
  });

  it('passes its scene to Create for adjusting, if it has one', async () => {
    const { router } = await open();
    await readBy('SKU-1');
    await press('SKU-1 · front');
    await readBy('Correct in Create');
    expect(textOfPage()).not.toContain('Adjust the scene');
    await press('Close');
    await press('SKU-2 · front');
    await readBy('Adjust the scene');
    await press('Adjust the scene');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/studio'));
    expect(takeFix()).toMatchObject({ opens: 'scene', runId: RUN_ID, row: 2, url: '/objects/photo-2.jpg' });
  });
});
