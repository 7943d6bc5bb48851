/** Content Credentials stored outside the file; the file contains only the address of the credentials. */
import { t } from '../text/translation.ts';

const SAYS_WHERE = /RemoteManifestUrl\("([^"]*)/;
const HOST_MAX_LENGTH = 100;
const UNREADABLE_PLACE = t('an unreadable address');

/**
 * Host of a file's external credentials, extracted from the error of the credentials reader; null for other errors. The
 * host is untrusted: if its name is long, only its end is shown, which identifies the owner.
 */
export function placeIn(failure: string): string | null {
  const address = SAYS_WHERE.exec(failure)?.[1];
  if (address === undefined) return null;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return UNREADABLE_PLACE;
  const { hostname } = url;
  return hostname.length > HOST_MAX_LENGTH ? `…${hostname.slice(-HOST_MAX_LENGTH)}` : hostname;
}
