/** Forms in dialogs, validated by the schema of the request that saves them. */
import { t } from '@packshot/contract/text/translation';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { z } from 'zod';
import { ApiError, getErrorMessage } from '../../lib/api/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Messages by field name; empty after the fields were saved. */
export type Problems = Readonly<Record<string, string>>;

/**
 * Validates and saves the fields of a form.
 * @throws the server's refusal
 */
export async function saveFields<Value>(
  schema: z.ZodType<Value>,
  fields: object,
  onSave: (value: Value) => Promise<void>,
): Promise<Problems> {
  const parsed = schema.safeParse(fields);
  if (!parsed.success)
    return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
  await onSave(parsed.data);
  return {};
}

export function DialogForm(props: {
  readonly title: string;
  readonly button: string;
  readonly className?: string;
  /** Whether the form shows the server's messages about single fields next to the fields. */
  readonly showsServerFields?: true;
  readonly onSave: () => Promise<Problems>;
  readonly onClose: () => void;
  readonly children: (problems: Problems) => ReactNode;
}) {
  const { title, className = 'w-[32rem]', onClose, children } = props;
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    try {
      setProblems(await props.onSave());
    } catch (error) {
      const fields = props.showsServerFields && error instanceof ApiError ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0) setFailure(getErrorMessage(error));
    }
    setIsBusy(false);
  };
  return (
    <Dialog isOpen onClose={onClose} title={title} className={className}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-5">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {children(problems)}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {props.button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function Problem({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <p id={id} role="alert" className="mt-1.5 text-sm text-danger">
      {children}
    </p>
  );
}

export function Checks(props: {
  readonly legend: string;
  readonly error: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{props.legend}</legend>
      <div className="grid gap-1">{props.children}</div>
      <Problem>{props.error}</Problem>
    </fieldset>
  );
}

/**
 * Checkbox with a label.
 * @param props.children content after the label
 */
export function Check(props: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children?: ReactNode;
}) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        aria-label={props.label}
        checked={props.isChecked}
        onChange={({ target }) => props.onChange(target.checked)}
        className="size-4.5 shrink-0 accent-accent"
      />
      <span className="text-sm">
        <span className="font-medium">{props.label}</span>
        {props.children}
      </span>
    </label>
  );
}

export const withEntry = <Entry,>(entries: readonly Entry[], entry: Entry, isIn: boolean): readonly Entry[] =>
  isIn ? [...entries, entry] : entries.filter((each) => each !== entry);

/** Dialog that shows a secret once. Only its button closes it, because the secret can't be shown again. */
export function SecretDialog(props: {
  readonly title: string;
  readonly description: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog
      isOpen
      onClose={() => {}}
      hasCross={false}
      title={props.title}
      description={props.description}
      className="w-[34rem]"
      actions={<Button onClick={props.onClose}>{t('I’ve copied it')}</Button>}
    >
      <div className="mt-5 grid gap-5">{props.children}</div>
    </Dialog>
  );
}
