import { windowExtremes } from '../../raster/box-filter.ts';
import { crop, emptyRaster, raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { expandBox, overlap } from '../../raster/box.ts';
import { blendedAround, smoothMask } from './blended.ts';
import { meanIn, findConnectedRegions } from '../../raster/regions.ts';
import { isWitness } from './scout.ts';
import { isShade } from './pass-shade.ts';
import type { Region } from '../../raster/regions.ts';

/** Masks of the network's passes over a photo, on one grid. */
export interface Passes {
  /** Mask of the usual pass, in which the photo fills the network's input. */
  readonly usual: AlphaRaster;
  /** Mask of the far pass, in which the photo is smaller inside the input. */
  readonly far: AlphaRaster;
  /**
   * Mask of another far pass, the scout, possibly at a coarse resolution: it suffices to confirm a region, but not for
   * an edge.
   */
  readonly scout: AlphaRaster;
  /** Mask of the small pass, in which the photo fills a smaller input. */
  readonly small?: AlphaRaster;
  /** Mask of the farther pass, in which the photo is even smaller inside the input. */
  readonly farther?: AlphaRaster;
  /** Photo, for distinguishing a shadow from a segment of the object. */
  readonly photo?: RgbRaster;
}

/** Region on which the masks of two passes disagree. */
export interface Unsure extends Region {
  /** True for an object beside the main object, false for a segment of the main object. */
  readonly isApart: boolean;
}

interface JoinedPasses {
  readonly mask: AlphaRaster;
  readonly unsure: readonly Unsure[];
  /** True if no other pass confirms large regions that the far pass surely shows, so that another pass may decide. */
  readonly isDisputed: boolean;
}

const INSIDE = 128;
/** Minimum difference between the masks of two passes, of 255, for counting it as a disagreement. */
const MORE_FROM = 28;
/**
 * Minimum radius of a region at its widest point; the far pass is less precise than the usual one, but its edges are
 * off by less than this.
 */
const CORE_RADIUS_CELLS = 3;
/** Minimum mean values of the far pass, and of the scout or the small pass, for adding a region to the mask. */
const SURE_FROM = 190;
const SUPPORTED_FROM = 90;
/** Minimum size of unconfirmed regions, relative to what the far pass shows, for asking another pass. */
const LEAST_DISPUTED_SHARE = 0.01;
/**
 * Minimum mean value of the farther pass for adding a region, and minimum share of the region's surroundings, between
 * these distances, that the object covers. The farther pass alone would also add things beside the object.
 */
const FARTHER_SURE_FROM = 200;
const HELD = { share: 0.3, fromCells: 8, toCells: 12 } as const;
/**
 * Maximum share of the photo's border, and of the photo, that an added region may cover; a larger region is
 * background.
 */
const MOST_OF_BORDER = 0.4;
const MOST_OF_PHOTO = 0.5;
/** Mean mask value below which a pass shows a region as empty. */
const UNSEEN_BELOW = 48;
/** Weights of the passes in the decision whether an object beside the main one is kept. */
const WEIGHTS = { usual: 0.4, far: 0.4, scout: 0.2 } as const;
/**
 * Weighted mean of the passes, of 255, below which an object beside the main one is removed, and from which it is
 * certain.
 */
const KEPT_FROM = 165;
const UNDOUBTED_FROM = 230;
/** Mean mask value from which an object counts as solid rather than translucent. */
const SOLID_FROM = 215;
/**
 * Distance within which faint cells, such as a shadow, are removed together with an object; and the distance from
 * remaining objects within which cells aren't removed.
 */
const SHADOW_CELLS = 30;
const HALO_CELLS = 6;

/**
 * Joins the masks of the passes: the usual pass, plus segments that it missed, and without objects that only it shows.
 * A region that only the far pass shows is added if another pass confirms it and it isn't a shadow, because a single
 * pass also includes background objects. An object beside the main one is removed if the weighted passes don't support
 * it and it can't be glass of the main object. No part of the main object is ever removed.
 */
export function joinPasses({ usual, far, scout, small, farther, photo }: Passes): JoinedPasses {
  if (!isWitness(far, usual)) return { mask: usual, unsure: largestIn(usual), isDisputed: false };
  const scoutWeight = isWitness(scout, usual) ? WEIGHTS.scout : 0;
  const [one, other] = [smoothMask(usual), smoothMask(far)];
  const isSure = (part: Region): boolean =>
    meanIn(far, part) >= SURE_FROM &&
    part.cells.length <= MOST_OF_PHOTO * usual.data.length &&
    borderShare(part, usual) <= MOST_OF_BORDER &&
    (photo === undefined || !isShade(part, photo, [usual, far]));
  const witnesses = [scout, ...(small === undefined ? [] : [small])].filter((view) => isWitness(view, usual));
  const last = farther !== undefined && isWitness(farther, usual) ? farther : undefined;
  const isConfirmed = (part: Region): boolean =>
    witnesses.some((view) => meanIn(view, part) >= SUPPORTED_FROM) ||
    (last !== undefined && meanIn(last, part) >= FARTHER_SURE_FROM && isHeld(part, usual));
  const missing = partsIn(other, one, usual);
  const sure = missing.filter(isSure);
  const lost = new Set(sure.filter(isConfirmed));
  const isLost = (part: Region): boolean => lost.has(part);
  const open = countCells(sure) - countCells([...lost]);
  const joined = withParts(usual, far, [...lost]);
  const [object, ...others] = thingsIn(joined);
  const things = others.filter(isWide(joined));
  const support = (thing: Region): number =>
    (WEIGHTS.usual * meanIn(joined, thing) +
      WEIGHTS.far * meanIn(far, thing) +
      scoutWeight * meanIn(scout, thing)) /
    (WEIGHTS.usual + WEIGHTS.far + scoutWeight);
  const alone = toMask(object, joined);
  // A translucent object, or one right beside the main object, may be glass that belongs to the main object, so it
  // isn't removed.
  const mayBeGlass = (thing: Region): boolean =>
    meanIn(joined, thing) < SOLID_FROM || isAtObject(thing, alone);
  const mask = withoutThings(
    joined,
    things.filter((thing) => support(thing) < KEPT_FROM && !mayBeGlass(thing)),
  );
  const isUnseen = (part: Region): boolean =>
    meanIn(far, part) < UNSEEN_BELOW && meanIn(scout, part) < UNSEEN_BELOW;
  const disputed = [
    ...missing.filter((part) => !isLost(part)),
    ...partsIn(one, other, usual).filter(isUnseen),
  ].filter((part) => !things.some((thing) => overlap(thing.box, part.box) && shareCells(thing, part)));
  return {
    mask,
    isDisputed: open > 0 && open >= LEAST_DISPUTED_SHARE * countCells(thingsIn(far)),
    unsure: [
      ...things
        .filter((thing) => support(thing) < UNDOUBTED_FROM)
        .map((thing) => ({ ...thing, isApart: true })),
      ...disputed.map((part) => ({ ...part, isApart: !isAtObject(part, mask) })),
    ],
  };
}

const countCells = (regions: readonly Region[]): number =>
  regions.reduce((sum, { cells }) => sum + cells.length, 0);

/** True if the object covers enough of a region's surroundings, so that the region is a segment of it. */
function isHeld({ cells, box }: Region, usual: AlphaRaster): boolean {
  const near = expandBox(box, HELD.toCells, usual);
  const part = emptyRaster(near.widthPx, near.heightPx, 1);
  for (const cell of cells) {
    const x = (cell % usual.widthPx) - near.xPx;
    const y = Math.floor(cell / usual.widthPx) - near.yPx;
    part.data[y * near.widthPx + x] = 1;
  }
  const { max: inner } = windowExtremes(part.data, near.widthPx, near.heightPx, HELD.fromCells);
  const { max: outer } = windowExtremes(part.data, near.widthPx, near.heightPx, HELD.toCells);
  const object = crop(usual, near).data;
  let [around, held] = [0, 0];
  for (let i = 0; i < object.length; i++) {
    if (inner[i] === 1 || outer[i] === 0) continue;
    around++;
    if (object[i] >= INSIDE) held++;
  }
  return held >= HELD.share * around;
}

/** Marks the largest object as uncertain; used if no other pass can confirm its segments. */
export const largestIn = (mask: AlphaRaster): Unsure[] =>
  thingsIn(mask)
    .slice(0, 1)
    .map((thing) => ({ ...thing, isApart: false }));

/** Mask of a single object. */
function toMask(thing: Region | undefined, { widthPx, heightPx }: AlphaRaster): AlphaRaster {
  const mask = emptyRaster(widthPx, heightPx, 1);
  for (const cell of thing?.cells ?? []) mask.data[cell] = 255;
  return mask;
}

/** True if a region's core lies within the object. Checking one cell suffices, because the core is connected. */
const shareCells = (thing: Region, part: Region): boolean => thing.cells.includes(part.cells[0]);

/** Share of the photo's border that a region covers; a patterned background in the mask covers most of it. */
function borderShare({ cells }: Region, { widthPx, heightPx }: AlphaRaster): number {
  let count = 0;
  for (const cell of cells) {
    const x = cell % widthPx;
    const y = (cell - x) / widthPx;
    if (x === 0 || y === 0 || x === widthPx - 1 || y === heightPx - 1) count++;
  }
  return count / (2 * (widthPx + heightPx));
}

/** Connected components of a mask, the largest first. */
export function thingsIn({ data, widthPx }: AlphaRaster): Region[] {
  const marks = data.map((value) => (value >= INSIDE ? 1 : 0));
  return findConnectedRegions(marks, widthPx).toSorted((a, b) => b.cells.length - a.cells.length);
}

/** True for objects that are wide enough to be visible in the far pass, unlike links of a chain or hairs. */
export function isWide({ data, widthPx, heightPx }: AlphaRaster): (thing: Region) => boolean {
  const marks = data.map((value) => (value >= INSIDE ? 1 : 0));
  const { min: cores } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
  return ({ cells }) => cells.some((cell) => cores[cell] === 1);
}

/**
 * Copies the mask without the given objects and the faint cells around them, such as their shadows. Returns the mask
 * itself if no objects are given.
 */
export function withoutThings(mask: AlphaRaster, things: readonly Region[]): AlphaRaster {
  if (things.length === 0) return mask;
  const { widthPx, heightPx } = mask;
  const isRemoved = new Uint8Array(mask.data.length);
  for (const { cells } of things) for (const cell of cells) isRemoved[cell] = 1;
  const others = mask.data.map((value, i) => (value >= INSIDE && isRemoved[i] === 0 ? 1 : 0));
  const { max: nearOthers } = windowExtremes(others, widthPx, heightPx, HALO_CELLS);
  const { max: around } = windowExtremes(isRemoved, widthPx, heightPx, SHADOW_CELLS);
  const data = mask.data.slice();
  const marks = data.map((value, i) => (value > 0 && (nearOthers[i] === 0 || isRemoved[i] === 1) ? 1 : 0));
  for (const { cells } of findConnectedRegions(marks, widthPx)) {
    if (cells.some((cell) => around[cell] === 1)) for (const cell of cells) data[cell] = 0;
  }
  return raster(data, widthPx, heightPx, 1);
}

/**
 * Distance up to which a region counts as touching the object. It is measured from the region's core, which lies some
 * cells inside the region's edge.
 */
const TOUCH_CELLS = 12;

function isAtObject({ box }: Region, { data, widthPx, heightPx }: AlphaRaster): boolean {
  const right = Math.min(widthPx, box.xPx + box.widthPx + TOUCH_CELLS);
  const bottom = Math.min(heightPx, box.yPx + box.heightPx + TOUCH_CELLS);
  for (let y = Math.max(0, box.yPx - TOUCH_CELLS); y < bottom; y++) {
    for (let x = Math.max(0, box.xPx - TOUCH_CELLS); x < right; x++) {
      if (data[y * widthPx + x] >= INSIDE) return true;
    }
  }
  return false;
}

/** Regions that the first mask shows and the second doesn't, without the narrow differences along edges. */
function partsIn(one: Float32Array, other: Float32Array, { widthPx, heightPx }: AlphaRaster): Region[] {
  const marks = new Uint8Array(one.length);
  for (let i = 0; i < marks.length; i++) {
    if (one[i] >= INSIDE && one[i] - other[i] >= MORE_FROM) marks[i] = 1;
  }
  const { min: cores } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
  return findConnectedRegions(cores, widthPx);
}

/** Mask of the usual pass; in the given regions, the far pass replaces it where its values are higher. */
function withParts(usual: AlphaRaster, far: AlphaRaster, parts: readonly Region[]): AlphaRaster {
  const { data, widthPx, heightPx } = usual;
  const joined = data.slice();
  if (parts.length === 0) return raster(joined, widthPx, heightPx, 1);
  const near = new Uint8Array(data.length);
  for (const { cells } of parts) for (const cell of cells) near[cell] = 1;
  const weights = blendedAround(near, widthPx, heightPx);
  for (let i = 0; i < joined.length; i++) {
    const more = far.data[i] - data[i];
    if (more > 0) joined[i] += Math.round(weights[i] * more);
  }
  return raster(joined, widthPx, heightPx, 1);
}
