/** Credentials that a file only has the address of. */

const SAYS_WHERE = /RemoteManifestUrl\("([^"]*)/;
const HOST_MAX_LENGTH = 100;
const UNREADABLE_PLACE = 'an address that cannot be read';

/**
 * Where the credentials of a file are kept, from what its reader failed with; null where that was something else. The address is a stranger's:
 * of a long one the end is kept, which says whose it is.
 */
export function placeIn(failure: string): string | null {
  const address = SAYS_WHERE.exec(failure)?.[1];
  if (address === undefined) return null;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return UNREADABLE_PLACE;
  const { hostname } = url;
  return hostname.length > HOST_MAX_LENGTH ? `…${hostname.slice(-HOST_MAX_LENGTH)}` : hostname;
}
