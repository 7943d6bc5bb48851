import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type ToastType = 'success' | 'error' | 'warning';

const LOOKS: Record<ToastType, { readonly icon: LucideIcon; readonly tone: string; readonly word: string }> =
  {
    success: { icon: CircleCheck, tone: 'text-success bg-success-soft', word: 'Success' },
    error: { icon: CircleAlert, tone: 'text-danger bg-danger-soft', word: 'Error' },
    warning: { icon: TriangleAlert, tone: 'text-warning bg-warning-soft', word: 'Warning' },
  };

export interface ToastProps {
  readonly isShown: boolean;
  readonly type: ToastType;
  readonly message: string;
  /** Changes with each toast, so that repeating a sentence announces it again. */
  readonly toastId: number;
  readonly onClose: () => void;
}

/** A message at the top of the screen. The caller hides it after its time. */
export function Toast({ isShown, type, message, toastId, onClose }: ToastProps) {
  const { icon, tone, word } = LOOKS[type];
  return createPortal(
    <div
      aria-live={type === 'error' ? 'assertive' : 'polite'}
      aria-atomic
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center p-3 pt-[max(0.75rem,env(safe-area-inset-top))]"
    >
      {isShown && (
        <div
          key={toastId}
          data-testid="toast"
          data-type={type}
          className="pointer-events-auto flex max-w-lg animate-drop-in items-start gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-3 text-sm shadow-high"
        >
          <span
            className={classNames(
              'mt-1 inline-flex size-7 shrink-0 items-center justify-center rounded-md',
              tone,
            )}
          >
            <Icon of={icon} sizePx={16} />
            <span className="sr-only">{word}: </span>
          </span>
          <p className="min-w-0 py-2 font-medium break-words">{message}</p>
          <button
            type="button"
            aria-label="Close message"
            onClick={onClose}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-fill hover:text-ink"
          >
            <Icon of={X} sizePx={16} />
          </button>
        </div>
      )}
    </div>,
    document.body,
  );
}
