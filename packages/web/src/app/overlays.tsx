import { t } from '@packshot/contract/text/translation';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useGlobalState } from '../lib/state/global-state.ts';
import { hideErrorDialog, hideToast } from '../lib/state/toast.ts';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';
import { Toast } from '../ui/toast.tsx';
import { Tracking } from './tracking.tsx';
import { useUserInfoAgain } from './user-info-again.ts';
import { STORAGE_KEYS } from '../lib/state/storage-keys.ts';
import { readCurrentUser } from '../lib/session/current-user.ts';
import { onStoredByOtherTab, removeStored } from '../lib/state/storage.ts';
import { hasToken } from '../lib/session/tokens.ts';
import { requestSession } from './session-bootstrap.ts';

const ErrorDialog = lazy(() =>
  import('../ui/dialog.tsx').then((module) => ({ default: module.ErrorDialog })),
);

const CaptchaDialog = lazy(() => import('./captcha-dialog.tsx'));

/**
 * Toast, dialogs and the full-screen loading overlay, all driven by the global state, plus the consent
 * question and the listener for other tabs. Not needed before the first paint.
 */
export default function Overlays() {
  useSessionOfOtherTabs();
  useUserInfoAgain();
  const pageLoader = useGlobalState((state) => state.pageLoader);
  const isShown = useGlobalState((state) => state.showToast);
  const type = useGlobalState((state) => state.toastType);
  const message = useGlobalState((state) => state.toastMessage);
  const toastId = useGlobalState((state) => state.toastId);
  const errorMessage = useGlobalState((state) => state.errorDialogMessage);
  const captchaFrame = useGlobalState((state) => state.captchaFrame);
  return (
    <>
      <Tracking />
      <OfflineNote />
      <LoadingOverlay state={pageLoader} />
      <Toast isShown={isShown} type={type} message={message} toastId={toastId} onClose={hideToast} />
      {errorMessage !== null && (
        <Suspense>
          <ErrorDialog message={errorMessage} onClose={hideErrorDialog} />
        </Suspense>
      )}
      {captchaFrame !== null && (
        <Suspense>
          <CaptchaDialog frame={captchaFrame} />
        </Suspense>
      )}
    </>
  );
}

const onConnection = (notify: () => void): (() => void) => {
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
};

/** Note while the browser reports that there is no connection, because requests fail only after a while. */
function OfflineNote() {
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 top-16 z-30 flex justify-center px-4">
      <p role="status" className="rounded-full border border-line bg-raised px-4 py-2 text-sm shadow-mid">
        {t('You’re offline. Your work isn’t lost.')}
      </p>
    </div>
  );
}

/**
 * Applies a sign-in or sign-out from another tab or popup to this tab. If another user has signed in, the page is
 * reloaded; a guest who has created an account is the same user and continues.
 */
function useSessionOfOtherTabs(): void {
  useEffect(
    () =>
      onStoredByOtherTab((key) => {
        const before = useGlobalState.getState().currentUser;
        const currentUser = hasToken() ? readCurrentUser() : null;
        if (before !== null && currentUser !== null && before.id !== currentUser.id) return location.reload();
        useGlobalState.setState({ userLoggedIn: hasToken(), currentUser });
        if (key === STORAGE_KEYS.loginSuccess && currentUser !== null) {
          removeStored(STORAGE_KEYS.loginSuccess);
          void requestSession({ isAskedFor: false });
        }
      }),
    [],
  );
}
