import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';

const SHOW_DELAY_MS = 400;
const GAP_PX = 8;
/** Smallest distance in pixels between a tooltip and the edge of the screen. */
const EDGE_PX = 8;

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

interface TooltipPosition {
  readonly leftPx: number;
  readonly topPx: number;
}

function placeBeside(anchor: DOMRect, box: DOMRect, side: TooltipSide): TooltipPosition {
  const centerX = anchor.left + anchor.width / 2 - box.width / 2;
  const centerY = anchor.top + anchor.height / 2 - box.height / 2;
  const fitsAbove = anchor.top - GAP_PX - box.height > EDGE_PX;
  const fitsBelow = anchor.bottom + GAP_PX + box.height < innerHeight - EDGE_PX;
  const below = { leftPx: centerX, topPx: anchor.bottom + GAP_PX };
  const above = { leftPx: centerX, topPx: anchor.top - GAP_PX - box.height };
  const places: Record<TooltipSide, TooltipPosition> = {
    top: fitsAbove ? above : below,
    bottom: fitsBelow ? below : above,
    left: { leftPx: anchor.left - GAP_PX - box.width, topPx: centerY },
    right: { leftPx: anchor.right + GAP_PX, topPx: centerY },
  };
  const { leftPx, topPx } = places[side];
  return {
    leftPx: Math.min(Math.max(leftPx, EDGE_PX), innerWidth - box.width - EDGE_PX),
    topPx: Math.min(Math.max(topPx, EDGE_PX), innerHeight - box.height - EDGE_PX),
  };
}

export interface TooltipProps {
  readonly label: string;
  /** Text after the label in a muted color, such as a keyboard shortcut. */
  readonly hint?: string;
  readonly side?: TooltipSide;
  readonly children: ReactNode;
}

/**
 * Label beside a control, shown on hover and keyboard focus; Escape hides it. Hidden from screen readers, because the
 * control has the same text as its accessible name.
 */
export function Tooltip({ label, hint, side = 'bottom', children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const anchorRef = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasLeftForDialog = useRef(false);
  const id = useId();

  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setIsOpen(false);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setIsOpen(false);
    addEventListener('keydown', onKey);
    addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('scroll', hide, { capture: true });
    };
  }, [isOpen, hide]);

  const showSoon = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(true), SHOW_DELAY_MS);
  };
  const hideOnBlur = () => {
    // A dialog that the control opened has made the page inert.
    hasLeftForDialog.current = anchorRef.current?.closest('[inert]') != null;
    hide();
  };
  const showOnKeyboardFocus = () => {
    const isReturning = hasLeftForDialog.current;
    hasLeftForDialog.current = false;
    if (!isReturning && anchorRef.current?.querySelector(':focus-visible')) setIsOpen(true);
  };
  const place = (box: HTMLDivElement | null) => {
    const anchor = anchorRef.current?.firstElementChild;
    if (!box || !anchor) return;
    const { leftPx, topPx } = placeBeside(anchor.getBoundingClientRect(), box.getBoundingClientRect(), side);
    box.style.translate = `${Math.round(leftPx)}px ${Math.round(topPx)}px`;
  };

  return (
    <span
      ref={anchorRef}
      className="contents"
      onPointerEnter={showSoon}
      onPointerOver={showSoon}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={showOnKeyboardFocus}
      onBlur={hideOnBlur}
    >
      {children}
      {isOpen &&
        createPortal(
          <div
            ref={place}
            id={id}
            aria-hidden
            className="pointer-events-none fixed top-0 left-0 z-50 max-w-64 animate-fade-in rounded-sm bg-button-ink px-2 py-1 text-xs font-medium text-paper shadow-mid"
          >
            <span>{label}</span>
            {hint !== undefined && <span className="ml-2 opacity-70">{hint}</span>}
          </div>,
          document.body,
        )}
    </span>
  );
}
