import { useEffect } from 'react';
import type { RefObject } from 'react';
import { StageGestures } from './stage-gestures.ts';
import type { Painter } from '../state/painter.ts';
import type { ViewStore } from './view-store.ts';

/**
 * Attaches the gestures to a surface.
 * @param onDragging true while the picture is being dragged, for the cursor
 * @param painterRef while it holds a painter, one pointer draws; Space, the middle button and two fingers still move
 */
export function useGestures(
  element: HTMLElement | null,
  view: ViewStore,
  onDragging: (isDragging: boolean) => void,
  painterRef: RefObject<Painter | null>,
): void {
  useEffect(() => {
    if (!element) return;
    const listening = new AbortController();
    new StageGestures(element, { view, onDragging, painterRef }).listen(listening.signal);
    return () => listening.abort();
  }, [element, view, onDragging, painterRef]);
}
