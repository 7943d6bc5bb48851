/** What part of a picture a correction is shown of, and how finely: all of it, or what one has zoomed in on. */
import { toImage, screenPoint } from '../../model/view-transform.ts';
import type { ImageSize, Viewport, ViewTransform } from '../../model/view-transform.ts';
import { DISPLAY_LONGEST_SIDE_PX, displayGrid, seenGrid } from '../magic/rasterize.ts';
import type { MaskGrid } from '../magic/rasterize.ts';

/** Canvas pixels for a part of a picture. */
export interface PreviewGrid extends MaskGrid {
  /** The part's upper left corner, in whole pixels of the picture. */
  readonly leftPx: number;
  readonly topPx: number;
}

/** All of a picture, as finely as a canvas may show it. */
export const wholeGrid = (image: ImageSize): PreviewGrid => ({ ...displayGrid(image), leftPx: 0, topPx: 0 });

/** Around what is seen this much more is ready, as a share of it: a small move shows nothing new. */
const MARGIN_SHARE = 0.2;
/** So much finer has the screen to be before a part is worth its own canvas. */
const WORTHWHILE = 1.05;

/** The grid for what is on the stage now: never finer than the picture itself, never larger than a canvas should be. */
export function gridInView(image: ImageSize, view: ViewTransform, viewport: Viewport): PreviewGrid {
  const whole = wholeGrid(image);
  const wanted = Math.min(1, view.scale * viewport.devicePixelRatio);
  if (wanted < whole.scale) return { ...seenGrid(image, wanted), leftPx: 0, topPx: 0 };
  if (wanted <= whole.scale * WORTHWHILE) return whole;
  const from = toImage(view, screenPoint(0, 0));
  const to = toImage(view, screenPoint(viewport.widthPx, viewport.heightPx));
  const marginX = (to.x - from.x) * MARGIN_SHARE;
  const marginY = (to.y - from.y) * MARGIN_SHARE;
  const leftPx = Math.max(0, Math.floor(from.x - marginX));
  const topPx = Math.max(0, Math.floor(from.y - marginY));
  const partWidthPx = Math.min(image.widthPx, Math.ceil(to.x + marginX)) - leftPx;
  const partHeightPx = Math.min(image.heightPx, Math.ceil(to.y + marginY)) - topPx;
  if (partWidthPx <= 0 || partHeightPx <= 0) return whole;
  const scale = Math.min(wanted, DISPLAY_LONGEST_SIDE_PX / Math.max(partWidthPx, partHeightPx));
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
