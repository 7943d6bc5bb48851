import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide';
import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type NoticeTone = 'error' | 'success' | 'warning' | 'info';

const LOOKS: Record<NoticeTone, { readonly icon: IconNode; readonly className: string }> = {
  error: { icon: CircleAlert, className: 'bg-danger-soft text-danger' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success' },
  warning: { icon: TriangleAlert, className: 'bg-warning-soft text-warning' },
  // Outlined, because the page behind it may have the same color.
  info: { icon: Info, className: 'bg-fill text-ink ring-1 ring-line ring-inset' },
};

export interface NoticeProps {
  readonly tone: NoticeTone;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Message about the form or section in which it is. Screen readers announce errors immediately. */
export function Notice({ tone, children, className }: NoticeProps) {
  const { icon, className: colors } = LOOKS[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-2.5 rounded-md px-3.5 py-3 text-sm', colors, className)}
    >
      <Icon of={icon} sizePx={17} className="mt-0.5 shrink-0" />
      <div>{children}</div>
    </div>
  );
}
