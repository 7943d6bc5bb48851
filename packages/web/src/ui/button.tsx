import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { IconNode } from 'lucide';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const PALE = 'disabled:opacity-50 aria-disabled:opacity-50';
/** Disabled style of a filled button, whose fill at half opacity would look like that of another enabled button. */
const GRAY =
  'disabled:bg-fill-strong disabled:text-muted aria-disabled:bg-fill-strong aria-disabled:text-muted';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: `bg-button-ink text-paper hover:bg-button-ink-hover ${GRAY}`,
  secondary: `bg-surface text-ink border border-line hover:border-line-strong hover:bg-fill ${PALE}`,
  ghost: `text-ink hover:bg-fill ${PALE}`,
  danger: `bg-danger text-on-danger hover:bg-danger-hover ${GRAY}`,
};
const SIZES: Record<ButtonSize, string> = {
  sm: 'h-8 px-3 text-sm gap-1.5 rounded-md',
  md: 'h-9 px-4 text-sm gap-2 rounded-md pointer-coarse:h-11',
  lg: 'h-12 px-6 text-base gap-2.5 rounded-lg',
};

/** Class names that make a link look like a button. */
export function buttonClasses(variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex items-center justify-center font-semibold whitespace-nowrap select-none transition-colors',
    'disabled:pointer-events-none',
    VARIANTS[variant],
    SIZES[size],
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconNode;
  /** Shows a spinner, preserves the button's width, and ignores clicks. */
  readonly loading?: boolean;
  readonly children: ReactNode;
}

export function Button({
  variant = 'primary',
  size = 'md',
  icon,
  loading = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const iconSizePx = size === 'lg' ? 19 : 16;
  return (
    <button
      type={type}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
      className={classNames(buttonClasses(variant, size), className)}
      {...rest}
    >
      {loading ? (
        <Spinner sizePx={iconSizePx} />
      ) : (
        icon && <Icon of={icon} sizePx={iconSizePx} className="shrink-0" />
      )}
      {/* A separate element, so that React can add or remove a spinner beside text that a page translator has changed. */}
      <span className="contents">{children}</span>
    </button>
  );
}
