import { t } from '@packshot/contract/text/translation';
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide';
import type { IconNode } from 'lucide';
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type ToastKind = 'success' | 'error' | 'warning';

const LOOKS: Record<ToastKind, { readonly icon: IconNode; readonly tone: string; readonly word: string }> = {
  success: { icon: CircleCheck, tone: 'text-success bg-success-soft', word: t('Success') },
  error: { icon: CircleAlert, tone: 'text-danger bg-danger-soft', word: t('Error') },
  warning: { icon: TriangleAlert, tone: 'text-warning bg-warning-soft', word: t('Warning') },
};

export interface ToastProps {
  readonly isShown: boolean;
  readonly type: ToastKind;
  readonly message: string;
  /** ID of the toast; changes with each toast, so that screen readers announce a repeated sentence again. */
  readonly toastId: number;
  readonly onClose: () => void;
}

/** Distance in pixels between a toast and the elements that it must not cover. */
const GAP_PX = 8;

/**
 * Moves a toast down until it covers no element marked `data-keep-clear`, such as a dialog's title or a toolbar. The
 * toast stays at the top if its upper edge would otherwise be in the lower half of the window.
 * @param toastId ID of the current toast, or null
 */
function usePlaceInClear(toastId: number | null): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: layer } = ref;
    if (!layer || toastId === null) return;
    const place = (): void => {
      layer.style.top = '0';
      const box = layer.firstElementChild;
      if (!(box instanceof HTMLElement)) return;
      // Uses layout values rather than the visible position, because the toast moves during its animation.
      const toast = {
        left: box.offsetLeft,
        right: box.offsetLeft + box.offsetWidth,
        top: box.offsetTop,
        bottom: box.offsetTop + box.offsetHeight,
      };
      const obstacles = [...document.querySelectorAll('[data-keep-clear]')]
        .filter((element) => !element.closest('[inert]'))
        .map((element) => element.getBoundingClientRect())
        .toSorted((a, b) => a.top - b.top);
      let down = 0;
      for (const { left, right, top, bottom } of obstacles) {
        const isBeside = right <= toast.left || left >= toast.right;
        if (isBeside || bottom <= toast.top + down || top >= toast.bottom + down) continue;
        down = bottom + GAP_PX - toast.top;
      }
      if (toast.top + down < innerHeight / 2) layer.style.top = `${down}px`;
    };
    place();
    // Watches the body, to which dialogs are added beside the page.
    const watcher = new MutationObserver(place);
    watcher.observe(document.body, { childList: true });
    addEventListener('resize', place);
    return () => {
      watcher.disconnect();
      removeEventListener('resize', place);
    };
  }, [toastId]);
  return ref;
}

/** Message at the top of the screen. The caller hides it after some seconds. */
export function Toast({ isShown, type, message, toastId, onClose }: ToastProps) {
  const { icon, tone, word } = LOOKS[type];
  const ref = usePlaceInClear(isShown ? toastId : null);
  return createPortal(
    <div
      ref={ref}
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
            aria-label={t('Close message')}
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
