// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Component, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pngFile } from '../testing/fake-services.ts';
import { TOOL_FACES } from '../state/tool-faces.ts';
import type { FirstScreenActions, StudioPartProps } from './first-screen.ts';

const actions = {
  takeFiles: vi.fn<FirstScreenActions['takeFiles']>(),
  chooseTool: vi.fn<FirstScreenActions['chooseTool']>(),
  showBatch: vi.fn<FirstScreenActions['showBatch']>(),
  showShortcuts: vi.fn<FirstScreenActions['showShortcuts']>(),
};

/** Studio that still looks for earlier work. */
function StartingStudio({ onFirstScreen }: StudioPartProps) {
  useLayoutEffect(() => {
    onFirstScreen({
      isShown: null,
      tool: 'magic',
      isLocked: false,
      isBatch: false,
      promise: 'The promise of the studio.',
      reference: null,
      recents: null,
      actions,
    });
    return () => onFirstScreen(null);
  }, [onFirstScreen]);
  return 'the studio';
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly failure: string | null }> {
  override state = { failure: null };
  static getDerivedStateFromError = (error: Error) => ({ failure: error.name });
  override render() {
    return this.state.failure ?? this.props.children;
  }
}

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.resetModules();
  vi.unstubAllGlobals();
});

/** Renders the page of a new visit, whose studio script loads when the returned function is called. */
async function visit() {
  const script = Promise.withResolvers<{ StudioOfVisit: typeof StartingStudio }>();
  script.promise.catch(() => undefined);
  vi.doMock('./studio-part.tsx', () => script.promise);
  const { loadCreatePage } = await import('./create-page.tsx');
  const { useGlobalState } = await import('../../../lib/state/global-state.ts');
  const Page = await loadCreatePage();
  render(
    <RouterContextProvider router={router as never}>
      <Boundary>
        <Page />
      </Boundary>
    </RouterContextProvider>,
  );
  return {
    startSession: () => act(async () => useGlobalState.setState({ userLoggedIn: true })),
    loadStudio: () => act(async () => script.resolve({ StudioOfVisit: StartingStudio })),
    failStudio: () => act(async () => script.reject(new TypeError('Failed to fetch'))),
  };
}

const title = () => screen.queryByRole('heading', { name: 'Drop a product photo' });
const chooseButton = () => screen.getByText('Choose a photo').closest('button');
const drop = (files: readonly File[]) =>
  act(async () => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } }));

it('accepts a photo before session and studio are there, and passes it to the studio once', async () => {
  const { startSession, loadStudio } = await visit();
  expect(title()).not.toBeNull();
  expect(chooseButton()?.getAttribute('aria-busy')).toBeNull();
  await drop([pngFile()]);
  expect(chooseButton()?.getAttribute('aria-busy')).toBe('true');
  const titleBefore = title();

  await loadStudio();
  expect(actions.takeFiles).not.toHaveBeenCalled();
  await startSession();
  await vi.waitFor(() => expect(screen.getByText('the studio')).toBeDefined());
  expect(actions.takeFiles.mock.calls.map(([files]) => files.map(({ name }) => name))).toEqual([['mug.png']]);
  expect(chooseButton()?.getAttribute('aria-busy')).toBeNull();
  // The same elements stay, so that focus and an open file picker survive the arrival of the studio.
  expect(title()).toBe(titleBefore);

  await drop([pngFile('cup.png')]);
  expect(actions.takeFiles).toHaveBeenCalledTimes(2);
});

it('shows the chosen tool at once, and the studio’s state as soon as it is there', async () => {
  const { startSession, loadStudio } = await visit();
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Upscale' })));
  expect(screen.getByText(new RegExp(TOOL_FACES.upscale.promise.slice(0, -1)))).toBeDefined();
  await startSession();
  await loadStudio();
  await vi.waitFor(() => expect(actions.chooseTool.mock.calls).toEqual([['upscale']]));
  expect(screen.getByText(/The promise of the studio\./)).toBeDefined();
});

it('reports a script that fails to load as soon as the user waits for it', async () => {
  const { startSession, failStudio } = await visit();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await startSession();
  await failStudio();
  expect(title()).not.toBeNull();
  await drop([pngFile()]);
  await vi.waitFor(() => expect(screen.getByText('PageLoadError')).toBeDefined());
});

it('begins with the studio if another page passed work', async () => {
  const { offerWork } = await import('../../../lib/handover/incoming-work.ts');
  offerWork({ file: pngFile(), tool: 'magic', referenceId: null });
  vi.doMock('./studio-part.tsx', () => ({ StudioOfVisit: StartingStudio }));
  const { loadCreatePage } = await import('./create-page.tsx');
  const { useGlobalState } = await import('../../../lib/state/global-state.ts');
  useGlobalState.setState({ userLoggedIn: true });
  const Page = await loadCreatePage();
  render(
    <RouterContextProvider router={router as never}>
      <Page />
    </RouterContextProvider>,
  );
  expect(screen.getByText('the studio')).toBeDefined();
  expect(title()).toBeNull();
});
