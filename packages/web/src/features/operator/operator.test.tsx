// @vitest-environment happy-dom
import type { OperatorFigures } from '@packshot/contract/service/operator';
import { describe, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../lib/state/global-state.ts';
import { guestSession, stubServer } from '../../testing/browser-doubles.ts';
import { pageInDocument, textOfPage } from '../../testing/page-in-document.ts';
import OperatorPage from './index.tsx';
import { bytesText, secondsText } from './words.ts';

const render = pageInDocument();
const FIGURES: OperatorFigures = {
  version: '0.1.0',
  measured_at: '2026-11-27T14:05:00.000Z',
  queue: { oldest_pending_seconds: 41.2, by_tool: [{ tool: 'cut-out', pending: 18, started: 2 }] },
  workers: { connected: 0, busy: 2 },
  recent: {
    tasks: 10_000,
    since: '2026-11-27T10:05:00.000Z',
    is_whole_day: false,
    by_tool: [
      {
        tool: 'scene',
        succeeded: 9_900,
        failed: 100,
        canceled: 0,
        p95_wait_seconds: 12.8,
        p95_work_seconds: 4.9,
      },
    ],
    failures: [{ tool: 'scene', reason: 'ENGINE_TIMED_OUT', tasks: 100 }],
    credits: { reserved: 24, settled: 9_876, released: 100 },
  },
  disk: { objects: { free_bytes: 41.2e9, total_bytes: 500e9 }, database_bytes: 2.31e9 },
  engines: [{ tool: 'describe', name: '', model: null, responds: false }],
  checks: { database: true, storage: false },
};

async function show(answer: () => Response): Promise<void> {
  stubServer({ '/api/operator/figures': answer });
  const { user } = guestSession().info;
  useGlobalState.setState({ ...initialGlobalState(), userLoggedIn: true, currentUser: user as never }, true);
  await render(<OperatorPage />);
}

describe('the operator’s page', () => {
  it('shows queue, workers, speed, failures, credits, disk and engines, with bad values in red', async () => {
    await show(() => Response.json({ data: FIGURES }));
    await vi.waitFor(() => expect(textOfPage()).toContain('Oldest for 41 s'));
    for (const words of [
      '1.0% of 10,000 tasks',
      'Engine timed out',
      '9,876',
      '95% started within 13 s, finished within 4.9 s',
      '8% of 500.0 GB',
      '2.3 GB',
      'Last 10,000 tasks, since',
    ])
      expect(textOfPage()).toContain(words);
    const bad = [...document.querySelectorAll('.text-danger')].map(({ textContent }) => textContent);
    expect(bad).toEqual(['18', '0', '41.2 GB', '100', 'Does not respond', 'Does not respond']);
  });

  it('tells other users that it is for operators', async () => {
    await show(() => Response.json({ code: 'FORBIDDEN', message: 'No.' }, { status: 403 }));
    await vi.waitFor(() => expect(textOfPage()).toContain('For operators'));
  });
});

it('the figures on the operator’s page are formatted for people', () => {
  expect([null, 0, 9.96, 42.4, 119.6, 185].map(secondsText)).toEqual([
    '–',
    '0.0 s',
    '10.0 s',
    '42 s',
    '2 min 0 s',
    '3 min 5 s',
  ]);
  expect([5e6, 999e6, 41.24e9].map(bytesText)).toEqual(['5 MB', '999 MB', '41.2 GB']);
});
