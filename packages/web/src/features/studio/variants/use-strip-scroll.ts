import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useStudioState } from '../state/use-studio.ts';

/** Space in pixels that the strip also shows beside a tile, for the outline of the selected one. */
const MARGIN_PX = 8;
/** Width in pixels of new pictures that stays visible beside the selected one. */
const PEEK_PX = 64;

/** Position of the strip at which an element is visible: whole if it fits, else from its start. */
function scrollTo(strip: HTMLElement, element: Element | null | undefined, from = strip.scrollLeft): number {
  if (!element) return from;
  const outer = strip.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const start = inner.left - outer.left + strip.scrollLeft - MARGIN_PX;
  const end = inner.right - outer.left + strip.scrollLeft + MARGIN_PX - outer.width;
  return start < from || end > start ? start : Math.max(from, end);
}

interface ShownStrip {
  readonly documentId: string | undefined;
  readonly currentId: string | undefined;
  readonly count: number;
  readonly runRequestId: string | null;
}

/**
 * Scrolls the strip of pictures so that the selected one is always completely visible, when it changes or new ones
 * arrive. Scrolls the strip alone, never the page.
 */
export function useStripScroll(): RefObject<HTMLUListElement | null> {
  const ref = useRef<HTMLUListElement>(null);
  const currentId = useStudioState(({ document }) => document?.edits.currentId);
  const documentId = useStudioState(({ document }) => document?.id);
  const count = useStudioState(({ document }) => document?.results.length ?? 0);
  const runRequestId = useStudioState((state) => state.runRequestId);
  const shown = useRef<ShownStrip>(null);

  useEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    const before = shown.current;
    shown.current = { documentId, currentId, count, runRequestId };
    const hasNew =
      before?.documentId === documentId && (before?.count !== count || before.runRequestId !== runRequestId);
    const show = (): void => {
      const selected = strip.querySelector('[aria-current]');
      const newest = hasNew ? strip.lastElementChild : null;
      const toNewest = scrollTo(strip, newest);
      const toSelected = scrollTo(strip, selected, toNewest);
      // Shows the new pictures if the selected one is too far away for both to be visible.
      const isFar = newest !== null && toNewest - toSelected > strip.clientWidth - PEEK_PX;
      strip.scrollTo({ left: isFar ? toNewest : toSelected });
    };
    show();
    // The strip becomes narrower or wider when buttons appear or vanish beside it.
    const observer = new ResizeObserver(show);
    observer.observe(strip);
    return () => observer.disconnect();
  }, [currentId, documentId, count, runRequestId]);
  return ref;
}
