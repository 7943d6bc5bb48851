import type { ReactNode } from 'react';
import type { IconNode } from 'lucide';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface EmptyStateProps {
  readonly icon: IconNode;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons or links with which the user continues. */
  readonly actions?: ReactNode;
  /** Level of the heading; 1 if it is the heading of the whole page. */
  readonly level?: 1 | 2 | 3;
  readonly className?: string;
}

/** Explains an empty page or section, and offers ways to continue. */
export function EmptyState({ icon, title, children, actions, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={classNames('mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center', className)}
    >
      <span className="mb-5 inline-flex size-12 items-center justify-center rounded-lg border border-line bg-surface text-ink">
        <Icon of={icon} sizePx={22} />
      </span>
      <Heading className="text-xl font-semibold">{title}</Heading>
      {children !== undefined && <div className="mt-2 text-base text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
