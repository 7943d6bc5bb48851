import { windowExtremes } from '../../raster/box-filter.ts';
import { findConnectedRegions } from '../../raster/regions.ts';
import { oklabOfSrgb } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { INSIDE } from './finding.ts';
import type { ReviewFinding, Judged } from './finding.ts';

/**
 * Distance from the object's edge at which the colors on both sides are compared, in cells: outside the edge's soft
 * range.
 */
const REACH_CELLS = 4;
/** Radius around a cell of the edge from which the edge's direction is computed. */
const DIRECTION_RADIUS_CELLS = 3;
/** Oklab distance below which two colors are indistinguishable in a photo with noise. */
export const WEAK_BELOW = 0.025;
/** Maximum gap, as a radius in cells, within a stretch of the edge with weak contrast. */
const GAP_CELLS = 3;
/**
 * Minimum length of a stretch with weak contrast, as a share of the whole edge; in shorter ones, the network
 * interpolates the edge well.
 */
const MIN_SHARE = 0.06;
const MIN_CELLS = 20;
const WEIGHT = { least: 0.05, perShare: 0.5, most: 0.4 } as const;

/** Finds the longest stretch of the edge where the object has the color of its background, and flags it. */
export function contrastFlag({ alpha, photo }: Judged): ReviewFinding | undefined {
  const edge = edgeCells(alpha);
  const weak = new Uint8Array(alpha.data.length);
  let weakCells = 0;
  for (const cell of edge) {
    if (contrastAt(cell, alpha, photo) >= WEAK_BELOW) continue;
    weak[cell] = 1;
    weakCells++;
  }
  if (weakCells < Math.max(MIN_CELLS, MIN_SHARE * edge.length)) return undefined;
  const { max } = windowExtremes(weak, alpha.widthPx, alpha.heightPx, GAP_CELLS);
  let longest = { cells: 0, box: { xPx: 0, yPx: 0, widthPx: 0, heightPx: 0 } };
  for (const { cells, box } of findConnectedRegions(max, alpha.widthPx)) {
    const count = cells.reduce((sum, cell) => sum + weak[cell], 0);
    if (count > longest.cells) longest = { cells: count, box };
  }
  const share = longest.cells / edge.length;
  if (longest.cells < MIN_CELLS || share < MIN_SHARE) return undefined;
  const weight = Math.min(WEIGHT.most, WEIGHT.least + WEIGHT.perShare * share);
  return { reason: 'weak-contrast', box: longest.box, weight };
}

/** Cells of the object with a neighboring cell outside of it, except near the photo's border. */
export function edgeCells({ data, widthPx, heightPx }: AlphaRaster): number[] {
  const cells: number[] = [];
  for (let y = REACH_CELLS; y < heightPx - REACH_CELLS; y++) {
    for (let x = REACH_CELLS; x < widthPx - REACH_CELLS; x++) {
      const cell = y * widthPx + x;
      if (data[cell] < INSIDE) continue;
      const isEdge =
        data[cell - 1] < INSIDE ||
        data[cell + 1] < INSIDE ||
        data[cell - widthPx] < INSIDE ||
        data[cell + widthPx] < INSIDE;
      if (isEdge) cells.push(cell);
    }
  }
  return cells;
}

const inner: Triple = [0, 0, 0];
const outer: Triple = [0, 0, 0];

/** Oklab difference of the colors on both sides of an edge; Infinity if it is unclear on which side the object is. */
export function contrastAt(cell: number, { data, widthPx }: AlphaRaster, photo: RgbRaster): number {
  let [towardX, towardY] = [0, 0];
  for (let dy = -DIRECTION_RADIUS_CELLS; dy <= DIRECTION_RADIUS_CELLS; dy++) {
    for (let dx = -DIRECTION_RADIUS_CELLS; dx <= DIRECTION_RADIUS_CELLS; dx++) {
      const value = data[cell + dy * widthPx + dx];
      towardX += value * dx;
      towardY += value * dy;
    }
  }
  const length = Math.hypot(towardX, towardY);
  // In a thin thread no direction leads to the object's inside.
  if (length === 0) return Infinity;
  const stepX = Math.round((towardX / length) * (REACH_CELLS - 1));
  const stepY = Math.round((towardY / length) * (REACH_CELLS - 1));
  const step = stepY * widthPx + stepX;
  if (data[cell + step] < INSIDE || data[cell - step] >= INSIDE) return Infinity;
  colorAround(cell + step, photo, inner);
  colorAround(cell - step, photo, outer);
  return Math.hypot(inner[0] - outer[0], inner[1] - outer[1], inner[2] - outer[2]);
}

/** Mean color of the 3 x 3 cells around a cell. */
function colorAround(cell: number, { data, widthPx }: RgbRaster, into: Triple): void {
  const sums: Triple = [0, 0, 0];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const at = (cell + dy * widthPx + dx) * 3;
      for (let c = 0; c < 3; c++) sums[c] += data[at + c];
    }
  }
  oklabOfSrgb(Math.round(sums[0] / 9), Math.round(sums[1] / 9), Math.round(sums[2] / 9), into);
}
