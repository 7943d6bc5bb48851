import { useId } from 'react';
import type { ReactNode } from 'react';
import { Slider } from '../../ui/slider.tsx';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  readonly className?: string;
}

export function SelectField(props: SelectFieldProps) {
  const { label, value, options, onChange, hint, disabled = false, className } = props;
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className="block h-11 w-full min-w-0 rounded-md border border-field-line bg-surface px-3 text-base disabled:opacity-50"
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
      {hint !== undefined && <div className="mt-1.5 text-sm text-muted">{hint}</div>}
    </div>
  );
}

interface RangeFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** Value as shown to the user: '85%'. */
  readonly text: string;
  readonly onChange: (value: number) => void;
  readonly disabled?: boolean;
}

export function RangeField({ label, step = 1, ...rest }: RangeFieldProps) {
  const id = useId();
  return (
    <div className="text-sm">
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span aria-hidden className="text-xs text-muted tabular-nums">
          {rest.text}
        </span>
      </div>
      <Slider
        {...rest}
        id={id}
        step={step}
        className="block h-7 w-full cursor-pointer accent-ink disabled:cursor-default disabled:opacity-40 pointer-coarse:h-10"
      />
    </div>
  );
}
