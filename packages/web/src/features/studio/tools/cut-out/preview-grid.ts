import { toImage, screenPoint } from '../../model/view-transform.ts';
import type { ImageSize, Viewport, ViewTransform } from '../../model/view-transform.ts';
import { DISPLAY_LONGEST_SIDE_PX, displayGrid, seenGrid } from '../magic/rasterize.ts';
import type { MaskGrid } from '../magic/rasterize.ts';

export interface PreviewGrid extends MaskGrid {
  /** Upper left corner of the area, in whole pixels of the picture. */
  readonly leftPx: number;
  readonly topPx: number;
}

/** Grid of a whole picture, at the highest resolution that a canvas should have. */
export const wholeGrid = (image: ImageSize): PreviewGrid => ({ ...displayGrid(image), leftPx: 0, topPx: 0 });

/** Margin around the visible area, as a share of the area, so that small movements of the picture need no new grid. */
const MARGIN_SHARE = 0.2;
/** Smallest gain in resolution for which the visible area gets a canvas of its own. */
const WORTHWHILE = 1.05;

/** Grid for the visible area: never finer than the picture, and never larger than a canvas should be. */
export function gridInView(image: ImageSize, view: ViewTransform, viewport: Viewport): PreviewGrid {
  const whole = wholeGrid(image);
  const targetScale = Math.min(1, view.scale * viewport.devicePixelRatio);
  if (targetScale < whole.scale) return { ...seenGrid(image, targetScale), leftPx: 0, topPx: 0 };
  if (targetScale <= whole.scale * WORTHWHILE) return whole;
  const from = toImage(view, screenPoint(0, 0));
  const to = toImage(view, screenPoint(viewport.widthPx, viewport.heightPx));
  const marginX = (to.x - from.x) * MARGIN_SHARE;
  const marginY = (to.y - from.y) * MARGIN_SHARE;
  const leftPx = Math.max(0, Math.floor(from.x - marginX));
  const topPx = Math.max(0, Math.floor(from.y - marginY));
  const partWidthPx = Math.min(image.widthPx, Math.ceil(to.x + marginX)) - leftPx;
  const partHeightPx = Math.min(image.heightPx, Math.ceil(to.y + marginY)) - topPx;
  if (partWidthPx <= 0 || partHeightPx <= 0) return whole;
  const scale = Math.min(targetScale, DISPLAY_LONGEST_SIDE_PX / Math.max(partWidthPx, partHeightPx));
  if (scale <= whole.scale) return whole;
  return {
    scale,
    leftPx,
    topPx,
    widthPx: Math.max(1, Math.round(partWidthPx * scale)),
    heightPx: Math.max(1, Math.round(partHeightPx * scale)),
  };
}

export const isSameGrid = (a: PreviewGrid, b: PreviewGrid): boolean =>
  a.scale === b.scale &&
  a.leftPx === b.leftPx &&
  a.topPx === b.topPx &&
  a.widthPx === b.widthPx &&
  a.heightPx === b.heightPx;
