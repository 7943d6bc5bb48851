import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/**
 * Asks before changes are left behind, by a link, by going back or by closing the page.
 * @param isChanged is asked at that time
 */
export function LeaveGuard({ isChanged }: { readonly isChanged: () => boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  const stay = (): void => leaving.reset?.();
  return (
    <Dialog
      isOpen={leaving.status === 'blocked'}
      onClose={stay}
      title="Leave without saving?"
      description="What you changed in this recipe is lost."
      actions={
        <>
          <Button variant="secondary" onClick={() => leaving.proceed?.()}>
            Leave
          </Button>
          <Button onClick={stay}>Keep editing</Button>
        </>
      }
    />
  );
}
