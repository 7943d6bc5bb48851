import { useEffect } from 'react';
import { useGlobalState } from '../lib/global-state.ts';

/** Reads the user again whenever the stored one is out of date. */
export function useUserInfoAgain(): void {
  const isAsked = useGlobalState((state) => state.fetchUserInfoAgain);
  useEffect(() => {
    if (!isAsked) return;
    useGlobalState.setState({ fetchUserInfoAgain: false });
    void import('../lib/user-info.ts').then(({ refreshUserInfo }) => refreshUserInfo());
  }, [isAsked]);
}
