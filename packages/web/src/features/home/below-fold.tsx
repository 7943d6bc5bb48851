import { lazy, Suspense } from 'react';
import { useGlobalState } from '../../lib/global-state.ts';
import { CloseUps } from './close-ups.tsx';
import { Facts } from './facts.tsx';
import { References } from './references.tsx';
import { Results } from './results.tsx';

const LastResults = lazy(() => import('./last-results.tsx'));

/** What one scrolls to: a script of its own, so that the first screen does not wait for it. */
export default function BelowFold() {
  const isMember = useGlobalState((state) => state.currentUser?.is_guest === false);
  return (
    <>
      {isMember && (
        <Suspense fallback={<div className="h-64" />}>
          <LastResults />
        </Suspense>
      )}
      <References />
      <Results />
      <CloseUps />
      <Facts />
    </>
  );
}
