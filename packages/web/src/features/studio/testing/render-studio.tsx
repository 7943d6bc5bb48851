/** Shows components of the studio as a page would: with a studio of their own, a router for their links, and credits. */
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
import { initialGlobalState, useGlobalState } from '../../../lib/global-state.ts';
import { PhonePanel } from '../shell/phone-panel.tsx';
import type { Studio } from '../shell/studio.ts';
import { ToolPanel } from '../shell/tool-panel.tsx';
import type { CommandContext } from '../state/command.ts';
import { StudioScope } from '../state/use-studio.ts';
import { settle } from './open-studio.ts';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // There is no style sheet here: what an element does not say in its own style, it does not have. Looking all of it up takes most of a test's time.
  const { defaultView: window } = document;
  if (window) window.getComputedStyle = (element) => (element as HTMLElement).style;
});
beforeEach(() => useGlobalState.setState(initialGlobalState(), true));
afterEach(cleanup);

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});

/** Shows a component in a studio, and waits until what it asks for at first is there. */
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

/** Something happens in the studio itself, and everything that follows from it. */
export const happens = (change: () => unknown): Promise<void> =>
  act(async () => {
    change();
    await settle();
  });

/** A signed-in user's credits, as last read from the server. */
export const haveCredits = (credits: { readonly generations?: number; readonly downloads?: number }): void =>
  useGlobalState.setState({
    areCreditsKnown: true,
    currentFreemiumCredits: credits.generations ?? 5,
    currentAvailableDownloadImageCount: credits.downloads ?? 5,
  });

/** What the page around a component is asked for. */
export const pageActions = (): { readonly [Name in keyof PageActions]: Mock<PageActions[Name]> } => ({
  choosePhoto: vi.fn(),
  showShortcuts: vi.fn(),
  showExport: vi.fn(),
  showOutOfDownloads: vi.fn(),
});

interface CommandedProps {
  readonly actions: PageActions;
  readonly children: (context: CommandContext) => ReactNode;
}

/** Gives its children what commands act on, and lets the keyboard perform them, as the page does. */
export function Commanded({ actions, children }: CommandedProps) {
  useCommandKeys(actions);
  return children(useCommandContext(actions));
}

interface Shown {
  readonly user: UserEvent;
  readonly actions: ReturnType<typeof pageActions>;
}

/** Shows what acts by commands. */
export async function renderCommanded(
  studio: Studio,
  children: (context: CommandContext, actions: PageActions) => ReactNode,
): Promise<Shown> {
  const actions = pageActions();
  const user = await renderIn(
    studio,
    <Commanded actions={actions}>{(context) => children(context, actions)}</Commanded>,
  );
  // The scripts of some panels come when their tool is chosen.
  await waitFor(() => {
    if (document.querySelector('.animate-shimmer')) throw new Error('Not there yet.');
  });
  return { user, actions };
}

/** The panel of the chosen tool, as it stands beside the stage of a wide window. */
export const renderPanel = (studio: Studio): Promise<Shown> =>
  renderCommanded(studio, (context) => <ToolPanel context={context} />);

/** The same under the stage of a phone. */
export const renderPhonePanel = (studio: Studio): Promise<Shown> =>
  renderCommanded(studio, (context) => <PhonePanel context={context} />);

/** What is said of a control, as a screen reader reads it after its name. */
export const descriptionOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent?.trim() ?? '')
    .join(' ');

export const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole('button', { name });
/** A button in a drop zone: happy-dom takes the zone's label for its name, browsers do not. */
export const zoneButton = (words: string): HTMLElement => screen.getByText(words, { selector: 'button' });
export const radio = (name: string | RegExp): HTMLInputElement => screen.getByRole('radio', { name });

/** Slides a range input, or writes into a field, at once. */
export const change = (element: HTMLElement, value: string | number): boolean =>
  fireEvent.change(element, { target: { value: String(value) } });
export const slider = (name: string | RegExp): HTMLInputElement => screen.getByRole('slider', { name });
export const textbox = (name: string | RegExp): HTMLTextAreaElement => screen.getByRole('textbox', { name });
