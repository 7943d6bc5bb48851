import { t } from '@packshot/contract/text/translation';
import { MoveHorizontal } from 'lucide';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Slider } from './slider.tsx';

const MIDDLE_PERCENT = 50;

export interface CompareSliderProps {
  /** Picture shown left of the divider; both pictures fill the slider's box. */
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly beforeLabel?: string;
  readonly afterLabel?: string;
  /** Initial position of the divider: the percentage of the box that shows `before`, 0 to 100. */
  readonly initialPercent?: number;
  readonly label?: string;
  readonly className?: string;
}

/**
 * Two pictures of the same object with a divider that the user drags. A native range input covers them, so that
 * pointer, touch, arrow keys and screen readers all work.
 */
export function CompareSlider({
  before,
  after,
  beforeLabel = t('Before'),
  afterLabel = t('After'),
  initialPercent = MIDDLE_PERCENT,
  label = t('Compare before and after'),
  className,
}: CompareSliderProps) {
  const [percent, setPercent] = useState(initialPercent);
  return (
    <div className={classNames('relative isolate overflow-hidden select-none', className)}>
      <div className="absolute inset-0">{after}</div>
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}>
        {before}
      </div>
      <Label isShown={percent > 16} className="left-3">
        {beforeLabel}
      </Label>
      <Label isShown={percent < 84} className="right-3">
        {afterLabel}
      </Label>
      <Slider
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-label={label}
        text={`${percent}% ${beforeLabel}, ${100 - percent}% ${afterLabel}`}
        onChange={setPercent}
        className="peer absolute inset-0 z-10 m-0 h-full w-full cursor-ew-resize touch-pan-y opacity-0"
      />
      <div
        aria-hidden
        style={{ left: `${percent}%` }}
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-handle shadow-mid"
      />
      <div
        aria-hidden
        style={{ left: `${percent}%` }}
        className="pointer-events-none absolute top-1/2 inline-flex size-10 -translate-1/2 items-center justify-center rounded-full bg-handle text-on-handle shadow-mid outline-offset-2 peer-focus-visible:outline-2 peer-focus-visible:outline-accent"
      >
        <Icon of={MoveHorizontal} />
      </div>
    </div>
  );
}

function Label(props: { readonly isShown: boolean; readonly className: string; readonly children: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'pointer-events-none absolute top-3 rounded-full bg-chip px-3 py-1 text-xs font-semibold text-chip-text transition-opacity',
        props.isShown ? 'opacity-100' : 'opacity-0',
        props.className,
      )}
    >
      {props.children}
    </span>
  );
}
