import type { RefObject } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { brushWidthPx } from '../model/strokes.ts';
import { useStudioState } from '../state/use-studio.ts';
import { useView } from './use-view.ts';
import type { ScreenPoint } from '../model/view-transform.ts';

interface BrushRingProps {
  readonly ringRef: RefObject<HTMLDivElement | null>;
  /** Whether to show the ring with every drawing tool: corrections always use a brush. */
  readonly isAlways?: boolean;
}

/** Outline of the brush around the pointer; `moveRing` moves it without re-rendering. */
export function BrushRing({ ringRef, isAlways = false }: BrushRingProps) {
  const { image, transform } = useView((state) => state);
  const size = useStudioState((state) => state.brush.size);
  const hasRing = useStudioState(
    (state) => isAlways || state.brush.tool === 'brush' || state.brush.tool === 'eraser',
  );
  if (!image || !transform) return null;
  const ringPx = brushWidthPx(size, image) * transform.scale;
  return (
    <div
      ref={ringRef}
      hidden
      className={classNames(
        'pointer-events-none absolute top-0 left-0 rounded-full border border-handle outline outline-on-handle',
        !hasRing && 'invisible',
      )}
      style={{ width: ringPx, height: ringPx, margin: -ringPx / 2 }}
    />
  );
}

/** @param point null if the pointer has left, or is a finger */
export function moveRing(ring: HTMLElement | null, point: ScreenPoint | null): void {
  if (!ring) return;
  ring.hidden = point === null;
  if (point) ring.style.translate = `${point.x}px ${point.y}px`;
}
