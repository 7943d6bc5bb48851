import { lazy, Suspense, useEffect } from 'react';
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
