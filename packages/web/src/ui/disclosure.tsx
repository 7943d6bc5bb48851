import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly className?: string;
}

/** Box that shows its content when the user opens it. Closed at first. */
export const Disclosure = ({ title, children, onToggle, className }: DisclosureProps) => (
  <details
    className={classNames('group text-sm', className ?? 'rounded-lg border border-line px-4 py-3')}
    onToggle={(event) => onToggle?.(event.currentTarget.open)}
  >
    <summary className="flex list-none items-center justify-between gap-3 font-medium [&::-webkit-details-marker]:hidden">
      {title}
      <Icon
        of={ChevronDown}
        sizePx={16}
        className="shrink-0 text-muted transition-transform group-open:rotate-180"
      />
    </summary>
    {children}
  </details>
);
