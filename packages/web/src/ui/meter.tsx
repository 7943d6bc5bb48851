import { classNames } from './class-names.ts';

export interface MeterProps {
  readonly label: string;
  /** Remaining amount, from 0 to `max`. */
  readonly value: number;
  readonly max: number;
  /** Value in words, such as '3 of 5 left'. */
  readonly valueText: string;
  readonly className?: string;
}

export function Meter({ label, value, max, valueText, className }: MeterProps) {
  const fraction = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className={className}>
      <div className="mb-2 flex items-baseline justify-between gap-4 text-sm">
        <span className="font-medium">{label}</span>
        <span className="text-muted tabular-nums">{valueText}</span>
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={valueText}
        className="h-1.5 overflow-hidden rounded-full bg-fill-strong"
      >
        <div
          className={classNames(
            'h-full origin-left rounded-full transition-transform',
            fraction === 0 ? 'bg-danger' : 'bg-ink',
          )}
          style={{ transform: `scaleX(${fraction})` }}
        />
      </div>
    </div>
  );
}
