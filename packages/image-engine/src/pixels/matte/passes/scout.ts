import { windowExtremes } from '../../raster/box-filter.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster } from '../../raster/raster.ts';

/**
 * Side of the blocks by which masks are compared, in cells; a difference smaller than two blocks is an edge, not a
 * region.
 */
const CELLS_EACH_WAY = 4;

/** Reduces a mask to the means of blocks, a quarter of its size in each direction. */
export function coarse({ data, widthPx, heightPx }: AlphaRaster): AlphaRaster {
  const width = Math.ceil(widthPx / CELLS_EACH_WAY);
  const height = Math.ceil(heightPx / CELLS_EACH_WAY);
  const sums = new Uint32Array(width * height);
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = Math.floor(y / CELLS_EACH_WAY) * width;
    for (let x = 0; x < widthPx; x++, i++) sums[row + Math.floor(x / CELLS_EACH_WAY)] += data[i];
  }
  const means = Uint8Array.from(sums, (sum) => sum / CELLS_EACH_WAY ** 2);
  return raster(means, width, height, 1);
}

/** Mask value, of 255, from which a cell of the usual pass is certain. */
const SURE_FROM = 200;
/** Minimum mean of another pass over the usual pass's certain cells, for trusting this pass. */
const WITNESSED_FROM = 150;
/** Minimum share of certain cells in the photo for judging other passes. */
const MIN_SURE_SHARE = 0.0003;

/**
 * True if a pass also shows the certain cells of the usual pass, or if the usual pass has almost none. A pass that
 * doesn't has missed the object or shows the background instead of it, and is ignored.
 */
export function isWitness(view: AlphaRaster, usual: AlphaRaster): boolean {
  let [cells, witnessed] = [0, 0];
  for (let i = 0; i < usual.data.length; i++) {
    if (usual.data[i] < SURE_FROM) continue;
    cells++;
    witnessed += view.data[i];
  }
  return cells < MIN_SURE_SHARE * usual.data.length || witnessed >= WITNESSED_FROM * cells;
}

/** Minimum excess of the scout pass over the usual pass, of 255. */
const MORE_FROM = 96;
const SEEN_FROM = 128;

/**
 * Share of the area in either mask that only the scout pass shows, 0 to 1; both masks are coarse. Ignores edges, where
 * the scout always differs a little, and areas that the scout misses, because it misses thin and clear parts.
 */
export function addedByScout(usual: AlphaRaster, scout: AlphaRaster): number {
  const marks = scout.data.map((value, i) => (value - usual.data[i] >= MORE_FROM ? 1 : 0));
  const { min: cores } = windowExtremes(marks, usual.widthPx, usual.heightPx, 1);
  let [added, visibleCells] = [0, 0];
  for (let i = 0; i < cores.length; i++) {
    added += cores[i];
    if (usual.data[i] >= SEEN_FROM || scout.data[i] >= SEEN_FROM || cores[i] === 1) visibleCells++;
  }
  return visibleCells === 0 ? 0 : added / visibleCells;
}
