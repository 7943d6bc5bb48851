/** Credentials stored outside the file, which contains only their address. */
import { t } from '../text/translation.ts';

const SAYS_WHERE = /RemoteManifestUrl\("([^"]*)/;
const HOST_MAX_LENGTH = 100;
const UNREADABLE_PLACE = t('an unreadable address');

/**
 * Address of a file's external credentials, extracted from its reader's error; null for other errors. The address is
 * untrusted: of a long one only the end is shown, which identifies its owner.
 */
export function placeIn(failure: string): string | null {
  const address = SAYS_WHERE.exec(failure)?.[1];
  if (address === undefined) return null;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return UNREADABLE_PLACE;
  const { hostname } = url;
  return hostname.length > HOST_MAX_LENGTH ? `…${hostname.slice(-HOST_MAX_LENGTH)}` : hostname;
}
