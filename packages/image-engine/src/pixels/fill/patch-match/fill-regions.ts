import { boxAround, expandBox, overlap } from '../../raster/box.ts';
import { distanceInside, DISTANCE_UNITS_PER_PX } from '../../raster/mask-distance.ts';
import { maskBounds } from '../../raster/mask.ts';
import { crop, raster } from '../../raster/raster.ts';
import type { AlphaRaster, Box } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';

/** One or more neighboring holes, with the surroundings for filling them. */
export interface WorkingRegion {
  /** Part of the photo that is used for filling. */
  readonly box: Box;
  readonly holes: Box;
  /** Image pixels per pixel of the reduced picture that is filled: a power of two. */
  readonly scale: number;
}

const CELL_PX = 32;
const BLOCK_PX = 8;
/** Width of the margin around a hole, as a share of the hole's thickness. */
const MARGIN_SHARE = 1.1;
const MIN_MARGIN_PX = 64;
/** Maximum number of separate holes; if a mask has more, they are treated as one. */
const MAX_REGIONS = 48;
/** Maximum number of pixels in the reduced picture that is filled; larger regions are reduced more. */
const MAX_LEVEL_PX = 2_500_000;
const MAX_HOLE_PX = 320_000;

/**
 * Groups the holes of a mask into regions that don't overlap. A region extends beyond its holes by about their
 * thickness, and farther until at least half of its pixels are known or the photo ends.
 */
export function workingRegions(mask: AlphaRaster): WorkingRegion[] {
  const bounds = maskBounds(mask);
  if (bounds === undefined) return [];
  const groups = cellGroups(mask, expandBox(bounds, 1, mask));
  let regions = groups.map(({ holes, thicknessPx }) => ({
    holes,
    box: surroundings(mask, holes, thicknessPx),
  }));
  if (regions.length > MAX_REGIONS) regions = [regions.reduce(uniteRegions)];
  regions = mergeRegions(regions);
  return regions.map(({ holes, box }) => ({ holes, box, scale: scaleFor(mask, holes, box) }));
}

type FillRegion = { holes: Box; box: Box };

function surroundings(mask: AlphaRaster, holes: Box, thicknessPx: number): Box {
  const unknown = touchedPixels(mask, holes);
  let marginPx = Math.max(MIN_MARGIN_PX, Math.ceil(MARGIN_SHARE * thicknessPx));
  for (;;) {
    const box = expandBox(holes, marginPx, mask);
    const whole = box.widthPx === mask.widthPx && box.heightPx === mask.heightPx;
    if (whole || box.widthPx * box.heightPx >= 2 * unknown) return box;
    marginPx = Math.ceil(marginPx * 1.5);
  }
}

function scaleFor(mask: AlphaRaster, holes: Box, box: Box): number {
  const unknown = touchedPixels(mask, holes);
  const area = box.widthPx * box.heightPx;
  let scale = 1;
  while (area > MAX_LEVEL_PX * scale * scale || unknown > MAX_HOLE_PX * scale * scale) scale *= 2;
  return scale;
}

function touchedPixels({ data, widthPx }: AlphaRaster, box: Box): number {
  let touched = 0;
  for (let y = box.yPx; y < box.yPx + box.heightPx; y++) {
    const row = y * widthPx + box.xPx;
    for (let i = row; i < row + box.widthPx; i++) if (data[i] !== 0) touched++;
  }
  return touched;
}

