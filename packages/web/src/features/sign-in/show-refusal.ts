import { ACCOUNT_MESSAGES, tryAgainAt } from '@packshot/contract/accounts/messages';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError, ClientErrorCode } from '../../lib/api-error.ts';
import { showFieldErrors } from '../../lib/form-refusal.ts';
import { showToast } from '../../lib/toast.ts';

const MINUTE_MS = 60_000;

/** A short word that stays at a field when the toast with the sentence has gone. */
export type Marks<Values extends FieldValues> = Partial<
  Record<ClientErrorCode, { readonly field: Path<Values>; readonly message: string }>
>;

/**
 * A sign-in or sign-up was refused, and the person can do something about it here. The error toast has
 * the server's sentence; the form says only what the toast does not: which field it is about, or when to try again.
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

/** At the full minute after that, so that a clock without seconds shows a time at which it works. */
const inSeconds = (seconds: number): Date =>
  new Date(Math.ceil((Date.now() + seconds * 1000) / MINUTE_MS) * MINUTE_MS);
