import { boxMean, windowExtremes } from '../../raster/box-filter.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { backgroundColors } from './background-colors.ts';
import { blendedAround, smoothMask } from './blended.ts';
import { meanIn, findConnectedRegions } from '../../raster/regions.ts';
import type { Region } from '../../raster/regions.ts';

/** A crop of a photo in which an object is searched, all on one grid. */
export interface Searched {
  /** Masks of several passes of the network, with the photo at different sizes. */
  readonly passes: readonly AlphaRaster[];
  /** Alpha of the existing cut-out; empty when searching for an object to remove. */
  readonly present: AlphaRaster;
  /** Area that the user drew around the object, filled. */
  readonly area: AlphaRaster;
  readonly photo: RgbRaster;
  /** Sides of the grid at which the photo continues beyond the crop. */
  readonly goesOn: OpenSides;
}

interface OpenSides {
  readonly left: boolean;
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
}

interface SearchFound {
  /** Mask of the found objects, without the existing cut-out. */
  readonly mask: AlphaRaster;
  /** True if one pass shows an object that the other passes don't confirm, so another pass could decide. */
  readonly isDisputed: boolean;
}

const INSIDE = 128;
/** Minimum excess of a pass's mask over the existing cut-out, of 255. */
const MORE_FROM = 28;
/**
 * Minimum radius of a region, and the distance from the existing cut-out within which it applies, because passes
 * differ along every edge.
 */
const CORE_RADIUS_CELLS = 3;
const EDGE_CELLS = 8;
/** Minimum mean of a pass over a region that it shows, and of at least one other pass. */
const SURE_FROM = 190;
const SUPPORTED_FROM = 128;
/**
 * Maximum mean of the existing cut-out in a region, of 255. A higher value means a mesh or a thicket, whose gaps
 * aren't missed segments.
 */
const MOST_PRESENT = 70;
/** Minimum size of a region, as a share of the grid; smaller regions are specks. */
const LEAST_SHARE = 0.0003;

/**
 * Finds objects in a drawn area that aren't in the existing cut-out. Two passes must show them, and most of each must
 * be inside the area. Users draw roughly, so an object may extend a little beyond the area; but a table that continues
 * beyond the crop isn't selected.
 */
export function searchPasses(searched: Searched): SearchFound {
  const { passes, present, area } = searched;
  const { widthPx, heightPx } = area;
  const reach = expandArea(area);
  const own = smoothMask(present);
  const isPresent = present.data.map((value) => (value >= INSIDE ? 1 : 0));
  const { max: near } = windowExtremes(isPresent, widthPx, heightPx, EDGE_CELLS);
  const around = area.data.map((value, i) => (value === 0 && present.data[i] === 0 ? 1 : 0));
  const isBackground = backgroundColors(searched.photo, around);
  const isMeant = meantBy(searched);
  const data = new Uint8Array(area.data.length);
  let isDisputed = false;
  for (const pass of passes) {
    const smoothedAlpha = smoothMask(pass);
    const marks = Uint8Array.from(smoothedAlpha, (value, i) =>
      value >= INSIDE && value - own[i] >= MORE_FROM ? 1 : 0,
    );
    const { min: cores } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
    const candidates = marks.map((mark, i) => (cores[i] === 1 || (mark === 1 && near[i] === 0) ? 1 : 0));
    const isAccepted = new Uint8Array(data.length);
    for (const part of findConnectedRegions(candidates, widthPx)) {
      if (part.cells.length < LEAST_SHARE * data.length || meanIn(pass, part) < SURE_FROM) continue;
      if (
        !isMeant(part) ||
        meanIn({ data: own }, part) > MOST_PRESENT ||
        isHole(part, isPresent, isBackground, widthPx)
      )
        continue;
      if (
        passes.length > 1 &&
        !passes.some((other) => other !== pass && meanIn(other, part) >= SUPPORTED_FROM)
      ) {
        isDisputed = true;
        continue;
      }
      for (const cell of part.cells) isAccepted[cell] = 1;
    }
    const weights = blendedAround(isAccepted, widthPx, heightPx);
    for (let i = 0; i < data.length; i++)
      data[i] = Math.max(data[i], Math.round((weights[i] * pass.data[i] * reach.data[i]) / 255));
  }
  return { mask: raster(data, widthPx, heightPx, 1), isDisputed };
}

/** Maximum distance by which a found object may extend beyond the drawn area, as a share of the grid's longer side. */
const REACH_SHARE = 0.04;
/**
 * Maximum distance by which an object of the existing cut-out may extend beyond the drawn area; parts farther out may
 * belong to another object.
 */
const ONLY_REACH_SHARE = 0.01;

