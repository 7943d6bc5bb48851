/** Renders components of the studio in tests: with a studio of their own, a router for links, and credits. */
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Mock } from 'vitest';
import type { PageActions } from '../commands/command-context.ts';
import { useCommandContext, useCommandKeys } from '../commands/use-commands.ts';
import { initialGlobalState, useGlobalState } from '../../../lib/state/global-state.ts';
import { fetchDesk } from '../shell/lazy-desk.ts';
import { PhonePanel } from '../shell/phone-panel.tsx';
import type { Studio } from '../shell/studio.ts';
import { ToolPanel } from '../shell/tool-panel.tsx';
import type { CommandContext } from '../state/command.ts';
import { StudioScope } from '../state/use-studio.ts';
import { settle } from './open-studio.ts';

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Replaces `getComputedStyle`, which is slow in happy-dom: without style sheets, only inline styles apply.
  const { defaultView: window } = document;
  if (window) window.getComputedStyle = (element) => (element as HTMLElement).style;
  // Loads the scripts that the page would prefetch when idle.
  await fetchDesk();
});
beforeEach(() => useGlobalState.setState(initialGlobalState(), true));
afterEach(cleanup);

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});

/** Renders a component in a studio, and waits for its first requests. */
export async function renderIn(studio: Studio, children: ReactNode): Promise<UserEvent> {
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  render(
    <RouterContextProvider router={router as never}>
      <StudioScope value={studio.context}>{children}</StudioScope>
    </RouterContextProvider>,
  );
  await act(settle);
  return user;
}

/** Runs a change that doesn't come from the components, and waits for its effects. */
export const happens = (change: () => unknown): Promise<void> =>
  act(async () => {
    change();
    await settle();
  });

export const haveCredits = (credits: { readonly generations?: number; readonly downloads?: number }): void =>
  useGlobalState.setState({
    areCreditsKnown: true,
    currentFreemiumCredits: credits.generations ?? 5,
    currentAvailableDownloadImageCount: credits.downloads ?? 5,
  });

const pageActions = (): { readonly [Name in keyof PageActions]: Mock<PageActions[Name]> } => ({
  choosePhoto: vi.fn(),
  showShortcuts: vi.fn(),
  showCommands: vi.fn(),
  showExport: vi.fn(),
  showOutOfDownloads: vi.fn(),
  showRecipeAccount: vi.fn(),
});

interface CommandedProps {
  readonly actions: PageActions;
  readonly children: (context: CommandContext) => ReactNode;
}

/** Passes the command context to its children and listens to the keyboard, like the page does. */
function Commanded({ actions, children }: CommandedProps) {
  useCommandKeys(actions);
  return children(useCommandContext(actions));
}

interface RenderedStudio {
  readonly user: UserEvent;
  readonly actions: ReturnType<typeof pageActions>;
}

/** Time limit for loading a panel, whose script can take more than a second on a busy machine. */
const LOADING = { timeout: 5_000 };

export async function renderCommanded(
  studio: Studio,
  children: (context: CommandContext, actions: PageActions) => ReactNode,
): Promise<RenderedStudio> {
  const actions = pageActions();
  const user = await renderIn(
    studio,
    <Commanded actions={actions}>{(context) => children(context, actions)}</Commanded>,
  );
  // Waits for panels that load only when the user chooses their tool.
  await waitFor(() => {
    if (document.querySelector('.animate-shimmer')) throw new Error('Not there yet.');
  }, LOADING);
  return { user, actions };
}

export const renderPanel = (studio: Studio): Promise<RenderedStudio> =>
  renderCommanded(studio, (context) => <ToolPanel context={context} />);

export const renderPhonePanel = (studio: Studio): Promise<RenderedStudio> =>
  renderCommanded(studio, (context) => <PhonePanel context={context} />);

export const readDescription = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent?.trim() ?? '')
    .join(' ');

export const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole('button', { name });
/** Finds a button in a drop zone. Unlike browsers, happy-dom names the button after the label around it. */
export const zoneButton = (words: string): HTMLElement =>
  screen.getByText(words, { selector: 'button, button span' });
export const radio = (name: string | RegExp): HTMLInputElement => screen.getByRole('radio', { name });

export const change = (element: HTMLElement, value: string | number): boolean =>
  fireEvent.change(element, { target: { value: String(value) } });
export const slider = (name: string | RegExp): HTMLInputElement => screen.getByRole('slider', { name });
export const textbox = (name: string | RegExp): HTMLTextAreaElement => screen.getByRole('textbox', { name });
