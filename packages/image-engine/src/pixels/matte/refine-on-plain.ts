import { windowExtremes } from '../raster/box-filter.ts';
import { findRegions } from '../raster/regions.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { DOUBTFUL, lightOver, STRONG, TOLERATED, unlikeness } from './plain-background.ts';
import type { PlainBackground } from './plain-background.ts';

const INSIDE = 128;
/** Mask values: from the first on the network is certain of the object, below the second it is uncertain. */
const SURE_FROM = 235;
const UNSURE_BELOW = 224;

/**
 * Corrects a mask on a plain background, in place. Pixels that differ from the background and touch the object are
 * added to it, however thin they are; uncertain pixels that look like the background are removed.
 * @param photo photo on the mask's grid
 */
export function refineOnPlainBackground(
  photo: RgbRaster,
  mask: AlphaRaster,
  background: PlainBackground,
): void {
  const unlike = unlikeness(photo, background);
  addParts(mask, unlike);
  const { sure, share } = unlikeShare(mask, unlike);
  if (share >= MIN_UNLIKE_SHARE)
    dropSmears(mask, unlike, (cells) =>
      isShadow(
        cells.length / sure,
        sumOver(cells, mask.data) / cells.length,
        lightOver(cells, photo, background),
      ),
    );
}

/**
 * Distance from the object within which the network's edge isn't corrected, because JPEG compression smears colors
 * across edges.
 */
const EDGE_PX = 3;
/** Minimum size of a segment that the network missed; fewer pixels are noise. */
const MIN_PART_PX = 12;
/** Maximum size of a missed segment, relative to the object. */
const MOST_ADDED = 1.5;
/**
 * Minimum share of a segment's pixels that differ strongly from the background, to exclude faint light that the object
 * reflects on the background. A segment larger than `LARGE_SHARE` of the object may have a sharp edge instead.
 */
const STRONG_SHARE = 0.25;
const LARGE_SHARE = 0.05;
/**
 * Limits for a sharp edge: mean difference from the background just outside of it, and minimum rise of the difference
 * just inside. Reflected light that fades on the background rises less.
 */
const SHARP = { withinPx: 5, below: TOLERATED / 2, risePx: 3, rise: TOLERATED } as const;

function addParts({ data, widthPx, heightPx }: AlphaRaster, unlike: Uint8Array): void {
  if (!mayBeLost(data, widthPx, unlike)) return;
  const inside = markFrom(data, INSIDE);
  const { max: edge } = windowExtremes(inside, widthPx, heightPx, EDGE_PX);
  let most = 0;
  for (const value of inside) most += MOST_ADDED * value;
  const marks = markFrom(unlike, TOLERATED);
  const isLost = new Uint8Array(data.length);
  const candidates = findRegions(marks, widthPx, 1).filter((cells) => {
    const atObject = sumOver(cells, edge);
    return atObject >= MIN_PART_PX && atObject < cells.length && cells.length - atObject <= most;
  });
  for (const cells of candidates) for (const cell of cells) isLost[cell] = 1 - edge[cell];
  let isAny = false;
  for (const part of findRegions(isLost, widthPx, 1)) {
    let strong = 0;
    for (const cell of part) if (unlike[cell] >= STRONG) strong++;
    const isLarge = part.length >= (LARGE_SHARE / MOST_ADDED) * most;
    const beyond = beyondEdge(part, marks, unlike, widthPx);
    const rises = withinEdge(part, marks, unlike, inside, widthPx) - beyond >= SHARP.rise;
    const isThing = (strong >= STRONG_SHARE * part.length && rises) || (isLarge && beyond < SHARP.below);
    if (part.length >= MIN_PART_PX && isThing) isAny = true;
    else for (const cell of part) isLost[cell] = 0;
  }
  if (!isAny) return;
  // Also includes the pixels that connect a missed segment with the object.
  const { max: near } = windowExtremes(isLost, widthPx, heightPx, EDGE_PX + 1);
  const { min: cores } = windowExtremes(marks, widthPx, heightPx, SOLID_RADIUS_PX);
  const { max: solid } = windowExtremes(cores, widthPx, heightPx, SOLID_RADIUS_PX);
  const { max: peak } = windowExtremes(unlike, widthPx, heightPx, SOLID_RADIUS_PX);
  for (const cells of candidates) {
    for (const cell of cells) {
      if (near[cell] === 0) continue;
      const alpha = solid[cell] === 1 ? 255 : thinAlpha(unlike[cell], peak[cell]);
      if (alpha > data[cell]) data[cell] = alpha;
    }
  }
}

/**
 * Mean difference from the background just inside a region's edge: high for an object, low for reflected light that
 * fades on the background.
 */
function withinEdge(
  part: Int32Array,
  marks: Uint8Array,
  unlike: Uint8Array,
  inside: Uint8Array,
  widthPx: number,
): number {
  let [sum, count] = [0, 0];
  for (const cell of part) {
    for (const step of [-1, 1, -widthPx, widthPx]) {
      if (marks[cell + step] !== 0 || inside[cell + step] !== 0) continue;
      let most = 0;
      for (let n = 0; n <= SHARP.risePx; n++) most = Math.max(most, unlike[cell - n * step]);
      sum += most;
      count++;
    }
  }
  return count === 0 ? 255 : sum / count;
}

