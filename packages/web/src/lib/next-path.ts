import { ROUTES } from '@packshot/contract/routes';
import { readInvitation } from './invitation.ts';

/** The query parameter that says where to go on after signing in or up; without it that is the studio. */
export const NEXT_PARAMETER = 'next';

/**
 * Where to go on: a path of this site, whatever an address from elsewhere says. `//host`, `/\host` and their encoded
 * forms would lead away.
 */
export function readNextPath(search: string = location.search): string {
  // Who was invited joins first.
  if (readInvitation() !== null) return ROUTES.signIn;
  const next = new URLSearchParams(search).get(NEXT_PARAMETER) ?? '';
  if (!/^\/(?![/\\])/.test(next)) return ROUTES.studio;
  try {
    const url = new URL(next, location.origin);
    return url.origin === location.origin ? url.pathname + url.search + url.hash : ROUTES.studio;
  } catch {
    // Not an address at all.
    return ROUTES.studio;
  }
}
