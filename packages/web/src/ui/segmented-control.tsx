import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface ControlSegment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** Accessible name of a segment that shows only an icon. */
  readonly ariaLabel?: string;
  readonly disabled?: boolean;
}

export interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly segments: readonly ControlSegment<Value>[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

/**
 * Choice of a few options as native radio buttons: arrow keys change the selection, and the group is a single tab
 * stop.
 */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, segments, onChange, className } = props;
  const name = useId();
  return (
    <fieldset
      className={classNames(
        'inline-flex max-w-full min-w-0 overflow-x-auto rounded-md bg-fill p-0.5',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={classNames(
            'relative flex min-h-8 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-sm px-3 text-sm short:px-1.5 short:text-xs font-medium whitespace-nowrap transition-colors pointer-coarse:min-h-10',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            'has-disabled:cursor-not-allowed has-disabled:opacity-50',
            segment.value === value ? 'bg-segment text-ink shadow-low' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.disabled}
            aria-label={segment.ariaLabel}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
