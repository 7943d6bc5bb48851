// @vitest-environment happy-dom
import type { ApiUsage } from '@packshot/contract/api/usage';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../../lib/state/global-state.ts';
import { guestSession, stubServer } from '../../../testing/browser-doubles.ts';
import type { SentRequest } from '../../../testing/browser-doubles.ts';
import { pageInDocument, textOfPage } from '../../../testing/page-in-document.ts';
import UsagePage from './index.tsx';

const render = pageInDocument();
const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
const FIGURES = { calls: 40, errors: 1, p95_ms: 1240, credits: 39 };
const NONE = { calls: 0, errors: 0, p95_ms: null, credits: 0 };
const USAGE: ApiUsage = {
  total: FIGURES,
  by_day: [
    { ...NONE, day: '2026-11-22' },
    { ...FIGURES, day: '2026-11-23' },
  ],
  by_key: [
    {
      ...FIGURES,
      key_id: ID,
      name: 'Shop import',
      starts_with: 'pk_live_aaaa',
      mode: 'live',
      has_ended: true,
    },
  ],
  by_tool: [
    { ...FIGURES, calls: 39, tool: 'cut-out' },
    { ...NONE, calls: 1, tool: null },
  ],
  last_calls: [
    {
      request_id: ID,
      key_id: ID,
      key_name: 'Shop import',
      tool: 'cut-out',
      method: 'POST',
      route: '/v1/cutouts',
      status: 402,
      code: 'OUT_OF_CREDITS',
      duration_ms: 12,
      credits: 0,
      at: '2026-11-23T10:00:00.000Z',
    },
  ],
};

async function show(isGuest: boolean, usage: ApiUsage): Promise<SentRequest[]> {
  const requests = stubServer({ 'api-usage/': () => Response.json({ data: usage }) });
  const { user } = guestSession().info;
  useGlobalState.setState(
    { ...initialGlobalState(), userLoggedIn: true, currentUser: { ...user, is_guest: isGuest } as never },
    true,
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: UsagePage }),
    history: createMemoryHistory({ initialEntries: ['/usage'] }),
  });
  await render(<RouterProvider router={router} />);
  return requests;
}

async function choose(label: string, value: string): Promise<void> {
  const select = [...document.querySelectorAll('label')]
    .find((each) => each.textContent.startsWith(label))
    ?.querySelector('select');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

describe('the API usage section', () => {
  it('shows usage as figures, a chart with its table, by key and tool, and call by call', async () => {
    await show(false, USAGE);
    await vi.waitFor(() => expect(textOfPage()).toContain('2.5% of calls'));
    expect(textOfPage()).toContain('1.2 s');
    expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toContain(
      'Calls by day: at most 40, on Nov 23.',
    );
    const rows = [...document.querySelectorAll('details tbody tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['Nov 234011.2 s39', 'Nov 2200–0']);
    expect(textOfPage()).toContain('pk_live_aaaa… · revoked');
    expect(textOfPage()).toContain('Cut out');
    expect(textOfPage()).toContain('No tool');
    expect(textOfPage()).toContain('POST /v1/cutouts OUT_OF_CREDITS');
    expect(textOfPage()).toContain(ID);
  });

  it('requests usage by period, key and tool', async () => {
    const requests = await show(false, USAGE);
    await vi.waitFor(() => expect(textOfPage()).toContain('Shop import'));
    await choose('Period', '90');
    await choose('Key', ID);
    await choose('Tool', 'scene');
    await vi.waitFor(() =>
      expect(new URL(requests.at(-1)?.url ?? '', 'http://x').search).toBe(`?days=90&key_id=${ID}&tool=scene`),
    );
  });

  it('explains an empty period', async () => {
    await show(false, { ...USAGE, total: NONE, by_key: [], by_tool: [], last_calls: [] });
    await vi.waitFor(() => expect(textOfPage()).toContain('No calls in this period'));
  });

  it('requests no usage for guests', async () => {
    const requests = await show(true, USAGE);
    expect(textOfPage()).toContain('You’re here as a guest');
    expect(requests).toEqual([]);
  });
});