/** Expands a drawn area by the tolerance for rough drawing, with a soft edge. */
function expandArea({ data, widthPx, heightPx }: AlphaRaster, share = REACH_SHARE): AlphaRaster {
  const cells = Math.max(1, Math.round(share * Math.max(widthPx, heightPx)));
  const weights = Float32Array.from(windowExtremes(data, widthPx, heightPx, cells).max);
  boxMean(weights, weights, widthPx, heightPx, Math.ceil(cells / 2), new Float32Array(data.length));
  // The drawn area itself has full weight, even at its corners.
  return raster(
    data.map((value, i) => Math.max(value, Math.round(weights[i]))),
    widthPx,
    heightPx,
    1,
  );
}

/** Minimum share of a region inside the drawn area; a region with less is another object. */
const LEAST_INSIDE = 0.5;
/**
 * Share of the crop's border from which a region is assumed to continue beyond the crop; it then needs the second,
 * higher share inside the drawn area.
 */
const MOST_OF_BORDER = 0.03;
const LEAST_INSIDE_AT_BORDER = 0.8;

function meantBy({ area, goesOn }: Searched): (part: Region) => boolean {
  const { data, widthPx, heightPx } = area;
  return ({ cells }) => {
    let [inside, beyond] = [0, 0];
    for (const cell of cells) {
      if (data[cell] >= INSIDE) inside++;
      const x = cell % widthPx;
      const y = (cell - x) / widthPx;
      if (
        (x === 0 && goesOn.left) ||
        (y === 0 && goesOn.top) ||
        (x === widthPx - 1 && goesOn.right) ||
        (y === heightPx - 1 && goesOn.bottom)
      )
        beyond++;
    }
    const least = beyond > MOST_OF_BORDER * 2 * (widthPx + heightPx) ? LEAST_INSIDE_AT_BORDER : LEAST_INSIDE;
    return inside >= least * cells.length;
  };
}

/**
 * Minimum share of cells with background colors, and of the edge that the cut-out surrounds, for a region to be a
 * hole.
 */
const HOLE = { groundShare: 0.45, enclosedShare: 0.8 } as const;

function isHole(
  { cells }: Region,
  isPresent: Uint8Array,
  isBackground: Uint8Array,
  widthPx: number,
): boolean {
  let ground = 0;
  for (const cell of cells) ground += isBackground[cell];
  if (ground < HOLE.groundShare * cells.length) return false;
  const own = new Set(cells);
  let [rim, enclosed] = [0, 0];
  for (const cell of cells) {
    for (const step of [-1, 1, -widthPx, widthPx]) {
      if (own.has(cell + step)) continue;
      rim++;
      // Looks EDGE_CELLS + 1 cells outward, because the region's core lies inside the region's own edge.
      if (isPresent[cell + step * (EDGE_CELLS + 1)] === 1) enclosed++;
    }
  }
  return enclosed >= HOLE.enclosedShare * rim;
}

/**
 * Mask of the connected components of the existing cut-out that lie entirely in an area. Needs no pass of the network.
 */
export function wholeIn(present: AlphaRaster, area: AlphaRaster): AlphaRaster {
  const { widthPx, heightPx } = present;
  const reach = expandArea(area);
  const marks = present.data.map((value) => (value > FAINT ? 1 : 0));
  const data = new Uint8Array(present.data.length);
  for (const { cells } of findConnectedRegions(marks, widthPx)) {
    if (!cells.every((cell) => reach.data[cell] >= INSIDE)) continue;
    if (cells.some((cell) => area.data[cell] >= INSIDE)) for (const cell of cells) data[cell] = 255;
  }
  return raster(data, widthPx, heightPx, 1);
}

/** Maximum alpha that is still invisible. */
const FAINT = 16;

/**
 * Share of each cell that remains if the user selects only the objects in an area. Objects that extend a little beyond
 * the area remain whole; neighboring objects are removed, including their corners inside the area.
 */
export function onlyIn(mask: AlphaRaster, area: AlphaRaster): AlphaRaster {
  const limitedArea = expandArea(area, ONLY_REACH_SHARE);
  const marks = mask.data.map((value) => (value > FAINT ? 1 : 0));
  const insideShare = ({ cells }: Region): number =>
    cells.reduce((count, cell) => count + (area.data[cell] >= INSIDE ? 1 : 0), 0) / cells.length;
  const things = findConnectedRegions(marks, mask.widthPx);
  const isBeside = (thing: Region): boolean => insideShare(thing) < LEAST_INSIDE;
  // If no object is mostly inside, the user drew the area too small, and every object that it touches is kept.
  const beside = things.every(isBeside)
    ? things.filter((thing) => insideShare(thing) === 0)
    : things.filter(isBeside);
  for (const { cells } of beside) for (const cell of cells) limitedArea.data[cell] = 0;
  return limitedArea;
}
