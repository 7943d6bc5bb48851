import type { RecipeFraming } from '@packshot/contract';
import type { Box } from '../raster.ts';

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
  const along = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };
  const xPx = marginPx + (widthPx - 2 * marginPx - size.widthPx) * along[framing.align_x];
  const yPx =
    baselinePx === null
      ? marginPx + (heightPx - 2 * marginPx - size.heightPx) * along[framing.align_y]
      : baselinePx - size.heightPx;
  const within = (value: number, most: number): number => Math.min(Math.max(0, Math.round(value)), most);
  return {
    ...size,
    xPx: within(xPx, widthPx - size.widthPx),
    yPx: within(yPx, heightPx - size.heightPx),
  };
}
