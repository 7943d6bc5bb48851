import type { RecipeFraming } from '@packshot/contract';
import { visibleBounds } from '../raster/alpha.ts';
import type { Box, RgbaRaster } from '../raster/raster.ts';
import type { Size } from '../raster/box.ts';

/**
 * Computes a product's box in a picture: as large as the recipe's framing allows, in whole pixels and inside the
 * picture.
 * @param product size of its visible box, in any unit
 */
export function frameProduct(product: Size, framing: RecipeFraming, picture: Size): Box {
  const { widthPx, heightPx } = picture;
  const marginPx = (Math.min(widthPx, heightPx) * framing.margin_percent) / 100;
  const fill = framing.fill_percent / 100;
  const baselinePx = framing.baseline_percent === null ? null : (heightPx * framing.baseline_percent) / 100;
  const roomX = Math.min(widthPx * fill, widthPx - 2 * marginPx);
  const roomY = Math.min(heightPx * fill, heightPx - 2 * marginPx, (baselinePx ?? Infinity) - marginPx);
  const scale = Math.max(0, Math.min(roomX / product.widthPx, roomY / product.heightPx));
  const size = {
    widthPx: Math.max(1, Math.round(product.widthPx * scale)),
    heightPx: Math.max(1, Math.round(product.heightPx * scale)),
  };
  const { shareX, shareY } = alignedAt(framing);
  const xPx = marginPx + (widthPx - 2 * marginPx - size.widthPx) * shareX;
  const yPx =
    baselinePx === null
      ? marginPx + (heightPx - 2 * marginPx - size.heightPx) * shareY
      : baselinePx - size.heightPx;
  const within = (value: number, most: number): number => Math.min(Math.max(0, Math.round(value)), most);
  return {
    ...size,
    xPx: within(xPx, widthPx - size.widthPx),
    yPx: within(yPx, heightPx - size.heightPx),
  };
}

/** Position of the line by which a product is aligned, in shares of its width and height. */
function alignedAt({ align_x, align_y, baseline_percent }: RecipeFraming) {
  const along = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };
  return { shareX: along[align_x], shareY: baseline_percent === null ? along[align_y] : 1 };
}

/** Boxes around the visible part and around the solid part of a product. */
interface ProductBoxes {
  readonly visible: Box;
  readonly solid: Box;
}

/** Alpha above which a pixel counts as visible for framing, so that haze around a product doesn't reduce its size. */
const SEEN_ABOVE_ALPHA = 8;
/** Alpha above which a pixel counts as solid: half covered. */
const SOLID_ABOVE_ALPHA = 127;
/**
 * Minimum size of the solid box relative to the visible box, in height and width; if it is smaller (glass, veils), the
 * visible box is framed instead.
 */
const SOLID_SHARE = 0.9;

/** Measures the boxes; undefined if nothing is visible. */
export function productBoxes(cutOut: RgbaRaster): ProductBoxes | undefined {
  const visibleBox = visibleBounds(cutOut, SEEN_ABOVE_ALPHA);
  if (visibleBox === undefined) return undefined;
  const solid = visibleBounds(cutOut, SOLID_ABOVE_ALPHA);
  const isSolid =
    solid !== undefined &&
    solid.widthPx >= SOLID_SHARE * visibleBox.widthPx &&
    solid.heightPx >= SOLID_SHARE * visibleBox.heightPx;
  return { visible: visibleBox, solid: isSolid ? solid : visibleBox };
}

/**
 * Computes the product's visible box in a picture such that its solid part fits the framing. Soft edges vary between
 * photos, so framing them would make the products of a range differ. The whole visible part is framed only if it
 * wouldn't fit into the picture otherwise.
 */
export function placeProduct({ visible, solid }: ProductBoxes, framing: RecipeFraming, picture: Size): Box {
  const framed = frameProduct(solid, framing, picture);
  const size = {
    widthPx: Math.max(1, Math.round((visible.widthPx * framed.widthPx) / solid.widthPx)),
    heightPx: Math.max(1, Math.round((visible.heightPx * framed.heightPx) / solid.heightPx)),
  };
  // Rounding the size must not move the line on which all products of a range are aligned.
  const { shareX, shareY } = alignedAt(framing);
  const lineX = (solid.xPx - visible.xPx + solid.widthPx * shareX) * (size.widthPx / visible.widthPx);
  const lineY = (solid.yPx - visible.yPx + solid.heightPx * shareY) * (size.heightPx / visible.heightPx);
  const at = {
    ...size,
    xPx: Math.round(framed.xPx + framed.widthPx * shareX - lineX),
    yPx: Math.round(framed.yPx + framed.heightPx * shareY - lineY),
  };
  const isInside =
    at.xPx >= 0 &&
    at.yPx >= 0 &&
    at.xPx + at.widthPx <= picture.widthPx &&
    at.yPx + at.heightPx <= picture.heightPx;
  return isInside ? at : frameProduct(visible, framing, picture);
}
