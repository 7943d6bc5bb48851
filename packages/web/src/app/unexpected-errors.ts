import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { showErrorDialog } from '../lib/toast.ts';

const ABORT_NAMES: readonly string[] = ['AbortError', 'TimeoutError'];

/** A cancellation is not an error, even if nothing handles it. */
const isAbort = (reason: unknown): boolean =>
  reason instanceof DOMException && ABORT_NAMES.includes(reason.name);

/**
 * Shows uncaught errors in the error dialog, so that a click never seems to do nothing. The browser logs them
 * as well.
 */
export function reportUnexpectedErrors(): void {
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    if (!isAbort(reason)) showErrorDialog(SHELL_MESSAGES.internal);
  });
}
