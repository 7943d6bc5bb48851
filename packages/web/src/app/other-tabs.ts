import { STORAGE_KEYS } from '../lib/storage-keys.ts';
import { useEffect } from 'react';
import { readCurrentUser } from '../lib/current-user.ts';
import { useGlobalState } from '../lib/global-state.ts';
import { onStoredByOtherTab, removeStored } from '../lib/storage.ts';
import { hasToken } from '../lib/tokens.ts';
import { requestSession } from './session-bootstrap.ts';

/**
 * Applies a sign-in or sign-out from another tab or popup to this tab. A page with another user's work is
 * reloaded; a guest who has become a member is the same user and continues.
 */
export function useSessionOfOtherTabs(): void {
  useEffect(
    () =>
      onStoredByOtherTab((key) => {
        const before = useGlobalState.getState().currentUser;
        const currentUser = hasToken() ? readCurrentUser() : null;
        if (before !== null && currentUser !== null && before.id !== currentUser.id) return location.reload();
        useGlobalState.setState({ userLoggedIn: hasToken(), currentUser });
        if (key === STORAGE_KEYS.loginSuccess && currentUser !== null) {
          removeStored(STORAGE_KEYS.loginSuccess);
          void requestSession({ isAskedFor: false });
        }
      }),
    [],
  );
}
