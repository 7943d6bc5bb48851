import { useEffect } from 'react';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { navigateTo } from '../../lib/state/navigation.ts';
import { readNextPath } from '../../lib/session/next-path.ts';

/** Leaves this page if the user is already signed in, or has just signed in through another window. */
export function useLeaveWhenSignedIn(): void {
  const isMember = useGlobalState((state) => state.currentUser?.is_guest === false);
  useEffect(() => {
    if (isMember) navigateTo(readNextPath());
  }, [isMember]);
}
