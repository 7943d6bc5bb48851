import { useGlobalState } from './global-state.ts';
import type { ToastType } from './global-state.ts';

const TOAST_DURATION_MS = 4000;

export type { ToastType } from './global-state.ts';

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message at the top of the page for four seconds; a later toast replaces it. */
export function showToast(type: ToastType, message: string): void {
  clearTimeout(timer);
  useGlobalState.setState((state) => ({
    showToast: true,
    toastType: type,
    toastMessage: message,
    toastId: state.toastId + 1,
  }));
  timer = setTimeout(hideToast, TOAST_DURATION_MS);
}

export function hideToast(): void {
  clearTimeout(timer);
  useGlobalState.setState({ showToast: false });
}

/** Shows a message in the centered error dialog, if the user must read it before continuing. */
export function showErrorDialog(message: string): void {
  useGlobalState.setState({ errorDialogMessage: message });
}

export function hideErrorDialog(): void {
  useGlobalState.setState({ errorDialogMessage: null });
}
