import { t } from '@packshot/contract/text/translation';
import { X } from 'lucide';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { ModalLayer } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Content that stays visible at the bottom while the rest of the sheet scrolls. */
  readonly footer?: ReactNode;
}

export function Sheet({ isOpen, onClose, title, children, footer }: SheetProps) {
  return (
    <ModalLayer isOpen={isOpen} onClose={onClose}>
      <Primitive.Content
        aria-modal
        aria-describedby={undefined}
        className="fixed inset-x-0 bottom-0 z-50 flex max-h-[85dvh] animate-sheet-in flex-col rounded-t-xl border-t border-line bg-raised px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-high"
      >
        <div aria-hidden className="mx-auto mb-2 h-1 w-9 shrink-0 rounded-full bg-line-strong" />
        <div data-keep-clear className="mb-3 flex shrink-0 items-center justify-between">
          <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
          <IconButton icon={X} label={t('Close')} onClick={onClose} className="-mr-2" />
        </div>
        <div className="-mx-4 min-h-0 overflow-y-auto overscroll-contain px-4">{children}</div>
        {footer !== undefined && (
          <div className="-mx-4 shrink-0 border-t border-line px-4 pt-3">{footer}</div>
        )}
      </Primitive.Content>
    </ModalLayer>
  );
}
