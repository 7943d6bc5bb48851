import { t } from '@packshot/contract/text/translation';
import { Undo2, X } from 'lucide';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';

/**
 * Time in milliseconds for which the bar is shown. It is longer than for a toast, because the user has to read, decide
 * and reach for the button.
 */
const SHOWN_MS = 10_000;

export interface UndoBarProps {
  readonly message: string;
  readonly onUndo: () => void;
  /** Called when the time is over, or the user has closed the bar. */
  readonly onClose: () => void;
}

/**
 * Bar that reports the last action and offers to undo it. Stays visible while a pointer or the keyboard focus is on
 * it.
 */
export function UndoBar({ message, onUndo, onClose }: UndoBarProps) {
  const [isHeld, setIsHeld] = useState(false);
  const end = useEffectEvent(onClose);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(end, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only detects hovering and focus
    <div
      role="status"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="fixed inset-x-0 bottom-6 z-40 mx-auto flex w-fit max-w-[calc(100vw-2rem)] animate-rise-in items-center gap-1 rounded-lg bg-button-ink py-1.5 pr-1.5 pl-4 text-sm text-paper shadow-high max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
    >
      <span className="py-1.5 pr-2 font-medium">{message}</span>
      <button
        type="button"
        onClick={onUndo}
        className="inline-flex h-9 items-center gap-2 rounded-md px-3 font-semibold transition-colors hover:bg-button-ink-hover"
      >
        <Icon of={Undo2} sizePx={16} />
        {t('Undo')}
      </button>
      <button
        type="button"
        aria-label={t('Close')}
        onClick={onClose}
        className="inline-flex size-9 items-center justify-center rounded-md transition-colors hover:bg-button-ink-hover"
      >
        <Icon of={X} sizePx={16} />
      </button>
    </div>,
    document.body,
  );
}
