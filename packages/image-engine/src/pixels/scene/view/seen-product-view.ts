import { boxMean } from '../../raster/box-filter.ts';
import { distanceInside, DISTANCE_UNITS_PER_PX } from '../../raster/mask-distance.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';

/** Photo and its product on one small grid, with the inputs of all measurements. */
export interface PhotoGrid {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly photo: RgbRaster;
  /** Square root of luma, 0 to 1, which is closer to perception than light. */
  readonly brightness: Float32Array;
  /** Marks the cells of the product with 1. */
  readonly product: Uint8Array;
  /** Bounding box of the product; right and bottom are exclusive. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Distance to the product, in pixels; 0 on the product. */
  readonly away: Float32Array;
  /** Distance from inside the product to its edge, in pixels; 0 outside of the product. */
  readonly within: Float32Array;
  /** Gradient of brightness to the right and downward. */
  readonly acrossX: Float32Array;
  readonly acrossY: Float32Array;
}

const INSIDE = 128;
/** Minimum side of the product for measuring it. */
const LEAST_SIDE_PX = 8;

/** Prepares a photo for measuring; undefined if the product is too small. */
export function seenOn(photo: RgbRaster, alpha: AlphaRaster): PhotoGrid | undefined {
  const { widthPx, heightPx } = photo;
  const product = alpha.data.map((value) => (value >= INSIDE ? 1 : 0));
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      if (product[i] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  if (right - left < LEAST_SIDE_PX || bottom - top < LEAST_SIDE_PX) return undefined;
  const brightness = toBrightness(photo);
  return {
    widthPx,
    heightPx,
    photo,
    brightness,
    product,
    left,
    top,
    right,
    bottom,
    away: distances(product, 0, widthPx, heightPx),
    within: distances(product, 1, widthPx, heightPx),
    ...changes(brightness, widthPx, heightPx),
  };
}

function toBrightness({ data, widthPx, heightPx }: RgbRaster): Float32Array {
  const brightness = new Float32Array(widthPx * heightPx);
  for (let i = 0, j = 0; i < brightness.length; i++, j += 3) {
    const luma = (0.299 * data[j] + 0.587 * data[j + 1] + 0.114 * data[j + 2]) / 255;
    brightness[i] = Math.sqrt(luma + 0.001);
  }
  return brightness;
}

function distances(product: Uint8Array, of: 0 | 1, widthPx: number, heightPx: number): Float32Array {
  const marked = raster(
    product.map((value) => (value === of ? 1 : 0)),
    widthPx,
    heightPx,
    1,
  );
  return Float32Array.from(finish(distanceInside(marked)), (units) => units / DISTANCE_UNITS_PER_PX);
}

function changes(
  brightness: Float32Array,
  widthPx: number,
  heightPx: number,
): Pick<PhotoGrid, 'acrossX' | 'acrossY'> {
  const smooth = new Float32Array(brightness.length);
  const scratch = new Float32Array(brightness.length);
  boxMean(brightness, smooth, widthPx, heightPx, 1, scratch);
  boxMean(smooth, smooth, widthPx, heightPx, 1, scratch);
  const acrossX = new Float32Array(brightness.length);
  const acrossY = new Float32Array(brightness.length);
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const i = y * widthPx + x;
      acrossX[i] = (smooth[i + 1] - smooth[i - 1]) / 2;
      acrossY[i] = (smooth[i + widthPx] - smooth[i - widthPx]) / 2;
    }
  }
  return { acrossX, acrossY };
}
