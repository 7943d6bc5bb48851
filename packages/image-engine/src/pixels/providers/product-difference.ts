import { raster } from '../raster.ts';
import type { RgbaRaster } from '../raster.ts';

export interface ProductDifference {
  /** Opaque pixels of the product, which contain no background. */
  readonly total: number;
  /** Those whose color differs at all. */
  readonly changed: number;
  /** The unchanged product in gray, changed parts from yellow to red, all else pale. */
  readonly heatMap: RgbaRaster;
}

const PRODUCT_FROM_ALPHA = 255;
/** The difference at which the map is fully red. */
const FULL_HEAT = 64;
const PALE = 0.82;

/**
 * Compares a picture with the product that it should contain, pixel by pixel.
 * @throws RangeError when their sizes differ
 */
export function productDifference(product: RgbaRaster, picture: RgbaRaster): ProductDifference {
  const { widthPx, heightPx } = product;
  if (picture.widthPx !== widthPx || picture.heightPx !== heightPx) {
    throw new RangeError('What is compared needs the same size');
  }
  const map = new Uint8Array(widthPx * heightPx * 4);
  let total = 0;
  let changed = 0;
  for (let i = 0; i < map.length; i += 4) {
    map[i + 3] = 255;
    const gray = 0.299 * picture.data[i] + 0.587 * picture.data[i + 1] + 0.114 * picture.data[i + 2];
    if (product.data[i + 3] < PRODUCT_FROM_ALPHA) {
      map.fill(Math.round(gray * (1 - PALE) + 245 * PALE), i, i + 3);
      continue;
    }
    total += 1;
    let most = 0;
    for (let c = i; c < i + 3; c++) most = Math.max(most, Math.abs(product.data[c] - picture.data[c]));
    if (most === 0) {
      map.fill(Math.round(30 + 0.45 * gray), i, i + 3);
      continue;
    }
    changed += 1;
    const heat = Math.min(1, most / FULL_HEAT);
    map[i] = 255;
    map[i + 1] = Math.round(220 * (1 - heat));
    map[i + 2] = 30;
  }
  return { total, changed, heatMap: raster(map, widthPx, heightPx, 4) };
}
