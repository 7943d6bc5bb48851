import type { RecipeFraming } from '@packshot/contract';
import { visibleBounds } from '../raster/alpha.ts';
import type { Box, RgbaRaster } from '../raster/raster.ts';

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Where a product is in a picture: as large as its framing lets it be, in whole pixels and inside the picture.
 * @param product its visible box, in any unit
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

/** Which line of a product is aligned, in shares of its width and height. */
function alignedAt({ align_x, align_y, baseline_percent }: RecipeFraming) {
  const along = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };
  return { shareX: along[align_x], shareY: baseline_percent === null ? along[align_y] : 1 };
}

/** A cut-out's product: all that is seen of it, and what of that is solid. */
interface ProductBoxes {
  readonly seen: Box;
  readonly solid: Box;
}

/** Where a product is nearly transparent, it ends: a haze must not make it smaller. */
const SEEN_ABOVE_ALPHA = 8;
/** Half of a pixel is the product's. */
const SOLID_ABOVE_ALPHA = 127;
/** A product that is less solid than this, in height or width, is framed by all that is seen of it: glass, a veil. */
const SOLID_SHARE = 0.9;

/** Undefined when nothing is seen. */
export function productBoxes(cutOut: RgbaRaster): ProductBoxes | undefined {
  const seen = visibleBounds(cutOut, SEEN_ABOVE_ALPHA);
  if (seen === undefined) return undefined;
  const solid = visibleBounds(cutOut, SOLID_ABOVE_ALPHA);
  const isSolid =
    solid !== undefined &&
    solid.widthPx >= SOLID_SHARE * seen.widthPx &&
    solid.heightPx >= SOLID_SHARE * seen.heightPx;
  return { seen, solid: isSolid ? solid : seen };
}

/**
 * Where all that is seen of a product is in a picture, when what is solid of it is framed: soft edges are wider in one photo than in another,
 * and would make products of one range differ. Where there is no room for them, they are framed, too.
 */
export function placeProduct({ seen, solid }: ProductBoxes, framing: RecipeFraming, picture: Size): Box {
  const framed = frameProduct(solid, framing, picture);
  const size = {
    widthPx: Math.max(1, Math.round((seen.widthPx * framed.widthPx) / solid.widthPx)),
    heightPx: Math.max(1, Math.round((seen.heightPx * framed.heightPx) / solid.heightPx)),
  };
  // What is rounded of the size must not move the line that all products of a range stand on.
  const { shareX, shareY } = alignedAt(framing);
  const lineX = (solid.xPx - seen.xPx + solid.widthPx * shareX) * (size.widthPx / seen.widthPx);
  const lineY = (solid.yPx - seen.yPx + solid.heightPx * shareY) * (size.heightPx / seen.heightPx);
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
  return isInside ? at : frameProduct(seen, framing, picture);
}
