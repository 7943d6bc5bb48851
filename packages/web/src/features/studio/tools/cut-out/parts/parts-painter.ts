/** Painter with which a click on the stage selects a segment of a cut-out. */
import type { Painter } from '../../../state/painter.ts';
import type { StudioContext } from '../../../state/studio-context.ts';
import { createViewStore } from '../../../stage/view-store.ts';
import { toImage } from '../../../model/view-transform.ts';
import type { ScreenPoint } from '../../../model/view-transform.ts';
import { createPartsActions } from './choose-parts.ts';

/** Largest movement of the pointer during a click, in pixels. */
const SLOP_PX = 12;

export function createPartsPainter(studio: StudioContext): Painter {
  const view = studio.get(createViewStore);
  const actions = studio.get(createPartsActions);
  let pressed: ScreenPoint | null = null;
  const partAt = (point: ScreenPoint) => {
    const { transform } = view.store.getState();
    return transform && actions.at(toImage(transform, point));
  };
  return {
    begin: (point) => {
      pressed = point;
    },
    move: (points) => {
      const from = pressed;
      if (from && points.some(({ x, y }) => Math.hypot(x - from.x, y - from.y) > SLOP_PX)) pressed = null;
    },
    end: () => {
      if (!pressed) return;
      const { transform } = view.store.getState();
      const point = transform && toImage(transform, pressed);
      pressed = null;
      if (!point) return;
      const part = actions.at(point);
      if (part) actions.set(part, !actions.isOn(part));
      else actions.miss(point);
    },
    cancel: () => {
      pressed = null;
    },
    hover: (point) => actions.light(point && partAt(point)),
  };
}
