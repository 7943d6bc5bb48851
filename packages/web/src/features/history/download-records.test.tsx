// @vitest-environment happy-dom
import { MESSAGES } from '@packshot/contract/messages';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubServer } from '../../testing/browser-doubles.ts';
import { OutOfDownloads } from '../../lib/plans/out-of-downloads.tsx';
import { downloadRecord } from './download-records.ts';

const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
const record = { output_image_url_key: 'u/1/result.png', tool_type: 8 } as SavedRecord;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.setItem('token', 'access');
  localStorage.setItem('refresh_token', 'refresh');
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['is below 0', -1, undefined],
  ['fails', 'HTTP 500', undefined],
  ['passes and the debit is refused', 1, -1],
])(
  'a picture of history isn’t downloaded when the download check %s; the dialog explains why and links to the plans',
  async (_what, checked, debited) => {
    const requests = stubServer({
      'download-credits': () =>
        checked === 'HTTP 500'
          ? Response.json({}, { status: 500 })
          : Response.json({ id: ID, download_credits: checked }),
      'download-image': () => Response.json({ id: ID, download_credits: debited }),
    });
    expect(await downloadRecord(record)).toBe('unpaid');
    expect(requests).toHaveLength(debited === undefined ? 1 : 2);

    const Page = () => <OutOfDownloads isOpen onClose={() => undefined} />;
    const history = createMemoryHistory({ initialEntries: ['/'] });
    const router = createRouter({ routeTree: createRootRoute({ component: Page }), history });
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    await act(async () => root.render(<RouterProvider router={router as never} />));
    const dialog = document.querySelector('[role="dialog"]');
    expect(dialog?.textContent).toContain(MESSAGES.outOfDownloadCredits);
    expect(dialog?.querySelector('a')?.getAttribute('href')).toContain('tab=pricing');
    await act(async () => root.unmount());
  },
);

it('a picture of history whose file doesn’t arrive is shown as paid', async () => {
  let isBroken = true;
  stubServer({
    'download-credits': () => Response.json({ id: ID, download_credits: 2 }),
    'download-image': () => Response.json({ id: ID, download_credits: 1, url: '/objects/result.png' }),
    'objects/result.png': () => new Response(isBroken ? '' : 'pixels', { status: isBroken ? 503 : 200 }),
  });
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  );
  expect(await downloadRecord(record)).toBe('paid');
  isBroken = false;
  expect(await downloadRecord(record)).toBe('downloaded');
});

it.each([
  [8, 'AI image - historyWBG.png'],
  [5, 'AI image - history.png'],
])('a picture of history made by the tool with ID %i is saved as %s', async (tool_type, name) => {
  stubServer({
    'download-credits': () => Response.json({ id: ID, download_credits: 2 }),
    'download-image': () => Response.json({ id: ID, download_credits: 1, url: '/objects/result.png' }),
    'objects/result.png': () => new Response('pixels'),
  });
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  );
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  expect(await downloadRecord({ ...record, tool_type })).toBe('downloaded');
  expect(names).toEqual([name]);
});
