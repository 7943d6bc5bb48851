import { brushWidthPx, StrokeBuilder } from '../../model/strokes.ts';
import type { CorrectionMode } from '../../model/corrections.ts';
import type { PreviewCanvas } from './preview-canvas.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { createViewStore } from '../../stage/view-store.ts';
import { createRefineActions } from './refine-actions.ts';
import type { Painter } from '../../state/painter.ts';
import { toImage } from '../../model/view-transform.ts';
import type { ImageSize, ScreenPoint } from '../../model/view-transform.ts';

/**
 * Draws a stroke only on the preview; the document changes when the stroke ends.
 * @param on listeners for started and ended strokes, and for the ring around the pointer
 */
export function createRefinePainter(
  studio: StudioContext,
  preview: PreviewCanvas,
  image: ImageSize,
  on: { begin(): void; rest(): void; hover(point: ScreenPoint | null): void },
): Painter {
  const view = studio.get(createViewStore);
  const { drawCorrection } = studio.get(createRefineActions);
  let builder: StrokeBuilder | null = null;
  let mode: CorrectionMode = 'restore';
  let hardness = 1;

  const add = (points: readonly ScreenPoint[]): void => {
    const { transform } = view.store.getState();
    if (!builder || !transform) return;
    const before = builder.points.length;
    for (const point of points) {
      const { x, y } = toImage(transform, point);
      builder.add(x, y);
    }
    if (builder.points.length > before) preview.extend(builder.points.slice(Math.max(0, before - 2)));
  };
  return {
    begin: (point) => {
      const { brush } = studio.store.getState();
      mode = brush.tool === 'eraser' ? 'erase' : 'restore';
      ({ hardness } = brush);
      builder = new StrokeBuilder('brush', brushWidthPx(brush.size, image) / 2);
      on.begin();
      preview.begin(mode, builder.radiusPx, hardness);
      add([point]);
    },
    move: add,
    end: () => {
      const stroke = builder?.finish();
      builder = null;
      if (!stroke) preview.cancel();
      else drawCorrection({ mode, hardness, radiusPx: stroke.radiusPx, points: stroke.points });
      on.rest();
    },
    cancel: () => {
      builder = null;
      preview.cancel();
      on.rest();
    },
    hover: on.hover,
  };
}
