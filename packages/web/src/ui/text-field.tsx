import { t } from '@packshot/contract/text/translation';
import { CircleAlert, Eye, EyeOff } from 'lucide';
import { useId, useState } from 'react';
import type { InputHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** Text below the field; hidden if there is an error. */
  readonly hint?: ReactNode;
  /** Error message below the field; screen readers announce it when it appears. */
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  /** Button inside the field, at its end. */
  readonly end?: ReactNode;
}

/** Text input with a label, and a hint or error that is linked to it for screen readers. */
export function TextField({ label, hint, error, end, className, ref, ...rest }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          // Lets the browser detect the writing direction of the text.
          dir="auto"
          {...rest}
          id={id}
          ref={ref}
          aria-invalid={error !== undefined}
          aria-describedby={hasNote ? noteId : undefined}
          className={classNames(
            'block h-11 w-full rounded-md border bg-surface px-3 text-base text-ink transition-colors placeholder:text-muted',
            'focus-visible:outline-2 focus-visible:outline-offset-0',
            error === undefined ? 'border-field-line' : 'border-danger',
            end !== undefined && 'pr-12',
          )}
        />
        {end}
      </div>
      <div id={noteId} aria-live="polite">
        {error !== undefined ? (
          <p className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
            <Icon of={CircleAlert} sizePx={15} className="mt-0.5 shrink-0" />
            {error}
          </p>
        ) : (
          hint !== undefined && <div className="mt-1.5 text-sm text-muted">{hint}</div>
        )}
      </div>
    </div>
  );
}

interface PasswordFieldProps extends TextFieldProps {
  /** Kind of content that the field's button shows and hides, for the button's accessible name. */
  readonly holds?: 'password' | 'secret';
}

/** Password field with a button that reveals the text; warns about Caps Lock. */
export function PasswordField({ holds = 'password', ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLockOn, setIsCapsLockOn] = useState(false);
  const readCapsLock = (event: KeyboardEvent<HTMLInputElement>) => {
    // Ignores key events that password managers create, which have no modifiers.
    if (typeof event.getModifierState === 'function') setIsCapsLockOn(event.getModifierState('CapsLock'));
  };
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={readCapsLock}
      onKeyUp={readCapsLock}
      hint={
        isCapsLockOn ? <span className="font-medium text-warning">{t('Caps Lock is on.')}</span> : props.hint
      }
      end={
        <button
          type="button"
          aria-label={
            isShown
              ? t('{holds, select, secret {Hide secret} other {Hide password}}', { holds })
              : t('{holds, select, secret {Show secret} other {Show password}}', { holds })
          }
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-muted hover:text-ink"
        >
          <Icon of={isShown ? EyeOff : Eye} sizePx={17} />
        </button>
      }
    />
  );
}