/** Groups holes by connected cells of a grid. Returns the bounding box and maximum thickness of each group. */
function cellGroups(mask: AlphaRaster, part: Box): { holes: Box; thicknessPx: number }[] {
  const cells = crop(mask, part);
  const thickness = thicknessByCell(cells);
  const columns = Math.ceil(part.widthPx / CELL_PX);
  const rows = Math.ceil(part.heightPx / CELL_PX);
  const cellBounds = Array.from({ length: columns * rows }, () => ({
    left: Infinity,
    top: Infinity,
    right: -1,
    bottom: -1,
  }));
  for (let y = 0, i = 0; y < part.heightPx; y++) {
    const row = Math.floor(y / CELL_PX) * columns;
    for (let x = 0; x < part.widthPx; x++, i++) {
      if (cells.data[i] === 0) continue;
      const cell = cellBounds[row + Math.floor(x / CELL_PX)];
      if (x < cell.left) cell.left = x;
      if (x > cell.right) cell.right = x;
      if (y < cell.top) cell.top = y;
      cell.bottom = y;
    }
  }
  const groups: { holes: Box; thicknessPx: number }[] = [];
  const visited = new Uint8Array(columns * rows);
  for (let start = 0; start < visited.length; start++) {
    if (visited[start] === 1 || cellBounds[start].right < 0) continue;
    const all = { left: Infinity, top: Infinity, right: -1, bottom: -1, most: 0 };
    const open = [start];
    visited[start] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const cell = cellBounds[at];
      all.left = Math.min(all.left, cell.left);
      all.top = Math.min(all.top, cell.top);
      all.right = Math.max(all.right, cell.right);
      all.bottom = Math.max(all.bottom, cell.bottom);
      all.most = Math.max(all.most, thickness[at]);
      const column = at % columns;
      const row = (at - column) / columns;
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
          const next = r * columns + c;
          if (visited[next] === 1 || cellBounds[next].right < 0) continue;
          visited[next] = 1;
          open.push(next);
        }
      }
    }
    groups.push({
      holes: {
        xPx: part.xPx + all.left,
        yPx: part.yPx + all.top,
        widthPx: all.right - all.left + 1,
        heightPx: all.bottom - all.top + 1,
      },
      thicknessPx: Math.min(all.most, Math.max(all.right - all.left, all.bottom - all.top) + 1),
    });
  }
  return groups;
}

/** Approximate thickness of the hole in pixels for each cell of the grid; slightly too large, because it is measured in blocks. */
function thicknessByCell({ data, widthPx, heightPx }: AlphaRaster): Float64Array {
  const blocksAcross = Math.ceil(widthPx / BLOCK_PX);
  const blocks = new Uint8Array(blocksAcross * Math.ceil(heightPx / BLOCK_PX));
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = Math.floor(y / BLOCK_PX) * blocksAcross;
    for (let x = 0; x < widthPx; x++, i++) if (data[i] !== 0) blocks[row + Math.floor(x / BLOCK_PX)] = 255;
  }
  const blocksDown = blocks.length / blocksAcross;
  const distance = finish(distanceInside(raster(blocks, blocksAcross, blocksDown, 1)));
  const columns = Math.ceil(widthPx / CELL_PX);
  const thickness = new Float64Array(columns * Math.ceil(heightPx / CELL_PX));
  const perCell = CELL_PX / BLOCK_PX;
  for (let i = 0; i < distance.length; i++) {
    const x = i % blocksAcross;
    const cell = Math.floor((i - x) / blocksAcross / perCell) * columns + Math.floor(x / perCell);
    thickness[cell] = Math.max(thickness[cell], (2 * BLOCK_PX * distance[i]) / DISTANCE_UNITS_PER_PX);
  }
  return thickness;
}

function mergeRegions(regions: FillRegion[]): FillRegion[] {
  const apart: FillRegion[] = [];
  for (const region of regions) {
    let joined = region;
    for (let i = 0; i < apart.length;) {
      if (overlap(apart[i].box, joined.box)) {
        joined = uniteRegions(joined, apart[i]);
        apart.splice(i, 1);
        i = 0;
      } else i++;
    }
    apart.push(joined);
  }
  return apart;
}

const uniteRegions = (a: FillRegion, b: FillRegion): FillRegion => ({
  holes: boxAround(a.holes, b.holes),
  box: boxAround(a.box, b.box),
});
