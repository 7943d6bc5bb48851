import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { ModalLayer } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** Options that come up from the bottom edge on a phone. */
export function Sheet({ isOpen, onClose, title, children }: SheetProps) {
  return (
    <ModalLayer isOpen={isOpen} onClose={onClose}>
      <Primitive.Content
        aria-modal
        aria-describedby={undefined}
        className="fixed inset-x-0 bottom-0 z-50 max-h-[85dvh] animate-sheet-in overflow-y-auto rounded-t-xl border-t border-line bg-raised px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-high"
      >
        <div aria-hidden className="mx-auto mb-2 h-1 w-9 rounded-full bg-line-strong" />
        <div className="mb-3 flex items-center justify-between">
          <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
          <IconButton icon={X} label="Close" onClick={onClose} className="-mr-2" />
        </div>
        {children}
      </Primitive.Content>
    </ModalLayer>
  );
}
