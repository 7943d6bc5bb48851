import { PRODUCT_TITLE } from '@packshot/contract/product';
import { classNames } from './class-names.ts';

/** Logo: a viewfinder with the product in the middle. */
export function LogoMark({ sizePx = 20 }: { readonly sizePx?: number }) {
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M4 11V7a3 3 0 0 1 3-3h4M21 4h4a3 3 0 0 1 3 3v4M28 21v4a3 3 0 0 1-3 3h-4M11 28H7a3 3 0 0 1-3-3v-4" />
      <circle cx="16" cy="16" r="3.4" />
    </svg>
  );
}

interface LogoProps {
  readonly className?: string;
  readonly nameClassName?: string;
}

export function Logo({ className, nameClassName }: LogoProps) {
  return (
    <span
      translate="no"
      className={classNames('inline-flex items-center gap-2 text-base font-bold tracking-tight', className)}
    >
      <LogoMark />
      <span className={nameClassName}>{PRODUCT_TITLE}</span>
    </span>
  );
}
