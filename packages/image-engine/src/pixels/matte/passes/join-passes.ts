import { windowExtremes } from '../../raster/box-filter.ts';
import { emptyRaster, raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { overlap } from '../../raster/box.ts';
import { blendedAround, smoothed } from './blended.ts';
import { meanIn, regionsOf } from '../../raster/regions.ts';
import { isWitness } from './scout.ts';
import { isShade } from './pass-shade.ts';
import type { Region } from '../../raster/regions.ts';

/** Three views of a photo, on one grid. */
interface Looks {
  /** From where the photo fills the picture. */
  readonly usual: AlphaRaster;
  /** From farther away. */
  readonly far: AlphaRaster;
  /** Another one from farther away, which may be coarse: good for a vote, not for an edge. */
  readonly scout: AlphaRaster;
  /** The photo itself, which tells a shadow from a part. */
  readonly photo?: RgbRaster;
}

/** Something of which the views are not of one mind. */
export interface Unsure extends Region {
  /** A thing beside the object, rather than a part of it. */
  readonly isApart: boolean;
}

interface JoinedLooks {
  readonly mask: AlphaRaster;
  readonly unsure: readonly Unsure[];
}

const INSIDE = 128;
/** One view shows so much more than the other, of 255. */
const MORE_FROM = 28;
/** A part has to be wider than twice this somewhere; the far view's edges are off by less. */
const CORE_RADIUS_CELLS = 3;
/** How sure the far view has to be of a part on average, and the scout at least, to add it. */
const SURE_FROM = 190;
const SUPPORTED_FROM = 90;
/** A part that takes more of the photo's border than this, or of the whole photo, is its ground. */
const MOST_OF_BORDER = 0.4;
const MOST_OF_PHOTO = 0.5;
/** Below this, on average, a view sees nothing there. */
const UNSEEN_BELOW = 48;
/** What each view's word on a thing beside the object counts. */
const WEIGHTS = { usual: 0.4, far: 0.4, scout: 0.2 } as const;
/** Below this, of 255, a thing beside the object is left out; from the other on nobody doubts it. */
const KEPT_FROM = 165;
const UNDOUBTED_FROM = 230;
/** From here on, on average, a thing is solid. */
const SOLID_FROM = 215;
/** What is faint so near to a thing goes with it, but not what is so near to what stays. */
const SHADOW_CELLS = 30;
const HALO_CELLS = 6;

/**
 * The usual view with the parts that it lost, and without things that it alone shows. A part that only the far view shows is added when
 * the scout shows it too, because one view alone also takes things of the background for parts, and when it is no shadow. A thing beside the
 * object stays when the views are for it. Of the object itself nothing is taken away.
 */
export function joinLooks({ usual, far, scout, photo }: Looks): JoinedLooks {
  if (!isWitness(far, usual)) return { mask: usual, unsure: largestIn(usual) };
  const scoutWeight = isWitness(scout, usual) ? WEIGHTS.scout : 0;
  const [one, other] = [smoothed(usual), smoothed(far)];
  const isLost = (part: Region): boolean =>
    scoutWeight > 0 &&
    meanIn(far, part) >= SURE_FROM &&
    meanIn(scout, part) >= SUPPORTED_FROM &&
    part.cells.length <= MOST_OF_PHOTO * usual.data.length &&
    borderShare(part, usual) <= MOST_OF_BORDER &&
    (photo === undefined || !isShade(part, photo, [usual, far]));
  const missing = partsIn(other, one, usual);
  const joined = withParts(usual, far, missing.filter(isLost));
  const [object, ...others] = thingsIn(joined);
  const things = others.filter(isWide(joined));
  const support = (thing: Region): number =>
    (WEIGHTS.usual * meanIn(joined, thing) +
      WEIGHTS.far * meanIn(far, thing) +
      scoutWeight * meanIn(scout, thing)) /
    (WEIGHTS.usual + WEIGHTS.far + scoutWeight);
  const alone = maskOf(object, joined);
  // What is half clear, or right beside the object, may be its glass.
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
    unsure: [
      ...things
        .filter((thing) => support(thing) < UNDOUBTED_FROM)
        .map((thing) => ({ ...thing, isApart: true })),
      ...disputed.map((part) => ({ ...part, isApart: !isAtObject(part, mask) })),
    ],
  };
}

