import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/**
 * Asks before changes are left behind, by a link, by going back or by closing the page. It speaks to the router's history itself: the router's own hook
 * would be loaded with every page.
 * @param isChanged is asked at that time
 */
export function LeaveGuard({ isChanged }: { readonly isChanged: () => boolean }) {
  const { history } = useRouter();
  const asked = useRef(isChanged);
  useEffect(() => {
    asked.current = isChanged;
  });
  /** Answers whether to stay; null: nobody is leaving. */
  const [answer, setAnswer] = useState<((stays: boolean) => void) | null>(null);
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => asked.current(),
        blockerFn: () =>
          asked.current() &&
          new Promise<boolean>((resolve) => {
            setAnswer(() => resolve);
          }),
      }),
    [history],
  );
  const say = (stays: boolean): void => {
    answer?.(stays);
    setAnswer(null);
  };
  return (
    <Dialog
      isOpen={answer !== null}
      onClose={() => say(true)}
      title="Leave without saving?"
      description="What you changed in this recipe is lost."
      actions={
        <>
          <Button variant="secondary" onClick={() => say(false)}>
            Leave
          </Button>
          <Button onClick={() => say(true)}>Keep editing</Button>
        </>
      }
    />
  );
}
