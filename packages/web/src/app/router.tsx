import { t } from '@packshot/contract/text/translation';
import { isTab, ROUTES } from '@packshot/contract/routes';
import type { Tab } from '@packshot/contract/routes';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { HistorySearch } from '../lib/handover/history-search.ts';
import { FullScreenLoader } from '../ui/full-screen-loader.tsx';
import { lazyPage, PageLoadError } from '../lib/page/lazy-page.ts';
import { RootLayout } from './root-layout.tsx';
import { TabPage } from './tab-page.tsx';
import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';

/** One component for all pages for developers, so that navigating between them shows no loader. */
const DevelopersPage = lazyPage(() => import('../features/developers/index.tsx'));
const NotFoundPage = lazyPage(() => import('../features/not-found/index.tsx'));

interface ShellSearch extends HistorySearch {
  readonly tab?: Tab;
  /** Path to open after signing in; `lib/session/next-path.ts` validates it. */
  readonly next?: string;
  /** History record to open in Create, from a link that the public API returns. */
  readonly record?: string;
  /** Current view of the catalog; `features/catalog/place.ts` reads it. */
  readonly at?: string;
}

/** Reads the parameters in the address; an invalid `?tab=` counts as missing. */
const readShellSearch = ({ tab, next, record, at, ...rest }: Record<string, unknown>): ShellSearch => ({
  ...(isTab(tab) && { tab }),
  ...(typeof next === 'string' && { next }),
  ...(typeof record === 'string' && { record }),
  ...(typeof at === 'string' && { at }),
  ...(tab === 'history' && (rest satisfies HistorySearch)),
});

const rootRoute = createRootRoute({
  component: RootLayout,
  validateSearch: readShellSearch,
  notFoundComponent: NotFoundPage,
});

const page = <Path extends string>(path: Path, component: React.FunctionComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component, wrapInSuspense: false });
const lazyRoute = <Path extends string>(path: Path, load: Parameters<typeof lazyPage>[0]) =>
  page(path, lazyPage(load));

const routeTree = rootRoute.addChildren([
  page(ROUTES.home, TabPage),
  page(ROUTES.studio, TabPage),
  lazyRoute(ROUTES.signIn, () => import('../features/sign-in/sign-in.tsx')),
  lazyRoute(ROUTES.signUp, () => import('../features/sign-in/sign-up.tsx')),
  lazyRoute(ROUTES.forgotPassword, () => import('../features/sign-in/forgot-password.tsx')),
  lazyRoute('/reset-password/$token', () => import('../features/sign-in/reset-password.tsx')),
  lazyRoute(ROUTES.bookDemo, () => import('../features/demo/index.tsx')),
  lazyRoute(ROUTES.privacyPolicy, () => import('../features/legal/privacy-policy.tsx')),
  lazyRoute(ROUTES.terms, () => import('../features/legal/terms.tsx')),
  lazyRoute(ROUTES.verify, () => import('../features/verify/index.tsx')),
  lazyRoute(ROUTES.usage, () => import('../features/account/usage/index.tsx')),
  lazyRoute(ROUTES.operator, () => import('../features/operator/index.tsx')),
  lazyRoute(ROUTES.catalog, () => import('../features/catalog/index.tsx')),
  page(ROUTES.developers, DevelopersPage),
  page(`${ROUTES.developers}/$page`, DevelopersPage),
  lazyRoute(ROUTES.notFound, () => import('../features/not-found/index.tsx')),
]);

export const router = createRouter({
  routeTree,
  trailingSlash: 'preserve',
  defaultErrorComponent: ErrorPage,
  // Loader for the first visit. Routes have no fallback: during a navigation the current page stays until the next one
  // is ready.
  defaultPendingComponent: FullScreenLoader,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Tab shown for an address without `?tab=`. */
    shownTab?: Tab;
  }
}

/** Replaces a page that failed to load or crashed. Minimal, because every page's first script includes it. */
function ErrorPage({ error }: { readonly error: unknown }) {
  const isLoadError = error instanceof PageLoadError;
  // Reloads a page that failed to load as soon as the connection is back.
  useEffect(() => {
    if (!isLoadError) return;
    const again = (): void => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isLoadError]);
  return (
    <div role="alert" className="flex flex-1 items-center justify-center">
      <div className="mx-auto max-w-md px-6 py-16 text-center">
        <h1 className="text-xl font-semibold">
          {isLoadError ? SHELL_MESSAGES.pageLoadFailed : SHELL_MESSAGES.internal}
        </h1>
        <p className="mt-2 mb-6 text-muted">
          {isLoadError
            ? t('Offline? This page reloads once you’re online.')
            : t('Your work in this browser is safe.')}
        </p>
        <Button onClick={() => location.reload()}>{t('Reload')}</Button>
      </div>
    </div>
  );
}
