import { classNames } from './class-names.ts';

/** Delay in milliseconds before loading indicators appear, so that they don't flash for quick responses. */
export const LOADING_INDICATOR_DELAY_MS = 1500;

/** Spinning ring. Hidden from screen readers: the element around it names the content that is loading. */
export function Spinner({
  sizePx = 18,
  className,
}: {
  readonly sizePx?: number;
  readonly className?: string;
}) {
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden
      className={classNames('animate-spin-steady motion-reduce:animate-none', className)}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.2" strokeWidth="2.5" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
