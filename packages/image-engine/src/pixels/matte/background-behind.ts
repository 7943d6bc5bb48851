import type { Backdrop } from './backdrop.ts';
import { windowExtremes } from '../raster/box-filter.ts';
import { linearOfSrgb } from '../color/oklab.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { fillSmoothly } from '../raster/fill-smoothly.ts';

const COVERED_FROM = 6;
const CLEARANCE_CELLS = 2;
const MOST = 3;

/**
 * Linear light of what is behind the product, with its shadow, for each cell of a photo: the backdrop, as much lighter or darker as the photo
 * is beside the product.
 */
export function groundBehind(
  { data, widthPx: w, heightPx: h }: RgbRaster,
  alpha: AlphaRaster,
  backdrop: Backdrop,
): Float32Array {
  const covered = windowExtremes(alpha.data, w, h, CLEARANCE_CELLS).max;
  const known = Float32Array.from(covered, (value) => (value < COVERED_FROM ? 1 : 0));
  const ground = new Float32Array(w * h * 3);
  const ratio = new Float32Array(w * h * 3);
  const light = new Float32Array(3);
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      backdrop.lightAt((x + 0.5) / w, (y + 0.5) / h, light);
      for (let c = 0; c < 3; c++) {
        const at = i * 3 + c;
        ground[at] = light[c];
        ratio[at] = known[i] === 1 ? Math.min(MOST, linearOfSrgb(data[at]) / light[c]) : 1;
      }
    }
  }
  fillSmoothly(ratio, 3, known, w, h);
  return ground.map((value, at) => value * ratio[at]);
}
