import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { showErrorDialog } from '../lib/toast.ts';

const ABORT_NAMES: readonly string[] = ['AbortError', 'TimeoutError'];

/** Cancelling is not an error, whoever forgot to listen for it. */
const isAbort = (reason: unknown): boolean =>
  reason instanceof DOMException && ABORT_NAMES.includes(reason.name);

/**
 * What no code has caught is told in the error dialog, instead of a click that seems to do nothing. The browser
 * logs it as well.
 */
export function reportUnexpectedErrors(): void {
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    if (!isAbort(reason)) showErrorDialog(SHELL_MESSAGES.internal);
  });
}
