/** Places the products of a series at the same position, whatever their sizes. */
import type { Placement, SceneLock } from '@packshot/contract';
import type { CutOut } from './cut-out.ts';
import type { RenderCrop } from '../stage/crop.ts';
import { computeOutline } from '../stage/outline.ts';
import { hoverPx } from '../stage/placement.ts';
import { poseProduct } from './posed-product.ts';
import type { PosedProduct } from '../stage/placement.ts';
import { isHangingIn, isLyingOn } from '../stage/set-kinds.ts';
import type { StudioSet } from '../stage/studio-set.ts';

export type SeriesPlace = SceneLock['place'];

/** Properties of a picture that determine a product's placement. */
export interface SeriesFrame {
  readonly set: Pick<StudioSet, 'camera' | 'stage'>;
  readonly crop: RenderCrop;
  readonly size: { readonly widthPx: number; readonly heightPx: number };
  /** Default width of this product in the scene, as a share of the picture's. */
  readonly usualWidth: number;
  readonly isFloating: boolean;
}

/**
 * Point of a product that has the same position in all pictures of a series: the bottom of a standing product, the
 * center of a lying one, the top of a hanging one.
 */
const getAnchor = (set: SeriesFrame['set']): 'foot' | 'middle' | 'top' => {
  if (isHangingIn(set)) return 'top';
  return isLyingOn(set) ? 'middle' : 'foot';
};

/** Converts a product's placement to the position stored in the scene lock (settings shared by a series). */
export function toSeriesPlace(posed: PosedProduct, placement: Placement, framed: SeriesFrame): SeriesPlace {
  const { crop, size, usualWidth } = framed;
  const half =
    (placement.width * posed.raster.heightPx * size.widthPx) / posed.raster.widthPx / size.heightPx / 2;
  const y = {
    foot: () => standingRow(posed, framed) / size.heightPx,
    middle: () => placement.centerY,
    top: () => placement.centerY - half,
  }[getAnchor(framed.set)]();
  // Positions are shares of the set's whole rendered picture, so they don't depend on the aspect ratio.
  return {
    x: crop.x + placement.centerX * crop.width,
    y: crop.y + y * crop.height,
    size: placement.width / usualWidth,
  };
}

/** Placement of a product at the position stored in the scene lock (settings shared by a series). */
export function placementInSeries(product: CutOut, place: SeriesPlace, framed: SeriesFrame): Placement {
  const { crop, size, usualWidth, set } = framed;
  const [centerX, y] = [(place.x - crop.x) / crop.width, (place.y - crop.y) / crop.height];
  const width = usualWidth * place.size;
  const half = (width * (size.widthPx / size.heightPx) * product.heightPx) / product.widthPx / 2;
  const anchor = getAnchor(set);
  const centerY = { foot: y - half, middle: y, top: y + half }[anchor];
  const placement = { centerX, centerY, width, rotationDeg: 0, isFlipped: false };
  const posed = anchor === 'foot' ? poseProduct(product, placement, size) : undefined;
  if (posed === undefined) return placement;
  return { ...placement, centerY: centerY + y - standingRow(posed, framed) / size.heightPx };
}

/** Row of the picture on which a product stands; for a floating product, the row of the ground below it. */
function standingRow(posed: PosedProduct, { isFloating }: SeriesFrame): number {
  const outline = computeOutline(posed.veil ?? posed.raster);
  return posed.yPx + outline.groundY + (isFloating ? hoverPx(outline) : 0);
}
