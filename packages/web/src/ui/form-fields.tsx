/** Text fields for forms of React Hook Form, which provides their value and error. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PasswordField, TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

type FormFieldProps<Values extends FieldValues> = Omit<TextFieldProps, 'name' | 'error' | 'form' | 'ref'> & {
  readonly form: UseFormReturn<Values>;
  readonly name: Path<Values>;
};

export function FormTextField<Values extends FieldValues>({ form, name, ...rest }: FormFieldProps<Values>) {
  const { error } = form.getFieldState(name, form.formState);
  return <TextField {...rest} error={error?.message} {...form.register(name)} />;
}

export function FormPasswordField<Values extends FieldValues>({
  form,
  name,
  ...rest
}: FormFieldProps<Values>) {
  const { error } = form.getFieldState(name, form.formState);
  return <PasswordField {...rest} error={error?.message} {...form.register(name)} />;
}
