import { t } from '@packshot/contract/text/translation';
import { X } from 'lucide';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { useInertPage } from './modal-scope.ts';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Sentence below the title; also the dialog's accessible description. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Whether to show a cross that closes the dialog; false if a button below already does. */
  readonly hasCross?: boolean;
  readonly actions?: ReactNode;
  readonly className?: string;
}

/**
 * Centered modal dialog. Radix provides roles, focus and Escape. This component makes the page behind inert, because
 * Radix's scroll lock writes a style element, which a strict content security policy blocks.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  hasCross = true,
  actions,
  className,
}: DialogProps) {
  return (
    <ModalLayer isOpen={isOpen} onClose={onClose}>
      <Primitive.Content
        aria-modal
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        className={classNames(
          'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[28rem] max-w-[calc(100vw-2rem)] -translate-1/2',
          'animate-fade-in overflow-y-auto rounded-xl border border-line bg-raised p-6 shadow-high',
          className,
        )}
      >
        <div data-keep-clear className="flex items-start justify-between gap-4">
          <Primitive.Title className="pt-1 text-lg font-semibold">{title}</Primitive.Title>
          {hasCross && <IconButton icon={X} label={t('Close')} onClick={onClose} className="-mt-1 -mr-2" />}
        </div>
        {description !== undefined && (
          <Primitive.Description className="mt-1 text-base text-muted">{description}</Primitive.Description>
        )}
        {children}
        {actions !== undefined && <div className="mt-6 flex flex-wrap justify-end gap-2">{actions}</div>}
      </Primitive.Content>
    </ModalLayer>
  );
}

/** Layer for a modal: darkens the page and makes it inert. The child is a Radix `Dialog.Content`. */
export function ModalLayer(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { isOpen, onClose, children } = props;
  useInertPage(isOpen);
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()} modal={false}>
      <Primitive.Portal>
        <div data-modal="dialog" aria-hidden className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        {children}
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export interface ErrorDialogProps {
  /** Message of the dialog; null while the dialog is closed. */
  readonly message: string | null;
  readonly onClose: () => void;
}

export function ErrorDialog({ message, onClose }: ErrorDialogProps) {
  return (
    <Dialog
      isOpen={message !== null}
      onClose={onClose}
      title={t('That didn’t work')}
      hasCross={false}
      description={message ?? ''}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    />
  );
}