/** All of the object, when nobody can be asked about its parts. */
export const largestIn = (mask: AlphaRaster): Unsure[] =>
  thingsIn(mask)
    .slice(0, 1)
    .map((thing) => ({ ...thing, isApart: false }));

/** A mask of one thing. */
function maskOf(thing: Region | undefined, { widthPx, heightPx }: AlphaRaster): AlphaRaster {
  const mask = emptyRaster(widthPx, heightPx, 1);
  for (const cell of thing?.cells ?? []) mask.data[cell] = 255;
  return mask;
}

/** A core lies within what it is the core of: one cell tells. */
const shareCells = (thing: Region, part: Region): boolean => thing.cells.includes(part.cells[0]);

/** How much of the photo's border a part takes: a patterned ground takes most of it. */
function borderShare({ cells }: Region, { widthPx, heightPx }: AlphaRaster): number {
  let count = 0;
  for (const cell of cells) {
    const x = cell % widthPx;
    const y = (cell - x) / widthPx;
    if (x === 0 || y === 0 || x === widthPx - 1 || y === heightPx - 1) count++;
  }
  return count / (2 * (widthPx + heightPx));
}

/** What is in a mask, the largest first. */
export function thingsIn({ data, widthPx }: AlphaRaster): Region[] {
  const marks = data.map((value) => (value >= INSIDE ? 1 : 0));
  return regionsOf(marks, widthPx).toSorted((a, b) => b.cells.length - a.cells.length);
}

/** Wide enough for the far view to have a word on it: links of a chain and hairs are not. */
export function isWide({ data, widthPx, heightPx }: AlphaRaster): (thing: Region) => boolean {
  const marks = data.map((value) => (value >= INSIDE ? 1 : 0));
  const { min: cores } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
  return ({ cells }) => cells.some((cell) => cores[cell] === 1);
}

/** A copy without these things and what is faint around them, such as their shadows; the same when there are none. */
export function withoutThings(mask: AlphaRaster, things: readonly Region[]): AlphaRaster {
  if (things.length === 0) return mask;
  const { widthPx, heightPx } = mask;
  const gone = new Uint8Array(mask.data.length);
  for (const { cells } of things) for (const cell of cells) gone[cell] = 1;
  const others = mask.data.map((value, i) => (value >= INSIDE && gone[i] === 0 ? 1 : 0));
  const { max: kept } = windowExtremes(others, widthPx, heightPx, HALO_CELLS);
  const { max: around } = windowExtremes(gone, widthPx, heightPx, SHADOW_CELLS);
  const data = mask.data.slice();
  const marks = data.map((value, i) => (value > 0 && (kept[i] === 0 || gone[i] === 1) ? 1 : 0));
  for (const { cells } of regionsOf(marks, widthPx)) {
    if (cells.some((cell) => around[cell] === 1)) for (const cell of cells) data[cell] = 0;
  }
  return raster(data, widthPx, heightPx, 1);
}

/** A part's core lies so many cells inside its own edge, and this near to the object it is one of it. */
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

/** What one view shows and the other does not, without the ribbons along edges. */
function partsIn(one: Float32Array, other: Float32Array, { widthPx, heightPx }: AlphaRaster): Region[] {
  const marks = new Uint8Array(one.length);
  for (let i = 0; i < marks.length; i++) {
    if (one[i] >= INSIDE && one[i] - other[i] >= MORE_FROM) marks[i] = 1;
  }
  const { min: cores } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
  return regionsOf(cores, widthPx);
}

/** The usual view, and at these parts what the far view shows more. */
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
