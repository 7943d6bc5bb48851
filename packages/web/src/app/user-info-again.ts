import { useEffect } from 'react';
import { userInfoIsBeingRead, useUserInfoRequested } from '../lib/state/shell-signals.ts';

/** Reloads the user's data when another part of the app requests this. */
export function useUserInfoAgain(): void {
  const isAsked = useUserInfoRequested();
  useEffect(() => {
    if (!isAsked) return;
    userInfoIsBeingRead();
    void import('../lib/session/user-info.ts').then(({ refreshUserInfo }) => refreshUserInfo());
  }, [isAsked]);
}
