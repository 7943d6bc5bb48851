import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, getErrorMessage } from './api-client.ts';

/**
 * Shows a server's refusal at a form field, otherwise above the form's button.
 * @param fieldByCode field that an error code concerns; for other codes, the fields that the server names are used
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
 * Shows the server's messages about single fields beside the fields, and focuses the first of these.
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
