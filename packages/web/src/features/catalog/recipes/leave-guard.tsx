import { t } from '@packshot/contract/text/translation';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/**
 * Asks the user to confirm if a link, going back or closing the page would lose unsaved changes. Uses the router's
 * history directly, because the router's hook would be part of every page's script.
 * @param isChanged called when the user leaves
 */
export function LeaveGuard({ isChanged }: { readonly isChanged: () => boolean }) {
  const { history } = useRouter();
  const isChangedRef = useRef(isChanged);
  useEffect(() => {
    isChangedRef.current = isChanged;
  });
  /** Callback that takes the user's answer, whether to stay on the page; null if no navigation is pending. */
  const [answer, setAnswer] = useState<((stays: boolean) => void) | null>(null);
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => isChangedRef.current(),
        blockerFn: () =>
          isChangedRef.current() &&
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
      title={t('Leave without saving?')}
      description={t('Your changes to this recipe will be lost.')}
      actions={
        <>
          <Button variant="secondary" onClick={() => say(false)}>
            {t('Leave')}
          </Button>
          <Button onClick={() => say(true)}>{t('Keep editing')}</Button>
        </>
      }
    />
  );
}
