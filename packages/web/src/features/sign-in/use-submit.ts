import { useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, messageOf } from '../../lib/api-client.ts';

/** Whoever waits longer than this wonders whether the click was noticed. */
const SLOW_AFTER_MS = 6000;

/** Refusals that the form can be corrected by, or sent again after; the person stays where they are. */
const CORRECTABLE: ReadonlySet<string> = new Set([
  'BAD_REQUEST',
  'WRONG_CREDENTIALS',
  'EMAIL_TAKEN',
  'LINK_EXPIRED',
  'CAPTCHA_REQUIRED',
  'TOO_MANY_REQUESTS',
  'NETWORK',
  'OFFLINE',
]);

export const isCorrectable = (error: unknown): error is ApiError =>
  error instanceof ApiError && CORRECTABLE.has(error.code);

/**
 * Puts what a server says about a form to where it belongs: beside its field when the form has that field, else above
 * the button.
 * @param fieldOf codes that are about one field
 */
export function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldOf: Readonly<Partial<Record<string, Path<Values>>>> = {},
): void {
  const message = messageOf(error);
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const known = fields.filter(([field]) => field in form.getValues());
  const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
  if (field !== undefined) form.setError(field, { message }, { shouldFocus: true });
  else if (known.length === 0) form.setError('root', { message });
  for (const [index, [name, sentence]] of known.entries()) {
    form.setError(name as Path<Values>, { message: sentence }, { shouldFocus: index === 0 });
  }
}

/** True when something has been going on for longer than people wait without a word. */
export function useIsSlow(isBusy: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isBusy]);
  return isSlow && isBusy;
}
