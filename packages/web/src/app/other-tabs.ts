import { STORAGE_KEYS } from '../lib/storage-keys.ts';
import { useEffect } from 'react';
import { readCurrentUser } from '../lib/current-user.ts';
import { useGlobalState } from '../lib/global-state.ts';
import { onStoredByOtherTab, removeStored } from '../lib/storage.ts';
import { hasToken } from '../lib/tokens.ts';
import { requestSession } from './session-bootstrap.ts';

/**
 * Signing out or in in one tab, or in a window of its own, holds for all of them. A page with somebody else's work in
 * it is loaded anew; a guest who has become a member is the same user, and goes on.
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
