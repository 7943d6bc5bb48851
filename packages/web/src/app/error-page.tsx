import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageLoadError } from './lazy-page.ts';

/** Replaces a page that failed to load or crashed. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const isLoadError = error instanceof PageLoadError;
  // Reloads a page that a lost connection kept from loading as soon as the connection is back.
  useEffect(() => {
    if (!isLoadError) return;
    const again = (): void => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isLoadError]);
  return (
    <div role="alert" className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={TriangleAlert}
        level={1}
        title={isLoadError ? SHELL_MESSAGES.pageLoadFailed : SHELL_MESSAGES.internal}
        actions={
          <Button icon={RotateCw} onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {isLoadError
          ? 'You may have lost your connection. The page comes back with it.'
          : 'Your work in this browser is safe.'}
      </EmptyState>
    </div>
  );
}
