import { hasBilling } from '../lib/page/installation.ts';
import { DEFAULT_TAB, ROUTES } from '@packshot/contract/routes';
import type { Tab } from '@packshot/contract/routes';

export interface TabRequest {
  readonly pathname: string;
  /** The `tab` query parameter, if valid. */
  readonly tab: Tab | undefined;
  /** Tab last shown by this entry of the browser's history, for going back to an address without a tab. */
  readonly entryTab: Tab | undefined;
  /** Tab that was active last, as stored in local storage. */
  readonly current: Tab;
  readonly isLoggedIn: boolean;
}

const TAB_PATHS: readonly string[] = [ROUTES.home, ROUTES.studio];

/** True at the two addresses that show tabs. */
export const isTabPath = (pathname: string): boolean => TAB_PATHS.includes(pathname.replace(/(.)\/$/, '$1'));

const isStudioPath = (pathname: string): boolean => pathname.replace(/\/$/, '') === ROUTES.studio;

/**
 * Decides which tab is active. Without a session: home. For a path that ends in a slash with tab=home: home. Any other
 * tab that differs from the current one becomes active. The studio's path without a tab means create.
 */
export function resolveTab(request: TabRequest): Tab {
  const tab = requestedTab(request);
  // A server without billing has no pricing tab.
  return tab === 'pricing' && !hasBilling() ? DEFAULT_TAB : tab;
}

/**
 * Tab whose page is shown: the active one, or Create while its session is being started, because its first screen needs
 * no session.
 */
export function resolveShownTab(request: TabRequest): Tab {
  return resolveTab({ ...request, isLoggedIn: true }) === 'create' ? 'create' : resolveTab(request);
}

function requestedTab({ pathname, tab, entryTab, current, isLoggedIn }: TabRequest): Tab {
  if (!isLoggedIn) return DEFAULT_TAB;
  if (pathname.endsWith('/') && tab === 'home') return 'home';
  if (tab !== undefined && tab !== current) return tab;
  if (tab !== undefined) return current;
  if (isStudioPath(pathname)) return 'create';
  return entryTab ?? current;
}

const PLAIN_TABS: readonly (Tab | null)[] = ['pricing', 'history', 'account'];

/**
 * Whether the page has a plain background: on pricing, history and account, and on create if there is a picture.
 * @param active null on a page that isn't a tab
 */
export const hasPlainBackground = (active: Tab | null, hasPicture: boolean): boolean =>
  PLAIN_TABS.includes(active) || (active === 'create' && hasPicture);
