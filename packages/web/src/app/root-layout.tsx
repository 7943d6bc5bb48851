import { t } from '@packshot/contract/text/translation';
import { isTab } from '@packshot/contract/routes';
import type { Tab } from '@packshot/contract/routes';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { afterFirstPaint } from '../lib/page/after-first-paint.ts';
import { freeOffer } from '../lib/plans/free-offer.ts';
import { hasStagePicture, useGlobalState } from '../lib/state/global-state.ts';
import { classNames } from '../ui/class-names.ts';
import { FullScreenLoader } from '../ui/full-screen-loader.tsx';
import { useDropGuard } from '../ui/page-files.ts';
import { BottomBar, Header } from './header.tsx';
import { hasPlainBackground, isTabPath, resolveShownTab } from './resolve-tab.ts';
import { useSessionAfterFirstPaint } from './session-bootstrap.ts';

const Overlays = lazy(() => import('./overlays.tsx'));
// Loaded lazily, because the footer is at the end of the page.
const Footer = lazy(() => import('./footer.tsx'));
const AddressBanner = lazy(() => import('./address-banner.tsx'));

/** Tab whose page is shown, or null on a page that isn't a tab. */
function useShownTab(): Tab | null {
  const { pathname, search, state } = useLocation();
  const current = useGlobalState((global) => global.activeTab);
  const isLoggedIn = useGlobalState((global) => global.userLoggedIn);
  if (!isTabPath(pathname)) return null;
  const tab = isTab(search.tab) ? search.tab : undefined;
  const entryTab = isTab(state.shownTab) ? state.shownTab : undefined;
  return resolveShownTab({ pathname, tab, entryTab, current, isLoggedIn });
}

export function RootLayout() {
  const active = useShownTab();
  const hasPicture = useGlobalState(hasStagePicture);
  const isPlain = hasPlainBackground(active, hasPicture);
  const mainRef = useFocusOnNavigation();
  useSessionAfterFirstPaint();
  useDropGuard();
  const isStudio = active === 'create';
  const isEditing = isStudio && hasPicture;
  // The banner is hidden next to an open picture, which needs the height, and on the account page, which shows the same
  // notice.
  const isUnconfirmed = useGlobalState((state) => freeOffer(state) === 'confirm-address');
  return (
    <div
      data-background={isPlain ? 'plain' : 'scene'}
      className={classNames(
        'flex flex-col',
        // `clip` rather than `hidden`: a focused element can still scroll a hidden overflow, which would move the whole
        // app.
        isStudio ? 'h-dvh overflow-clip' : 'min-h-dvh',
        isPlain ? 'bg-ground' : 'scene',
      )}
    >
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-button-ink px-4 py-2 text-sm font-semibold text-paper focus:translate-y-0"
      >
        {t('Skip to content')}
      </a>
      <Header active={active} isEditing={isEditing} />
      {isUnconfirmed && active !== null && !isEditing && active !== 'account' && (
        <Suspense>
          <AddressBanner />
        </Suspense>
      )}
      <div
        className={classNames(
          'flex min-h-0 flex-1 flex-col',
          isEditing
            ? 'max-md:under:bg-surface max-md:under:pb-[env(safe-area-inset-bottom)]'
            : 'max-md:under:pb-[calc(3.5rem+env(safe-area-inset-bottom))]',
        )}
      >
        <main id="main" ref={mainRef} tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
          <Suspense fallback={<FullScreenLoader />}>
            <Outlet />
          </Suspense>
        </main>
        {!isStudio && (
          <Suspense>
            <Footer />
          </Suspense>
        )}
      </div>
      {!isEditing && <BottomBar active={active} />}
      <OverlaysWhenNeeded />
    </div>
  );
}

/** Moves the focus to the new page's content after a navigation, so that keyboard and screen reader start there. */
function useFocusOnNavigation() {
  const mainRef = useRef<HTMLElement>(null);
  const { pathname, search, state } = useLocation();
  const shownTab = search.tab ?? state.shownTab;
  const isNamed = search.tab !== undefined;
  const last = useRef({ pathname, shownTab });
  useEffect(() => {
    const before = last.current;
    last.current = { pathname, shownTab };
    // A change that only adds the current tab's name to the address isn't a navigation.
    const isSameTab = before.shownTab === shownTab || (before.shownTab === undefined && !isNamed);
    if (before.pathname === pathname && isSameTab) return;
    mainRef.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, shownTab, isNamed]);
  return mainRef;
}

/** Loads the overlays after the first paint, or as soon as one of them is needed. */
function OverlaysWhenNeeded() {
  const isNeeded = useGlobalState(
    (state) =>
      state.showToast ||
      state.pageLoader !== false ||
      state.errorDialogMessage !== null ||
      state.captchaFrame !== null,
  );
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  useEffect(() => afterFirstPaint(() => setWasNeeded(true)), []);
  return wasNeeded ? (
    <Suspense>
      <Overlays />
    </Suspense>
  ) : null;
}
