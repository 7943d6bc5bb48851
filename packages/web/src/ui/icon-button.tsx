import type { ButtonHTMLAttributes } from 'react';
import type { IconNode } from 'lucide';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';
import type { TooltipSide } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: IconNode;
  readonly label: string;
  /** Short word below the icon, for a button whose icon alone says too little. */
  readonly caption?: string;
  /** Keyboard shortcut shown in the tooltip. */
  readonly hint?: string;
  readonly side?: TooltipSide;
  readonly outlined?: boolean;
  readonly loading?: boolean;
  /** If set, the button is a toggle button with this state. */
  readonly pressed?: boolean;
}

export function IconButton({
  icon,
  label,
  caption,
  hint,
  side = 'bottom',
  outlined = false,
  loading = false,
  pressed,
  className,
  disabled,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} side={side} {...(hint === undefined ? {} : { hint })}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled === true || loading}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center rounded-md text-ink transition-colors',
          'hover:bg-fill disabled:opacity-40 disabled:hover:bg-transparent',
          caption === undefined
            ? 'size-9 pointer-coarse:size-11'
            : 'h-11 min-w-9 flex-col gap-0.5 px-0.5 text-2xs leading-3 font-medium tracking-tight pointer-coarse:min-w-11',
          outlined && 'border border-line bg-surface hover:border-line-strong',
          pressed === true && 'bg-fill',
          className,
        )}
        {...rest}
      >
        {loading ? <Spinner sizePx={17} /> : <Icon of={icon} sizePx={17} />}
        {caption !== undefined && <span>{caption}</span>}
      </button>
    </Tooltip>
  );
}
