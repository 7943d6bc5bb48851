/**
 * Corrects the camera view that was estimated from a photo, by the kind of product: watches, for example, don't stand
 * on the tips of their straps.
 */
import { likelyView, LYING_FROM_DEG, SURE_FROM } from '@packshot/contract';
import type { ProductScale, ProductView, ReadView } from '@packshot/contract';
import type { SeenInLife } from './product-nouns.ts';

/**
 * Camera elevation of a lying product below which an estimate counts as wrong: the product is then assumed to be
 * photographed from above, at the elevation `FLAT_DEG`.
 */
const LYING_LEAST_DEG = 20;
const FLAT_DEG = 88;
/**
 * For products on the floor: the maximum camera elevation (`mostDeg`). An estimate of `wrongFromDeg` or more counts as
 * an error and is replaced by `usualDeg`.
 */
const FLOOR = { mostDeg: 48, wrongFromDeg: 60, usualDeg: 10 } as const;
/** Ratio of height to width of a spread-out garment; folded ones are lower, and persons in them are higher. */
const SPREAD = { least: 0.75, most: 1.6 } as const;
/** Ratio of the longer to the shorter side from which a product can't stand on its end, such as a watch's strap. */
const LONG_FROM = 1.6;

const SCALE_OF: Readonly<Partial<Record<SeenInLife, ProductScale>>> = { floor: 'furniture', road: 'vehicle' };

/** Outline of a product whose photo shows all of it; undefined if it is unknown or cut off. */
type WholeShape = { readonly widthPx: number; readonly heightPx: number } | undefined;

/** Camera view read from a photo, corrected by what is known about the product in it. */
export function readInLife(view: ReadView, usualPose: SeenInLife, shape?: WholeShape): ReadView {
  const shown = viewInLife(view, usualPose, shape);
  const scale = SCALE_OF[usualPose];
  if (shown === null && scale === undefined) return view;
  return {
    ...view,
    ...shown,
    ...(shown && { confidence: Math.max(view.confidence, SURE_FROM) }),
    ...(scale && { scale }),
  };
}

/** Corrected view; null if the estimated view is right. */
function viewInLife(view: ReadView, usualPose: SeenInLife, shape: WholeShape): ProductView | null {
  const isSure = view.confidence >= SURE_FROM;
  switch (usualPose) {
    case 'stands':
      return null;
    case 'floor':
    case 'road':
      return {
        pose: 'stands',
        elevationDeg: elevationOnFloor(
          view.pose === 'lies' ? view.elevationDeg : likelyView(view).elevationDeg,
        ),
      };
    case 'hangs':
      return { pose: 'hangs', elevationDeg: view.elevationDeg };
    case 'clock':
      return shape && isLong(shape) ? viewInLife(view, 'lies', shape) : null;
    case 'worn':
      if (!isSpread(shape)) return null;
      break;
    case 'lies':
  }
  const isOnEnd = view.pose === 'stands' && shape !== undefined && (usualPose === 'worn' || isLong(shape));
  if (isSure && !isOnEnd) return null;
  return { pose: 'lies', elevationDeg: lyingElevation(view.elevationDeg, isSure) };
}

function elevationOnFloor(elevationDeg: number): number {
  return elevationDeg >= FLOOR.wrongFromDeg ? FLOOR.usualDeg : Math.min(elevationDeg, FLOOR.mostDeg);
}

const lyingElevation = (elevationDeg: number, isSure: boolean): number =>
  elevationDeg < LYING_LEAST_DEG ? FLAT_DEG : isSure ? elevationDeg : Math.max(elevationDeg, LYING_FROM_DEG);

const isSpread = (shape: WholeShape): boolean =>
  shape !== undefined &&
  shape.heightPx >= SPREAD.least * shape.widthPx &&
  shape.heightPx <= SPREAD.most * shape.widthPx;

const isLong = ({ widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number }): boolean =>
  Math.max(widthPx, heightPx) >= LONG_FROM * Math.min(widthPx, heightPx);
