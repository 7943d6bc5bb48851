import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { removeStored, writeStored } from '../state/storage.ts';

const TRACKING_PARAMETER = 'tracking';

/**
 * Reads `?tracking=1` (test mode and debug flag on) or `2` (both off) from the page's address and removes the
 * parameter. It affects only the debugging of analytics, never billing or permissions.
 */
export function applyTrackingParameter(): void {
  const url = new URL(location.href);
  const value = url.searchParams.get(TRACKING_PARAMETER);
  if (value === null) return;
  if (value === '1') {
    writeStored(STORAGE_KEYS.testMode, 'true');
    writeStored(STORAGE_KEYS.testModeDebug, 'true');
  }
  if (value === '2') removeStored(STORAGE_KEYS.testMode, STORAGE_KEYS.testModeDebug);
  url.searchParams.delete(TRACKING_PARAMETER);
  history.replaceState(history.state, '', url);
}
