// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { usePageTitle } from './page-title.ts';

afterEach(() => vi.unstubAllGlobals());

const Page = ({ title, raw }: { readonly title: string; readonly raw?: boolean }) => {
  usePageTitle(title, raw);
  return null;
};

it('the window’s title is the page’s title, a dash and the product’s name, or the page’s title alone', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(<Page title="Pricing" />));
  expect(document.title).toBe('Pricing - Packshot');
  act(() => root.render(<Page title="Packshot" raw />));
  expect(document.title).toBe('Packshot');
  act(() => root.unmount());
});
