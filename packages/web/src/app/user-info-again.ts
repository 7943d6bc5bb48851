import { useEffect } from 'react';
import { userInfoIsBeingRead, useUserInfoRequested } from '../lib/state/shell-signals.ts';

/** Reads the user again whenever the stored one is out of date. */
export function useUserInfoAgain(): void {
  const isAsked = useUserInfoRequested();
  useEffect(() => {
    if (!isAsked) return;
    userInfoIsBeingRead();
    void import('../lib/session/user-info.ts').then(({ refreshUserInfo }) => refreshUserInfo());
  }, [isAsked]);
}
