import { STORAGE_KEYS } from '../lib/state/storage-keys.ts';
import type { Tab } from '@packshot/contract/routes';
import { isTab } from '@packshot/contract/routes';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useGlobalState } from '../lib/state/global-state.ts';
import { usePageTitle } from '../lib/state/page-title.ts';
import { writeStored } from '../lib/state/storage.ts';
import { FullScreenLoader } from '../ui/full-screen-loader.tsx';
import { lazyPage, lazyPart } from '../lib/page/lazy-page.ts';
import { isTabPath, resolveShownTab, resolveTab } from './resolve-tab.ts';
import { requestSession } from './session-bootstrap.ts';
import { TAB_LABELS, tabLink } from './tab-list.ts';

const PAGES = {
  home: lazyPage(() => import('../features/home/index.tsx')),
  create: lazyPart(async () => (await import('../features/studio/index.tsx')).loadCreatePage()),
  pricing: lazyPage(() => import('../features/pricing/index.tsx')),
  history: lazyPage(() => import('../features/history/index.tsx')),
  account: lazyPage(() => import('../features/account/index.tsx')),
} as const satisfies Record<Tab, unknown>;

/**
 * Longest time to wait for the first page's script, in milliseconds: slightly longer than the 300 ms for which React
 * keeps a fallback that has appeared. On slower connections a loader is better.
 */
const FIRST_PAGE_WAIT_MS = 400;

/** Resolves when the first tab can be shown because its script has arrived, or when a loader should be shown instead. */
export async function firstPageReady(): Promise<void> {
  const { activeTab: current, userLoggedIn: isLoggedIn } = useGlobalState.getState();
  const { pathname, search } = location;
  if (!isTabPath(pathname)) return;
  const tab = new URLSearchParams(search).get('tab');
  const tabRequest = { pathname, tab: isTab(tab) ? tab : undefined, entryTab: undefined, current };
  const shown = resolveShownTab({ ...tabRequest, isLoggedIn });
  if (shown !== resolveTab({ ...tabRequest, isLoggedIn: true })) return;
  const late = new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_WAIT_MS));
  // Ignores a failure, because the page reports it again when it is shown.
  await Promise.race([PAGES[shown].fetchScript().catch(() => undefined), late]);
}

/**
 * Tab that the address requests, which becomes active once there is a session, the tab that is active now, and the one
 * whose page is shown.
 */
function useTabs(): { readonly wanted: Tab; readonly active: Tab; readonly shown: Tab } {
  const { pathname, search, state } = useLocation();
  const current = useGlobalState((global) => global.activeTab);
  const isLoggedIn = useGlobalState((global) => global.userLoggedIn);
  const tab = isTab(search.tab) ? search.tab : undefined;
  const entryTab = isTab(state.shownTab) ? state.shownTab : undefined;
  const request = { pathname, tab, entryTab, current };
  return {
    wanted: resolveTab({ ...request, isLoggedIn: true }),
    active: resolveTab({ ...request, isLoggedIn }),
    shown: resolveShownTab({ ...request, isLoggedIn }),
  };
}

/** Page of the active tab, at `/` and at `/studio`. */
export function TabPage() {
  const { wanted, active, shown } = useTabs();
  const isLoggedIn = useGlobalState((global) => global.userLoggedIn);
  const isWaiting = useSessionFor(wanted);
  useRememberedTab(active, isLoggedIn);
  usePageTitle(TAB_LABELS[shown]);
  if (isWaiting && shown !== wanted) return <FullScreenLoader />;
  const Page = PAGES[shown];
  return <Page />;
}

/**
 * Starts a session for tabs other than home, which need one. If the server refuses, shows home, so that the user can
 * try again with a click.
 * @returns true while the session is pending
 */
function useSessionFor(requestedTab: Tab): boolean {
  const isLoggedIn = useGlobalState((global) => global.userLoggedIn);
  const navigate = useNavigate();
  const isNeeded = !isLoggedIn && requestedTab !== 'home';
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    // Loads the page's script in parallel with the session; the page itself reports a failure.
    PAGES[requestedTab].fetchScript().catch(() => undefined);
    void requestSession({ isAskedFor: true }).then((isStarted) => {
      if (isCurrent && !isStarted) void navigate({ ...tabLink('home'), replace: true });
    });
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, requestedTab, navigate]);
  return isNeeded;
}

/** Stores the active tab in local storage and in this entry of the browser's history. */
function useRememberedTab(active: Tab, isLoggedIn: boolean): void {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // During a navigation to another page, the address already belongs to that page.
  const needsEntry =
    isLoggedIn && isTabPath(pathname) && search.tab === undefined && state.shownTab !== active;
  useEffect(() => {
    if (!isLoggedIn) return;
    useGlobalState.setState({ activeTab: active });
    writeStored(STORAGE_KEYS.activeTab, active);
  }, [active, isLoggedIn]);
  useEffect(() => {
    if (!needsEntry) return;
    void navigate({ to: '.', replace: true, state: (previous) => ({ ...previous, shownTab: active }) });
  }, [needsEntry, active, navigate]);
}
