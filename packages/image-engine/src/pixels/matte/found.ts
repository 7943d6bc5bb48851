import { windowExtremes } from '../raster/box-filter.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../raster/raster.ts';

/** Cut-out of an object that a tool detected in a box of a photo. */
export interface DetectedObject {
  readonly box: Box;
  readonly picture: RgbaRaster;
  /**
   * Mask for removing the object, of the box's size: 255 for pixels that must be removed completely, without a soft
   * edge. Set only for removal.
   */
  readonly whole?: AlphaRaster;
  /**
   * Share of the existing cut-out that remains beside the object, of 255, of the box's size; everything outside of the
   * box is removed. If undefined, all of it remains.
   */
  readonly retainedShare?: AlphaRaster;
}

/** Longest side of the cut-out's grid, in whose cells RIM_CELLS gives the width of soft edges. */
const GRID_LONGEST_SIDE_PX = 1024;
const RIM_CELLS = 1.5;

/**
 * Adds a detected object to a cut-out, or removes it, in place. Other pixels aren't changed.
 * @returns the share of the picture's pixels that changed, 0 to 1
 */
export function joinFound(cutOut: RgbaRaster, object: DetectedObject): number {
  const { box, picture, whole, retainedShare } = object;
  let changed = retainedShare ? clearAround(cutOut, box) : 0;
  const removedShare = whole && withRim(picture, whole, cutOut);
  for (let y = 0, i = 0; y < box.heightPx; y++) {
    let to = (box.yPx + y) * cutOut.widthPx + box.xPx;
    for (let x = 0; x < box.widthPx; x++, i++, to++) {
      const before = cutOut.data[4 * to + 3];
      const here = picture.data[4 * i + 3];
      const stays = retainedShare ? Math.round((before * retainedShare.data[i]) / 255) : before;
      const after = removedShare
        ? Math.round((before * (255 - removedShare[i])) / 255)
        : Math.max(stays, here);
      if (after === before) continue;
      changed++;
      const colors = after === 0 ? undefined : after > before ? picture.data : cutOut.data;
      const from = after > before ? 4 * i : 4 * to;
      for (let c = 0; c < 3; c++) cutOut.data[4 * to + c] = colors?.[from + c] ?? 0;
      cutOut.data[4 * to + 3] = after;
    }
  }
  return changed / (cutOut.widthPx * cutOut.heightPx);
}

/**
 * Makes everything outside of a box transparent.
 * @returns the number of changed pixels
 */
function clearAround({ data, widthPx, heightPx }: RgbaRaster, box: Box): number {
  let changed = 0;
  for (let y = 0, i = 0; y < heightPx; y++) {
    const isBeside = y < box.yPx || y >= box.yPx + box.heightPx;
    for (let x = 0; x < widthPx; x++, i += 4) {
      if (!isBeside && x === box.xPx) {
        i += 4 * (box.widthPx - 1);
        x += box.widthPx - 1;
        continue;
      }
      if (data[i + 3] > 0) changed++;
      data.fill(0, i, i + 4);
    }
  }
  return changed;
}

/** Alpha of the object, slightly widened and without a soft edge, so that removing it leaves no outline. */
function withRim({ data, widthPx, heightPx }: RgbaRaster, more: AlphaRaster, cutOut: RgbaRaster): Uint8Array {
  const alpha = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < alpha.length; i++)
    alpha[i] = Math.max(more.data[i], Math.min(255, 2 * data[4 * i + 3]));
  const scale = Math.max(1, Math.max(cutOut.widthPx, cutOut.heightPx) / GRID_LONGEST_SIDE_PX);
  return windowExtremes(alpha, widthPx, heightPx, Math.round(RIM_CELLS * scale)).max;
}
