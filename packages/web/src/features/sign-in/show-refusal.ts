import { ACCOUNT_MESSAGES, tryAgainAt } from '@packshot/contract/accounts/messages';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError, ClientErrorCode } from '../../lib/api/api-error.ts';
import { showFieldErrors } from '../../lib/api/form-refusal.ts';
import { showToast } from '../../lib/state/toast.ts';

const MINUTE_MS = 60_000;

/** Short hints next to fields, by error code; a hint stays after the toast message has gone. */
export type Marks<Values extends FieldValues> = Partial<
  Record<ClientErrorCode, { readonly field: Path<Values>; readonly message: string }>
>;

/**
 * Shows a refused sign-in or sign-up that the user can fix in the form. The toast shows the server's message; the form
 * adds only which field it is about, or when to try again.
 */
export function showSignInRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: ApiError,
  marks: Marks<Values> = {},
): void {
  const hasFields = showFieldErrors(form, error);
  showToast('error', hasFields ? ACCOUNT_MESSAGES.correctWhatIsMarked : error.message);
  const mark = marks[error.code];
  if (mark !== undefined) form.setError(mark.field, { message: mark.message }, { shouldFocus: true });
  else if (error.retryAfterS !== null)
    form.setError('root', { message: tryAgainAt(inSeconds(error.retryAfterS)) });
}

/** Time after the given seconds, rounded up to a full minute, so that trying again at the displayed time works. */
const inSeconds = (seconds: number): Date =>
  new Date(Math.ceil((Date.now() + seconds * 1000) / MINUTE_MS) * MINUTE_MS);
