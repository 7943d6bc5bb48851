/**
 * Finds colors in fully transparent pixels. A browser's canvas never writes any, because it premultiplies by alpha; so
 * they come from another program and may hide a second picture.
 */
import type { RgbaRaster } from '../raster/raster.ts';

/** Side of the blocks of lossy WebP; all pixels of a block that touches the product may have colors. */
const BLOCK_PX = 16;
/** Maximum encoding error of black, in levels. */
const BLACK_LEVELS = 8;
/**
 * Share of blocks far from opaque pixels that may have a color, because the coarsest encoders leave some color there.
 */
const COLORED_MAX_SHARE = 0.02;

/**
 * True if fully transparent pixels have colors.
 * @param isLossless true if the file's format stores each pixel exactly
 */
export function hasHiddenColors(image: RgbaRaster, isLossless: boolean): boolean {
  return isLossless ? hasColoredPixel(image) : hasColoredBlocks(image);
}

function hasColoredPixel({ data }: RgbaRaster): boolean {
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 3] === 0 && (data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0) > 0) return true;
  return false;
}

function hasColoredBlocks({ data, widthPx, heightPx }: RgbaRaster): boolean {
  const [across, down] = [Math.ceil(widthPx / BLOCK_PX), Math.ceil(heightPx / BLOCK_PX)];
  const opaque = new Uint8Array(across * down);
  const levels = new Float64Array(across * down);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const i = (y * widthPx + x) * 4;
      const block = Math.floor(y / BLOCK_PX) * across + Math.floor(x / BLOCK_PX);
      if ((data[i + 3] ?? 0) > 0) opaque[block] = 1;
      levels[block] =
        (levels[block] ?? 0) + Math.max(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0) / BLOCK_PX ** 2;
    }
  }
  let [far, colored] = [0, 0];
  for (let y = 1; y < down - 1; y += 1) {
    for (let x = 1; x < across - 1; x += 1) {
      const at = y * across + x;
      const rows = [at - across, at, at + across];
      if (rows.some((row) => opaque.subarray(row - 1, row + 2).includes(1))) continue;
      far += 1;
      if ((levels[at] ?? 0) > BLACK_LEVELS) colored += 1;
    }
  }
  return colored > COLORED_MAX_SHARE * far;
}
