import { isTab, ROUTES } from '@packshot/contract/tabs';
import type { Tab } from '@packshot/contract/tabs';
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { ErrorPage } from './error-page.tsx';
import { lazyPage } from './lazy-page.ts';
import { RootLayout } from './root-layout.tsx';
import { TabPage } from './tab-page.tsx';

const NotFoundPage = lazyPage(() => import('../features/not-found/index.tsx'));

interface ShellSearch {
  readonly tab?: Tab;
}

/** `?tab=` with anything that is no tab's name counts as absent. */
const readShellSearch = (search: Record<string, unknown>): ShellSearch =>
  isTab(search['tab']) ? { tab: search['tab'] } : {};

const rootRoute = createRootRoute({
  component: RootLayout,
  validateSearch: readShellSearch,
  notFoundComponent: NotFoundPage,
});

const page = <Path extends string>(path: Path, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });
const lazyRoute = <Path extends string>(path: Path, load: Parameters<typeof lazyPage>[0]) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyPage(load) });

// Signing in and up, and the two pages of a forgotten password, are not in this version: their paths show the
// not-found page, like any other path that is not here.
const routeTree = rootRoute.addChildren([
  page(ROUTES.home, TabPage),
  page(ROUTES.studio, TabPage),
  lazyRoute(ROUTES.privacyPolicy, () => import('../features/legal/privacy-policy.tsx')),
  lazyRoute(ROUTES.terms, () => import('../features/legal/terms.tsx')),
  lazyRoute(ROUTES.notFound, () => import('../features/not-found/index.tsx')),
]);

export const router = createRouter({
  routeTree,
  trailingSlash: 'preserve',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The tab that an address without `?tab=` showed. */
    shownTab?: Tab;
  }
}
