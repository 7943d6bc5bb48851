import { estimateBackdrop, PLAIN_FROM } from '../matte/backdrop.ts';
import type { Backdrop } from '../matte/backdrop.ts';
import { windowExtremes } from '../raster/box-filter.ts';
import { findConnectedRegions } from '../raster/regions.ts';
import { emptyRaster, raster } from '../raster/raster.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import { separateClear } from '../matte/clear-parts.ts';
import { MAP_MAX_SIDE_PX } from '../file/map-container.ts';
import { findGlass } from '../matte/find-glass.ts';
import { HOLD_UNIT } from '../matte/auxiliary-maps.ts';
import type { AuxiliaryMaps } from '../matte/auxiliary-maps.ts';
import { measurePhotoShadow, showsTexture } from './measure-photo-shadow.ts';
import { linearOfSrgb } from '../color/oklab.ts';
import { fillSmoothly } from '../raster/fill-smoothly.ts';

/** Longest side of the grid for measuring; the maps are smooth, so a small grid suffices. */
const GRID_LONGEST_SIDE_PX = 384;

/** Auxiliary maps of a cut-out, which are computed on demand. */
export interface MeasuredMaps {
  /**
   * Computes the clear map and the coverage map, and changes the pixels of the transparent product in place; missing
   * for an opaque product.
   */
  readonly separate?: () => AuxiliaryMaps;
  shadow(): AuxiliaryMaps;
}

/**
 * Finds transparent parts of a product, such as glass, for the auxiliary maps of its cut-out.
 * @param cutOut cut-out at full size
 * @param photo the whole photo at any smaller size, possibly stretched
 */
export function measureMaps(cutOut: RgbaRaster, photo: RgbRaster): MeasuredMaps {
  const grid = createGrid(cutOut, photo, GRID_LONGEST_SIDE_PX);
  const backdrop = estimateBackdrop(grid.photo, grid.alpha);
  const shadow = (): AuxiliaryMaps => shadowOn(grid, backdrop);
  const glass = findGlass(grid.photo, grid.alpha, backgroundBehind(grid.photo, grid.alpha, backdrop));
  if (glass === undefined) return { shadow };
  const separate = (): AuxiliaryMaps => {
    const fine = createGrid(cutOut, photo, MAP_MAX_SIDE_PX);
    const ground = backgroundBehind(fine.photo, fine.alpha, backdrop);
    return separateClear(cutOut, fine.photo, ground, fine.alpha, glass);
  };
  return { separate, shadow };
}

/** Measures the auxiliary maps of a cut-out in its photo. Changes the pixels of a transparent product in place. */
export function measureAuxiliaryMaps(cutOut: RgbaRaster, photo: RgbRaster): AuxiliaryMaps {
  const { separate, shadow } = measureMaps(cutOut, photo);
  return { ...shadow(), ...separate?.() };
}

/**
 * Updates the auxiliary maps after the user restored or erased segments of the cut-out. The clear map isn't changed
 * where alpha is unchanged; restored segments are opaque. The photo shadow is measured again, because the erased
 * segments may have been a part of it.
 * @param before alpha before the change, on the grid of `through`, or on any grid if there is no clear map `through`
 */
export function mapsAfterEdit(
  cutOut: RgbaRaster,
  photo: RgbRaster,
  maps: AuxiliaryMaps,
  before: AlphaRaster,
): AuxiliaryMaps {
  const { widthPx: w, heightPx: h } = before;
  const after = alphaOnGrid(cutOut, w, h);
  const covered = maps.coverage && resample(maps.coverage, w, h, 'linear');
  const through = maps.through && resample(maps.through, w, h, 'linear');
  for (let i = 0; i < after.data.length; i++) {
    const [was, is] = [before.data[i], after.data[i]];
    if (is > was) through?.data.fill(HOLD_UNIT, i * 3, i * 3 + 3);
    if (covered !== undefined) {
      covered.data[i] = is < was ? (covered.data[i] * is) / was : Math.max(covered.data[i], is);
    }
  }
  const solid = covered ?? after;
  const [widthPx, heightPx] = sizeWithin(cutOut, GRID_LONGEST_SIDE_PX);
  const grid = {
    photo: resample(photo, widthPx, heightPx, 'linear'),
    alpha: resample(solid, widthPx, heightPx, 'linear'),
  };
  const was = resample(maps.coverage ?? before, widthPx, heightPx, 'linear');
  const removedThings = thingsGone(was, grid.alpha);
  const ever = removedThings.data.map((value, i) => Math.max(value, grid.alpha.data[i]));
  const backdrop = estimateBackdrop(grid.photo, raster(ever, widthPx, heightPx, 1));
  const shadow = shadowOn(grid, backdrop, removedThings);
  return {
    ...shadow,
    ...(through === undefined ? {} : { through }),
    ...(through === undefined || covered === undefined ? {} : { coverage: covered }),
  };
}

/**
 * Mask of erased segments that don't touch the product. They are other objects in the photo, neither background nor
 * shadow. An erased segment that touches the product may be its shadow.
 */
