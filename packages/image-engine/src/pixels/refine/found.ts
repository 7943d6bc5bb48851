import { windowExtremes } from '../box-filter.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../raster.ts';

/** What was found in a part of a photo: that part, cut out. */
export interface Found {
  readonly box: Box;
  readonly picture: RgbaRaster;
}

/** As for the cut-out itself: what is soft at its edge is as wide as a cell or two of this grid. */
const GRID_LONGEST_SIDE_PX = 1024;
const RIM_CELLS = 1.5;

/**
 * Brings what was found into a cut-out, or takes it away, in place: only where the area covers it. Restoring never removes, erasing never
 * adds; pixels that do not change keep every byte.
 * @param area of the cut-out's size, 255 where everything counts
 * @returns the share of the picture's pixels that changed, 0 to 1
 */
export function joinFound(
  cutOut: RgbaRaster,
  { box, picture }: Found,
  area: AlphaRaster,
  mode: 'restore' | 'erase',
): number {
  const alpha = mode === 'restore' ? undefined : withRim(picture, cutOut);
  let changed = 0;
  for (let y = 0, i = 0; y < box.heightPx; y++) {
    let to = (box.yPx + y) * cutOut.widthPx + box.xPx;
    for (let x = 0; x < box.widthPx; x++, i++, to++) {
      const found = Math.round(((alpha?.[i] ?? picture.data[4 * i + 3]) * area.data[to]) / 255);
      const before = cutOut.data[4 * to + 3];
      const after = alpha ? Math.round((before * (255 - found)) / 255) : Math.max(before, found);
      if (after === before) continue;
      changed++;
      const colors = after === 0 ? undefined : alpha ? cutOut.data : picture.data;
      const from = alpha ? 4 * to : 4 * i;
      for (let c = 0; c < 3; c++) cutOut.data[4 * to + c] = colors?.[from + c] ?? 0;
      cutOut.data[4 * to + 3] = after;
    }
  }
  return changed / (cutOut.widthPx * cutOut.heightPx);
}

/** Alpha with its soft edge made whole, and a little more: of what is taken away no outline stays. */
function withRim({ data, widthPx, heightPx }: RgbaRaster, whole: RgbaRaster): Uint8Array {
  const alpha = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.min(255, 2 * data[4 * i + 3]);
  const scale = Math.max(1, Math.max(whole.widthPx, whole.heightPx) / GRID_LONGEST_SIDE_PX);
  return windowExtremes(alpha, widthPx, heightPx, Math.round(RIM_CELLS * scale)).max;
}
