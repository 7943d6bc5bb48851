// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCurrentUser } from '../lib/session/current-user.ts';
import { initialGlobalState, useGlobalState } from '../lib/state/global-state.ts';
import { emitProductEvent } from '../lib/handover/product-events.ts';
import { guestSession, stubServer } from '../testing/browser-doubles.ts';
import type { SentRequest } from '../testing/browser-doubles.ts';
import { Tracking } from './tracking.tsx';

let requests: SentRequest[];
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  localStorage.clear();
  const { info, ...rest } = guestSession();
  localStorage.setItem('token', 'access');
  localStorage.setItem('current_user', JSON.stringify({ ...rest, user: info.user }));
  useGlobalState.setState(initialGlobalState(), true);
  requests = stubServer({
    'tracking-options': () =>
      Response.json({ hosts: [location.hostname], internal_domains: [], recipients: ['Matomo'] }),
    '/events/': () => new Response(null, { status: 204 }),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Events that the tested page sent to our server: their names, and the paths of pages. */
const listReportedEvents = (): string[] =>
  requests
    .filter(({ url }) => url.includes('/events/'))
    .flatMap(({ init }) => {
      const { events } = JSON.parse(init.body as string) as {
        events: { name: string; properties: { path?: string } }[];
      };
      return events.map(({ name, properties }) => `${name} ${properties.path ?? ''}`.trim());
    });
const settle = () => act(() => vi.advanceTimersByTimeAsync(2000));

it('tracking asks for consent first, then reports the page and each change of path, without secrets in links', async () => {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component: Tracking }), history });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<RouterProvider router={router as never} />));
  await settle();
  expect(listReportedEvents()).toEqual([]);
  expect(document.body.textContent).toContain('stores the data and shares it with Matomo');

  const [yes] = document.querySelectorAll('button');
  await act(async () => yes?.click());
  await settle();
  expect(listReportedEvents()).toEqual(['page_viewed /']);
  expect(document.querySelector('button')).toBeNull();

  await act(async () => history.push('/studio?tab=create'));
  await settle();
  await act(async () => history.push(`/reset-password/${'s'.repeat(43)}`));
  await settle();
  expect(listReportedEvents().slice(1)).toEqual(['page_viewed /studio', 'page_viewed /reset-password/']);

  emitProductEvent('third-image');
  await settle();
  expect(listReportedEvents().at(-1)).toBe('third_image_generated');
  await act(async () => root.unmount());
});

it('tracking reports the first page of a new visitor once they have a session', async () => {
  localStorage.setItem('trackingConsent', 'yes · Matomo');
  const user = localStorage.getItem('current_user') ?? '';
  localStorage.removeItem('current_user');
  useGlobalState.setState(initialGlobalState(), true);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const router = createRouter({
    routeTree: createRootRoute({ component: Tracking }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await act(async () => root.render(<RouterProvider router={router as never} />));
  await settle();
  expect(listReportedEvents()).toEqual([]);
  localStorage.setItem('current_user', user);
  await act(async () => useGlobalState.setState({ currentUser: readCurrentUser() }));
  await settle();
  expect(listReportedEvents()).toEqual(['page_viewed /']);
  await act(async () => root.unmount());
});

describe('a visit shorter than the event interval', () => {
  const visit = async () => {
    localStorage.setItem('trackingConsent', 'yes · Matomo');
    useGlobalState.setState({ ...initialGlobalState(), currentUser: readCurrentUser() }, true);
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    const router = createRouter({
      routeTree: createRootRoute({ component: Tracking }),
      history: createMemoryHistory({ initialEntries: ['/sign-in'] }),
    });
    await act(async () => root.render(<RouterProvider router={router as never} />));
    return root;
  };
  const leave = () => act(async () => void dispatchEvent(new Event('pagehide')));

  it('is reported at its end, in a request that outlives the page', async () => {
    const root = await visit();
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(listReportedEvents()).toEqual([]);
    await leave();
    expect(listReportedEvents()).toEqual(['page_viewed /sign-in']);
    expect(requests.find(({ url }) => url.includes('/events/'))?.init.keepalive).toBe(true);
    await settle();
    expect(listReportedEvents()).toEqual(['page_viewed /sign-in']);
    await act(async () => root.unmount());
  });

  it('is reported by the next page when it ended before the tracking settings were known', async () => {
    vi.resetModules();
    const { track, EVENTS } = await import('../lib/analytics/analytics.ts');
    localStorage.setItem('trackingConsent', 'yes · Matomo');
    const first = track(EVENTS.pageViewed, { path: '/sign-in' });
    dispatchEvent(new Event('pagehide'));
    await first;
    await settle();
    expect(listReportedEvents()).toEqual([]);
    vi.resetModules();
    const next = await import('../lib/analytics/analytics.ts');
    await next.track(EVENTS.pageViewed, { path: '/pricing' });
    await settle();
    expect(listReportedEvents()).toEqual(['page_viewed /sign-in', 'page_viewed /pricing']);
    expect(localStorage.getItem('unsentEvents')).toBeNull();
  });
});
