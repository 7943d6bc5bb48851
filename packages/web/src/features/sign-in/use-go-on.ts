import { useEffect } from 'react';
import { useGlobalState } from '../../lib/global-state.ts';
import { navigateTo } from '../../lib/navigation.ts';
import { readNextPath } from '../../lib/next-path.ts';

/** Whoever is signed in already, or has just signed in by another window, has nothing to do on this page. */
export function useGoOnWhenSignedIn(): void {
  const isMember = useGlobalState((state) => state.currentUser?.is_guest === false);
  useEffect(() => {
    if (isMember) navigateTo(readNextPath());
  }, [isMember]);
}