/** Mean difference from the background just outside a region's edge. */
function beyondEdge(part: Int32Array, marks: Uint8Array, unlike: Uint8Array, widthPx: number): number {
  let [sum, count] = [0, 0];
  for (const cell of part) {
    for (const step of [-1, 1, -widthPx, widthPx]) {
      const beyond = cell + SHARP.withinPx * step;
      if (marks[cell + step] !== 0 || marks[beyond] !== 0) continue;
      sum += unlike[beyond];
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** Quick check whether enough pixels away from the object's edge can't be background; in most photos none are. */
function mayBeLost(data: Uint8Array, widthPx: number, unlike: Uint8Array): boolean {
  let count = 0;
  for (let i = 0; i < data.length; i++) {
    if (unlike[i] < TOLERATED || data[i] >= INSIDE) continue;
    const isAtEdge =
      data[i - EDGE_PX] >= INSIDE ||
      data[i + EDGE_PX] >= INSIDE ||
      data[i - EDGE_PX * widthPx] >= INSIDE ||
      data[i + EDGE_PX * widthPx] >= INSIDE;
    if (!isAtEdge && ++count >= MIN_PART_PX) return true;
  }
  return false;
}

function markFrom(values: Uint8Array, from: number): Uint8Array {
  const marks = new Uint8Array(values.length);
  for (let i = 0; i < marks.length; i++) if (values[i] >= from) marks[i] = 1;
  return marks;
}

function sumOver(cells: Int32Array, values: Uint8Array): number {
  let sum = 0;
  for (const cell of cells) sum += values[cell];
  return sum;
}

/** Radius from which a segment is solid. */
const SOLID_RADIUS_PX = 3;
/**
 * Alpha of thin segments, which JPEG compression blurs: below `from` times the largest nearby difference from the
 * background a pixel is transparent, from `to` on it is opaque.
 */
const THIN = { from: 0.45, to: 0.85 } as const;

/** Alpha of a pixel in a thin segment, by its own difference from the background and the largest one nearby. */
const thinAlpha = (unlike: number, peak: number): number =>
  Math.round(
    255 * Math.min(1, Math.max(0, (unlike / Math.max(STRONG, peak) - THIN.from) / (THIN.to - THIN.from))),
  );

/**
 * Minimum share of an object that differs from its background. If less differs, similarity to the background can't be
 * used to correct the mask.
 */
const MIN_UNLIKE_SHARE = 0.8;

/** Number of certain pixels, and the share of them that differs from the background. */
function unlikeShare({ data }: AlphaRaster, unlike: Uint8Array): { sure: number; share: number } {
  let [sure, apart] = [0, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] < SURE_FROM) continue;
    sure++;
    if (unlike[i] >= TOLERATED) apart++;
  }
  return { sure, share: sure === 0 ? 0 : apart / sure };
}

/** Opacity, of 255, below which a region of the mask that looks like the background counts as a smear. */
const SMEAR_BELOW = 150;
/** Maximum share of a remaining region's edge that borders on the object rather than on a smear. */
const LEFT_AT_OBJECT = 0.25;

/**
 * Limits for removing a smear: it must be darker than the background (a shadow), faint, or small as a share of the
 * object. Clear glass also looks like its background, but isn't darker.
 */
const SHADOW = { light: -0.1, most: 1, small: 0.05, faintBelow: 60 } as const;

const isShadow = (share: number, opacity: number, light: number): boolean =>
  share < SHADOW.small || opacity < SHADOW.faintBelow || (share < SHADOW.most && light < SHADOW.light);

function dropSmears(
  { data, widthPx }: AlphaRaster,
  unlike: Uint8Array,
  mayBeShadow: (cells: Int32Array) => boolean,
): void {
  const isLike = (cell: number): boolean => {
    for (let row = cell - widthPx; row <= cell + widthPx; row += widthPx)
      for (let i = row - 1; i <= row + 1; i++) if (unlike[i] >= DOUBTFUL) return false;
    return true;
  };
  const beside = (cell: number): readonly number[] => [cell - 1, cell + 1, cell - widthPx, cell + widthPx];
  const unsure = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) if (data[i] > 0 && data[i] < UNSURE_BELOW && isLike(i)) unsure[i] = 1;
  let isAny = false;
  for (const cells of findRegions(unsure, widthPx, 1)) {
    const isSmear =
      sumOver(cells, data) < SMEAR_BELOW * cells.length ||
      cells.some((cell) => beside(cell).some((next) => data[next] === 0 && isLike(next)));
    if (!isSmear || !mayBeShadow(cells)) continue;
    isAny = true;
    for (const cell of cells) data[cell] = 0;
  }
  if (!isAny) return;
  // Removes opaque islands inside a smear. A white label on white paper isn't one, because the object surrounds it.
  const isRemaining = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) if (data[i] >= UNSURE_BELOW && isLike(i)) isRemaining[i] = 1;
  for (const cells of findRegions(isRemaining, widthPx, 1)) {
    let [object, smear, around] = [0, 0, 0];
    for (const cell of cells) {
      for (const next of beside(cell)) {
        if (isRemaining[next] !== 0) continue;
        around++;
        if (data[next] >= INSIDE) object++;
        else if (unsure[next] === 1 && data[next] === 0) smear++;
      }
    }
    if (smear > 0 && object < LEFT_AT_OBJECT * around) for (const cell of cells) data[cell] = 0;
  }
}
