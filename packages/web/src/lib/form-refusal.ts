import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, messageOf } from './api-client.ts';

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
  const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
  if (field !== undefined) form.setError(field, { message }, { shouldFocus: true });
  else if (!(error instanceof ApiError && showFieldErrors(form, error))) form.setError('root', { message });
}

/**
 * Puts what the server says about single fields beside them, and the focus into the first.
 * @returns false when it says nothing about fields that the form has
 */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { fields }: ApiError,
): boolean {
  const known = Object.entries(fields).filter(([field]) => field in form.getValues());
  for (const [index, [name, message]] of known.entries()) {
    form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 });
  }
  return known.length > 0;
}
