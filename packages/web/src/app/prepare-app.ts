import { SIGN_IN_FAILED } from '@packshot/contract/routes';
import { setNavigator } from '../lib/state/navigation.ts';
import { applyTheme, followSystemTheme } from '../lib/state/theme.ts';
import { applyTrackingParameter } from '../lib/analytics/tracking-mode.ts';
import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { showErrorDialog } from '../lib/state/toast.ts';

const ABORT_NAMES: readonly string[] = ['AbortError', 'TimeoutError'];

/** A cancellation is not an error, even if nothing handles it. */
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
 * Runs before anything is drawn: reports uncaught errors and a failed sign-in through another site, applies
 * the address's tracking parameter and the theme, and lets code outside components navigate.
 * @param goTo shows the page at a path of this site
 */
export function prepareApp(goTo: (path: string) => void): void {
  reportUnexpectedErrors();
  applyTrackingParameter();
  if (location.hash.includes(SIGN_IN_FAILED))
    void import('../lib/session/arrival-failure.ts').then(({ showArrivalFailure }) => showArrivalFailure());
  applyTheme();
  followSystemTheme();
  setNavigator(goTo);
}
