import { ROUTES } from '@packshot/contract/routes';
import { readInvitation } from './invitation.ts';

/** Name of the query parameter with the path to open after signing in or up; the studio by default. */
const NEXT_PARAMETER = 'next';

/** Path to open next, always on this site, whatever the address says. `//host`, `/\host` and their encoded forms would leave the site. */
export function readNextPath(search: string = location.search): string {
  // A user with an invitation joins the organization before opening another page.
  if (readInvitation() !== null) return ROUTES.signIn;
  const next = new URLSearchParams(search).get(NEXT_PARAMETER) ?? '';
  if (!/^\/(?![/\\])/.test(next)) return ROUTES.studio;
  try {
    const url = new URL(next, location.origin);
    return url.origin === location.origin ? url.pathname + url.search + url.hash : ROUTES.studio;
  } catch {
    // The parameter isn't a valid address.
    return ROUTES.studio;
  }
}
