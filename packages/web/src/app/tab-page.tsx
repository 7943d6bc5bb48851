import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import type { Tab } from '@packshot/contract/tabs';
import { DEFAULT_TAB, isTab } from '@packshot/contract/tabs';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useGlobalState } from '../lib/global-state.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { writeStored } from '../lib/storage.ts';
import { FullScreenLoader } from '../ui/full-screen-loader.tsx';
import { lazyPage } from './lazy-page.ts';
import { isTabPath, resolveTab } from './resolve-tab.ts';
import { requestSession } from './session-bootstrap.ts';
import { TAB_LABELS, tabLink } from './tab-list.ts';

const PAGES = {
  home: lazyPage(() => import('../features/home/index.tsx')),
  create: lazyPage(() => import('../features/studio/index.tsx')),
  pricing: lazyPage(() => import('../features/pricing/index.tsx')),
  history: lazyPage(() => import('../features/history/index.tsx')),
  account: lazyPage(() => import('../features/account/index.tsx')),
} as const satisfies Record<Tab, unknown>;

/** On a slow line it is better to say that something comes. */
const FIRST_PAGE_WAIT_MS = 1000;

/**
 * Resolves when what is to be shown first can be: the landing page's script comes with the page, and is not worth showing
 * anything else before. Every other page says that it is on its way.
 */
export async function firstPageReady(): Promise<void> {
  const { activeTab: current } = useGlobalState.getState();
  const { pathname } = location;
  const tab = new URLSearchParams(location.search).get('tab');
  const asked = { pathname, tab: isTab(tab) ? tab : undefined, entryTab: undefined, current };
  if (!isTabPath(pathname) || resolveTab({ ...asked, isLoggedIn: true }) !== DEFAULT_TAB) return;
  const late = new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_WAIT_MS));
  // What fails here fails again, and is told, when the page is shown.
  await Promise.race([PAGES.home.fetchScript().catch(() => undefined), late]);
}

/** The tab that the address asks for, once there is a session; and the one in force now. */
function useTabs(): { readonly wanted: Tab; readonly active: Tab } {
  const { pathname, search, state } = useLocation();
  const current = useGlobalState((global) => global.activeTab);
  const isLoggedIn = useGlobalState((global) => global.userLoggedIn);
  const tab = isTab(search.tab) ? search.tab : undefined;
  const entryTab = isTab(state.shownTab) ? state.shownTab : undefined;
  const request = { pathname, tab, entryTab, current };
  return {
    wanted: resolveTab({ ...request, isLoggedIn: true }),
    active: resolveTab({ ...request, isLoggedIn }),
  };
}

/** The page of the active tab, at `/` and at `/studio`. */
export function TabPage() {
  const { wanted, active } = useTabs();
  const isLoggedIn = useGlobalState((global) => global.userLoggedIn);
  const isWaiting = useSessionFor(wanted);
  useRememberedTab(active, isLoggedIn);
  usePageTitle(TAB_LABELS[active]);
  if (isWaiting) return <FullScreenLoader />;
  const Page = PAGES[active];
  return <Page />;
}

/**
 * Tabs other than home need a session: starts one at once, and goes home when the server gives none, so that asking
 * again is a click away.
 * @returns true while it is on its way
 */
function useSessionFor(wanted: Tab): boolean {
  const isLoggedIn = useGlobalState((global) => global.userLoggedIn);
  const navigate = useNavigate();
  const isNeeded = !isLoggedIn && wanted !== 'home';
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    // The page's script is on its way meanwhile; what fails is told when the page itself asks for it.
    PAGES[wanted].fetchScript().catch(() => undefined);
    void requestSession({ isAskedFor: true }).then((isStarted) => {
      if (isCurrent && !isStarted) void navigate({ ...tabLink('home'), replace: true });
    });
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, wanted, navigate]);
  return isNeeded;
}

/** Keeps the active tab in local storage and in this entry of the browser's history. */
function useRememberedTab(active: Tab, isLoggedIn: boolean): void {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // On its way to another page, the address is that page's already.
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
