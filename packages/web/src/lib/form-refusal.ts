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
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const known = fields.filter(([field]) => field in form.getValues());
  const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
  if (field !== undefined) form.setError(field, { message }, { shouldFocus: true });
  else if (known.length === 0) form.setError('root', { message });
  for (const [index, [name, sentence]] of known.entries()) {
    form.setError(name as Path<Values>, { message: sentence }, { shouldFocus: index === 0 });
  }
}
