// @vitest-environment happy-dom
import { RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { stubServer } from '../testing/browser-doubles.ts';

const demo = vi.hoisted(() => Promise.withResolvers<{ default: () => string }>());
vi.mock('../features/demo/index.tsx', () => demo.promise);
afterEach(() => vi.unstubAllGlobals());

const loader = () => document.querySelector('[data-testid="full-screen-loader"]');
const main = () => document.querySelector('main');

it('a first visit shows a loader over the whole screen until the page’s script arrives, then the page', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubServer({ '/': () => Response.json({}, { status: 404 }) });
  history.replaceState(null, '', '/book-a-demo/');
  const { router } = await import('./router.tsx');
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<RouterProvider router={router} />));
  await act(() => vi.waitFor(() => expect(loader()?.className).toContain('fixed inset-0')));

  await act(async () => demo.resolve({ default: () => 'the demo page' }));
  await act(() => vi.waitFor(() => expect(main()?.textContent).toContain('the demo page')));
  expect(loader()).toBeNull();
  await act(async () => root.unmount());
});
