import { windowExtremes } from '../../raster/box-filter.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster } from '../../raster/raster.ts';

/** Views are compared as means of so many cells each way: what is smaller than two of those is an edge, not a part. */
const CELLS_EACH_WAY = 4;

/** A mask as means of its cells, a quarter as large each way. */
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

/** From here on, of 255, the usual view is sure of a cell. */
const SURE_FROM = 200;
/** On average over those cells a view has to see so much of them. */
const WITNESSED_FROM = 150;
/** The usual view has to be sure of this share of the photo for others to be measured by it. */
const MIN_SURE_SHARE = 0.0003;

/**
 * Whether a view sees what the usual view is sure of. One that does not, because it lost the object or took a patterned ground for it, has
 * no word on what else belongs to it.
 */
export function isWitness(view: AlphaRaster, usual: AlphaRaster): boolean {
  let [cells, seen] = [0, 0];
  for (let i = 0; i < usual.data.length; i++) {
    if (usual.data[i] < SURE_FROM) continue;
    cells++;
    seen += view.data[i];
  }
  return cells < MIN_SURE_SHARE * usual.data.length || seen >= WITNESSED_FROM * cells;
}

/** The scout sees so much more of a cell, of 255. */
const MORE_FROM = 96;
const SEEN_FROM = 128;

/**
 * How much of what is seen is seen by the scout alone, 0 to 1; both views coarse. Edges are left out, where the scout always differs a
 * little. What it does not see says nothing: it loses whatever is thin or clear.
 */
export function addedByScout(usual: AlphaRaster, scout: AlphaRaster): number {
  const marks = scout.data.map((value, i) => (value - usual.data[i] >= MORE_FROM ? 1 : 0));
  const { min: cores } = windowExtremes(marks, usual.widthPx, usual.heightPx, 1);
  let [added, seen] = [0, 0];
  for (let i = 0; i < cores.length; i++) {
    added += cores[i];
    if (usual.data[i] >= SEEN_FROM || scout.data[i] >= SEEN_FROM || cores[i] === 1) seen++;
  }
  return seen === 0 ? 0 : added / seen;
}
