import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../../lib/state/global-state.ts';
import { guestSession } from '../../../testing/browser-doubles.ts';
import CatalogPage from '../index.tsx';
import { buildAddress } from '../place.ts';
import type { CatalogView } from '../place.ts';

/** Renders the catalog page with a view, its router, and a signed-in user or a guest. */
export function catalogAt(place: CatalogView, isGuest = false) {
  // Replaces `Image`, because preloaded pictures would be requested from the network.
  vi.stubGlobal('Image', function NoPicture() {});
  const { user } = guestSession().info;
  useGlobalState.setState(
    { ...initialGlobalState(), userLoggedIn: true, currentUser: { ...user, is_guest: isGuest } as never },
    true,
  );
  const root = createRootRoute();
  const route = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([route('/catalog', CatalogPage), route('/studio', () => <p>The studio</p>)]),
    history: createMemoryHistory({
      initialEntries: [`/catalog?${new URLSearchParams(buildAddress(place))}`],
    }),
  });
  return { router, page: <RouterProvider router={router as never} /> };
}
