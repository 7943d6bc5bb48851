import { SIGN_IN_FAILED } from '@packshot/contract/routes';
import { setNavigator } from '../lib/state/navigation.ts';
import { applyTheme, followSystemTheme } from '../lib/state/theme.ts';
import { applyTrackingParameter } from '../lib/analytics/tracking-mode.ts';
import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { showErrorDialog } from '../lib/state/toast.ts';

const ABORT_NAMES: readonly string[] = ['AbortError', 'TimeoutError'];

const isAbort = (reason: unknown): boolean =>
  reason instanceof DOMException && ABORT_NAMES.includes(reason.name);

/**
 * Shows uncaught errors in the error dialog, so that a click never seems to do nothing. The browser logs them
 * as well.
 */
function reportUnexpectedErrors(): void {
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    if (!isAbort(reason)) showErrorDialog(SHELL_MESSAGES.internal);
  });
}

/**
 * Shows why a sign-in through another site was refused. Reads the error code from the address now, because the router
 * removes it when it stores the first tab.
 */
function showRefusedSignIn(): void {
  const code = new URLSearchParams(location.hash.slice(1)).get(SIGN_IN_FAILED);
  if (code === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  void import('../lib/session/arrival-failure.ts').then(({ showArrivalFailure }) => showArrivalFailure(code));
}

/**
 * Runs before anything is drawn. Reports uncaught errors and a failed sign-in through another site. Applies the
 * tracking parameter in the address, and the theme. Gives code outside components a function to navigate.
 * @param goTo shows the page at a path of this site
 */
export function prepareApp(goTo: (path: string) => void): void {
  reportUnexpectedErrors();
  applyTrackingParameter();
  showRefusedSignIn();
  applyTheme();
  followSystemTheme();
  setNavigator(goTo);
}
