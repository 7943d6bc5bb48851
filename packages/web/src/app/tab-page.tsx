import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import type { Tab } from '@packshot/contract/tabs';
import { isTab } from '@packshot/contract/tabs';
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

const SCRIPTS = {
  home: () => import('../features/home/index.tsx'),
  create: () => import('../features/studio/index.tsx'),
  pricing: () => import('../features/pricing/index.tsx'),
  history: () => import('../features/history/index.tsx'),
  account: () => import('../features/account/index.tsx'),
} as const satisfies Record<Tab, unknown>;

const PAGES = {
  home: lazyPage(SCRIPTS.home),
  create: lazyPage(SCRIPTS.create),
  pricing: lazyPage(SCRIPTS.pricing),
  history: lazyPage(SCRIPTS.history),
  account: lazyPage(SCRIPTS.account),
} as const satisfies Record<Tab, unknown>;

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
    SCRIPTS[wanted]().catch(() => undefined);
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
