import type { CSSProperties } from 'react';

interface StageHintProps {
  /** Where it points at, in shares of the picture. */
  readonly across: number;
  readonly down: number;
  readonly text: string;
}

/** A few words beside a place on the picture. Seen only: whoever shows it announces the same. */
export function StageHint({ across, down, text }: StageHintProps) {
  // It stays within the picture's sides, and is not below a finger.
  const place: CSSProperties = {
    left: `${100 * across}%`,
    top: `${100 * down}%`,
    translate: `${-100 * across}% ${down > 0.25 ? 'calc(-100% - 1rem)' : '1.5rem'}`,
  };
  return (
    <div
      aria-hidden
      data-testid="hint"
      className="pointer-events-none absolute w-max max-w-56 animate-fade-in rounded-sm bg-button-ink px-2.5 py-1.5 text-xs font-medium text-paper shadow-mid"
      style={place}
    >
      {text}
    </div>
  );
}
