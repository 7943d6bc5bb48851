import { ROUTES } from '@packshot/contract/routes';
import { readInvitation } from './invitation.ts';

/** The query parameter that says where to go after signing in or up; the default is the studio. */
const NEXT_PARAMETER = 'next';

/**
 * Where to go next: always a path of this site, whatever the address says. `//host`, `/\host` and their
 * encoded forms would lead away.
 */
export function readNextPath(search: string = location.search): string {
  // Somebody with an invitation joins first.
  if (readInvitation() !== null) return ROUTES.signIn;
  const next = new URLSearchParams(search).get(NEXT_PARAMETER) ?? '';
  if (!/^\/(?![/\\])/.test(next)) return ROUTES.studio;
  try {
    const url = new URL(next, location.origin);
    return url.origin === location.origin ? url.pathname + url.search + url.hash : ROUTES.studio;
  } catch {
    // Not a valid address.
    return ROUTES.studio;
  }
}
