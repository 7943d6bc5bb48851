import { emptyRaster } from '../../pixels/raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../../pixels/raster/raster.ts';
import { readViewAlone } from '../../pixels/scene/view/read-view.ts';

/** Longer side, in pixels, to which the product is reduced at most before its pose is read. */
const SIDE_PX = 260;
/** Camera elevation from which a product was photographed from straight above, such as a garment laid flat. */
const FLAT_FROM_DEG = 85;

/**
 * Whether a product rests on the surface below it, by its shape: not if it hangs or is a garment laid flat, which may
 * hang as well. A product with an unclear pose rests.
 */
export function restsOnSurface(image: RgbaRaster, mask: AlphaRaster, box: Box): boolean {
  const step = Math.max(1, Math.floor(Math.max(box.widthPx, box.heightPx) / SIDE_PX));
  const small = emptyRaster(Math.ceil(box.widthPx / step), Math.ceil(box.heightPx / step), 4);
  for (let y = 0, to = 0; y < small.heightPx; y++) {
    for (let x = 0; x < small.widthPx; x++, to += 4) {
      const i = (box.yPx + y * step) * image.widthPx + box.xPx + x * step;
      small.data.set(image.data.subarray(i * 4, i * 4 + 3), to);
      small.data[to + 3] = mask.data[i];
    }
  }
  const view = readViewAlone(small);
  return view === undefined || (view.pose !== 'hangs' && view.elevationDeg < FLAT_FROM_DEG);
}
