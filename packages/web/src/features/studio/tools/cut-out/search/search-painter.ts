/** Painter with which the user draws a box, or a rough line, around an object. */
import type { Painter } from '../../../state/painter.ts';
import { StrokeBuilder } from '../../../model/strokes.ts';
import type { StudioContext } from '../../../state/studio-context.ts';
import { createViewStore } from '../../../stage/view-store.ts';
import { toImage } from '../../../model/view-transform.ts';
import type { ImageSize, ScreenPoint } from '../../../model/view-transform.ts';
import { boxRing, createSearchActions } from './search-actions.ts';

/** Smallest drawing that starts a search, as a share of the picture's longest side; smaller ones are accidental. */
const LEAST_SHARE = 0.01;

export function createSearchPainter(studio: StudioContext, kind: 'box' | 'line', image: ImageSize): Painter {
  const view = studio.get(createViewStore);
  const actions = studio.get(createSearchActions);
  let builder: StrokeBuilder | null = null;

  const add = (points: readonly ScreenPoint[]): void => {
    const { transform } = view.store.getState();
    if (!builder || !transform) return;
    const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
    for (const point of points) {
      const { x, y } = toImage(transform, point);
      builder.add(within(x, image.widthPx), within(y, image.heightPx));
    }
    actions.draw(builder.points);
  };
  const stop = (): void => {
    builder = null;
    actions.draw([]);
  };
  return {
    begin: (point) => {
      builder = new StrokeBuilder(kind === 'box' ? 'rectangle' : 'lasso', 0);
      add([point]);
    },
    move: add,
    end: () => {
      const stroke = builder?.finish();
      stop();
      if (!stroke || measureExtent(stroke.points) < LEAST_SHARE * Math.max(image.widthPx, image.heightPx))
        return;
      void actions.search(kind === 'box' ? boxRing(stroke.points) : stroke.points);
    },
    cancel: stop,
    hover: () => undefined,
  };
}

/** Length of the drawing's shorter side. */
function measureExtent(points: readonly number[]): number {
  const side = (odd: number): number => {
    const values = points.filter((_, index) => index % 2 === odd);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.min(side(0), side(1));
}