function thingsGone(was: AlphaRaster, is: AlphaRaster): AlphaRaster {
  const { widthPx, heightPx } = is;
  const { max: near } = windowExtremes(is.data, widthPx, heightPx, APART_CELLS);
  const marks = is.data.map((value, i) => (was.data[i] > INSIDE && value <= INSIDE ? 1 : 0));
  const removedThings = emptyRaster(widthPx, heightPx, 1);
  for (const { cells } of findConnectedRegions(marks, widthPx)) {
    if (cells.every((i) => near[i] <= INSIDE)) for (const i of cells) removedThings.data[i] = 255;
  }
  return removedThings;
}

const APART_CELLS = 2;
/** Minimum alpha of a covered cell, of 255. */
const INSIDE = 12;

/** Alpha of a cut-out on the grid on which `mapsAfterEdit` compares alpha before and after a change. */
export const gridForChanges = (cutOut: RgbaRaster, { through }: AuxiliaryMaps): AlphaRaster =>
  through === undefined
    ? alphaOnGrid(cutOut, ...sizeWithin(cutOut, GRID_LONGEST_SIDE_PX))
    : alphaOnGrid(cutOut, through.widthPx, through.heightPx);

interface MapGrid {
  readonly photo: RgbRaster;
  readonly alpha: AlphaRaster;
}

function shadowOn(
  { photo, alpha }: MapGrid,
  backdrop: Backdrop,
  removedThings?: AlphaRaster,
): Pick<AuxiliaryMaps, 'photoShadow'> {
  const isPlain = backdrop.plainness >= PLAIN_FROM && !showsTexture(photo, alpha, backdrop, removedThings);
  const photoShadow = isPlain ? measurePhotoShadow(photo, alpha, backdrop, removedThings) : undefined;
  return photoShadow === undefined ? {} : { photoShadow };
}

function sizeWithin(cutOut: RgbaRaster, longestSidePx: number): [widthPx: number, heightPx: number] {
  const shrink = Math.min(1, longestSidePx / Math.max(cutOut.widthPx, cutOut.heightPx));
  return [
    Math.max(1, Math.round(cutOut.widthPx * shrink)),
    Math.max(1, Math.round(cutOut.heightPx * shrink)),
  ];
}

function createGrid(cutOut: RgbaRaster, photo: RgbRaster, longestSidePx: number): MapGrid {
  const [widthPx, heightPx] = sizeWithin(cutOut, longestSidePx);
  return {
    photo: resample(photo, widthPx, heightPx, 'linear'),
    alpha: alphaOnGrid(cutOut, widthPx, heightPx),
  };
}

/** Alpha on a coarser grid: the maximum of a few pixels of each cell, so that thin parts don't disappear. */
function alphaOnGrid(
  { data, widthPx: w, heightPx: h }: RgbaRaster,
  widthPx: number,
  heightPx: number,
): AlphaRaster {
  const grid = emptyRaster(widthPx, heightPx, 1);
  const columns = PLACES.map((dx) =>
    Int32Array.from({ length: widthPx }, (_, x) => Math.floor(((x + dx) * w) / widthPx) * 4 + 3),
  );
  for (let y = 0; y < heightPx; y++) {
    const to = grid.data.subarray(y * widthPx, (y + 1) * widthPx);
    for (const dy of PLACES) {
      const row = Math.floor(((y + dy) * h) / heightPx) * w * 4;
      for (const column of columns) {
        for (let x = 0; x < widthPx; x++) {
          const alpha = data[row + column[x]];
          if (alpha > to[x]) to[x] = alpha;
        }
      }
    }
  }
  return grid;
}

const PLACES = [0.2, 0.5, 0.8] as const;

const COVERED_FROM = 6;
const CLEARANCE_CELLS = 2;
const MOST = 3;

/**
 * Linear light that comes from the background behind the product, shaded by the product's shadow, for each cell of a
 * photo: the estimated backdrop, adapted to the brightness of the photo beside the product.
 */
function backgroundBehind(
  { data, widthPx: w, heightPx: h }: RgbRaster,
  alpha: AlphaRaster,
  backdrop: Backdrop,
): Float32Array {
  const covered = windowExtremes(alpha.data, w, h, CLEARANCE_CELLS).max;
  const isKnown = Float32Array.from(covered, (value) => (value < COVERED_FROM ? 1 : 0));
  const ground = new Float32Array(w * h * 3);
  const ratio = new Float32Array(w * h * 3);
  const light = new Float32Array(3);
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      backdrop.lightAt((x + 0.5) / w, (y + 0.5) / h, light);
      for (let c = 0; c < 3; c++) {
        const at = i * 3 + c;
        ground[at] = light[c];
        ratio[at] = isKnown[i] === 1 ? Math.min(MOST, linearOfSrgb(data[at]) / light[c]) : 1;
      }
    }
  }
  fillSmoothly(ratio, 3, isKnown, w, h);
  return ground.map((value, at) => value * ratio[at]);
}
