import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, getErrorMessage } from './api-client.ts';

/**
 * Shows a server's refusal of a form at its field, otherwise above the button.
 * @param fieldByCode the field that a code is about
 */
export function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldByCode: Readonly<Partial<Record<string, Path<Values>>>> = {},
): void {
  const message = getErrorMessage(error);
  const field = error instanceof ApiError ? fieldByCode[error.code] : undefined;
  if (field !== undefined) form.setError(field, { message }, { shouldFocus: true });
  else if (!(error instanceof ApiError && showFieldErrors(form, error))) form.setError('root', { message });
}

/**
 * Shows the server's messages about single fields beside them and focuses the first.
 * @returns false if none of the fields is in the form
 */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { fields }: ApiError,
): boolean {
  const knownFields = Object.entries(fields).filter(([field]) => field in form.getValues());
  for (const [index, [name, message]] of knownFields.entries()) {
    form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 });
  }
  return knownFields.length > 0;
}
