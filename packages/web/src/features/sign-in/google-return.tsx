import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useGlobalState } from '../../lib/global-state.ts';
import { finishGoogleSignIn } from '../../lib/google-sign-in.ts';
import { whileProcessing } from '../../lib/page-loader.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx';

/** The page that Google returns to, shown for the moment that signing in takes. */
export function GoogleReturn({ returned }: { readonly returned: URLSearchParams }) {
  const isStarted = useRef(false);
  const isMember = useGlobalState((state) => state.currentUser?.is_guest === false);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // The effect may run twice, but a token works only once.
    if (isStarted.current) return;
    isStarted.current = true;
    history.replaceState(history.state, '', location.pathname);
    void whileProcessing(() => finishGoogleSignIn(returned)).finally(() => setIsOver(true));
  }, [returned]);
  if (!isOver) return <FullScreenLoader />;
  // Seen only where the browser does not let a window close itself.
  return isMember ? (
    <EmptyState icon={CircleCheck} level={1} title="You are signed in">
      You can close this window.
    </EmptyState>
  ) : (
    <EmptyState icon={CircleX} level={1} title="You are not signed in">
      You can close this window and try again.
    </EmptyState>
  );
}
