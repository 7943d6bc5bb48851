import { lazy, Suspense } from 'react';
import { useGlobalState } from '../lib/global-state.ts';
import { hideErrorDialog, hideToast } from '../lib/toast.ts';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';
import { Toast } from '../ui/toast.tsx';
import { useSessionOfOtherTabs } from './other-tabs.ts';
import { Tracking } from './tracking.tsx';
import { useUserInfoAgain } from './user-info-again.ts';

const ErrorDialog = lazy(() =>
  import('../ui/dialog.tsx').then((module) => ({ default: module.ErrorDialog })),
);

const CaptchaDialog = lazy(() => import('./captcha-dialog.tsx'));

/**
 * Toast, dialogs and the full-screen loading overlay, all driven by the global state, plus the consent
 * question and the listener for other tabs. None of it is needed before the first paint.
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
