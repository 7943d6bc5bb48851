import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Slider } from '../../../ui/slider.tsx';
import { createUndoActions } from '../documents/undo-actions.ts';
import { useActions } from '../state/use-studio.ts';

interface SliderFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Value as shown to the user: '45°', '80 %'. */
  readonly text: string;
  readonly onChange: (value: number) => void;
  readonly disabled?: boolean;
}

/** Slider with its label and value. Releasing the slider ends the undo step. */
export function SliderField(props: SliderFieldProps) {
  const undoActions = useActions(createUndoActions);
  const id = useId();
  const end = (): void => undoActions.endGesture();
  return (
    <div className="text-sm">
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="font-medium">
          {props.label}
        </label>
        <span aria-hidden className="text-xs text-muted tabular-nums">
          {props.text}
        </span>
      </div>
      <Slider
        id={id}
        min={props.min}
        max={props.max}
        step={props.step}
        value={props.value}
        disabled={props.disabled}
        text={props.text}
        onChange={props.onChange}
        onPointerUp={end}
        onKeyUp={end}
        className="block h-7 w-full cursor-pointer accent-ink disabled:cursor-default disabled:opacity-40 pointer-coarse:h-10"
      />
    </div>
  );
}

interface PillsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

export function Pills<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: PillsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classNames('flex flex-wrap gap-1.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'relative inline-flex h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-xs font-medium transition-colors pointer-coarse:h-10 pointer-coarse:px-3.5',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            option.value === value
              ? 'border-ink bg-fill-strong'
              : 'border-line text-muted hover:border-line-strong hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

interface SwitchFieldProps {
  readonly label: string;
  readonly note?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function SwitchField({ label, note, isOn, onChange }: SwitchFieldProps) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center justify-between gap-3 py-1 text-sm">
      <span>
        <span className="font-medium">{label}</span>
        {note !== undefined && <span className="ml-2 text-xs text-muted tabular-nums">{note}</span>}
      </span>
      <span
        className={classNames(
          'relative inline-flex h-6 w-10 shrink-0 rounded-full transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          isOn ? 'bg-button-ink' : 'bg-line-strong',
        )}
      >
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        <span
          aria-hidden
          className={classNames(
            'absolute top-0.5 size-5 rounded-full bg-paper shadow-low transition-[left]',
            isOn ? 'left-4.5' : 'left-0.5',
          )}
        />
      </span>
    </label>
  );
}
