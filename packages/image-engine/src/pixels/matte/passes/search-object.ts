import { boxMean, windowExtremes } from '../../raster/box-filter.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { groundColors } from './background-colors.ts';
import { blendedAround, smoothed } from './blended.ts';
import { meanIn, regionsOf } from '../../raster/regions.ts';
import type { Region } from '../../raster/regions.ts';

/** A part of a photo in which something is looked for; all of it on one grid. */
export interface Searched {
  /** Views of the network, from several distances. */
  readonly looks: readonly AlphaRaster[];
  /** What is cut out already; nothing of it where something is looked for that has to go. */
  readonly present: AlphaRaster;
  /** Where somebody drew, filled. */
  readonly area: AlphaRaster;
  readonly photo: RgbRaster;
  /** Sides at which the photo goes on beyond the grid. */
  readonly goesOn: Sides;
}

interface Sides {
  readonly left: boolean;
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
}

interface SearchFound {
  /** What is there, beside what was present. */
  readonly mask: AlphaRaster;
  /** One view or more shows something on which another one does not agree: a further one would decide. */
  readonly isDisputed: boolean;
}

const INSIDE = 128;
/** A view shows so much more than is present, of 255. */
const MORE_FROM = 28;
/** Near to what is present a part has to be wider than twice this: views differ along every edge. */
const CORE_RADIUS_CELLS = 3;
const EDGE_CELLS = 8;
/** How sure a view has to be of a part on average, and another one at least. */
const SURE_FROM = 190;
const SUPPORTED_FROM = 128;
/** What is present there by more than this on average, of 255, is a mesh or a thicket: its gaps are no lost part. */
const MOST_PRESENT = 70;
/** Specks: less than this share of the grid. */
const LEAST_SHARE = 0.0003;

/**
 * What views show in a drawn area and is not present: what two of them are for, and what lies mostly inside. A hand draws roughly, so that
 * a thing may stick out a little; a table that goes on beyond what was looked at is not meant.
 */
export function searchLooks(searched: Searched): SearchFound {
  const { looks, present, area } = searched;
  const { widthPx, heightPx } = area;
  const reach = reachOf(area);
  const own = smoothed(present);
  const isPresent = present.data.map((value) => (value >= INSIDE ? 1 : 0));
  const { max: near } = windowExtremes(isPresent, widthPx, heightPx, EDGE_CELLS);
  const isGround = groundColors(searched.photo, (cell) => area.data[cell] === 0 && present.data[cell] === 0);
  const isMeant = meantBy(searched);
  const data = new Uint8Array(area.data.length);
  let isDisputed = false;
  for (const look of looks) {
    const seen = smoothed(look);
    const marks = Uint8Array.from(seen, (value, i) =>
      value >= INSIDE && value - own[i] >= MORE_FROM ? 1 : 0,
    );
    const { min: cores } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
    const candidates = marks.map((mark, i) => (cores[i] === 1 || (mark === 1 && near[i] === 0) ? 1 : 0));
    const taken = new Uint8Array(data.length);
    for (const part of regionsOf(candidates, widthPx)) {
      if (part.cells.length < LEAST_SHARE * data.length || meanIn(look, part) < SURE_FROM) continue;
      if (
        !isMeant(part) ||
        meanIn({ data: own }, part) > MOST_PRESENT ||
        isHole(part, isPresent, isGround, widthPx)
      )
        continue;
      if (
        looks.length > 1 &&
        !looks.some((other) => other !== look && meanIn(other, part) >= SUPPORTED_FROM)
      ) {
        isDisputed = true;
        continue;
      }
      for (const cell of part.cells) taken[cell] = 1;
    }
    const weights = blendedAround(taken, widthPx, heightPx);
    for (let i = 0; i < data.length; i++)
      data[i] = Math.max(data[i], Math.round((weights[i] * look.data[i] * reach.data[i]) / 255));
  }
  return { mask: raster(data, widthPx, heightPx, 1), isDisputed };
}

/** So far beyond what was drawn, as a share of the grid's longer side, a thing that is found may stick out. */
const REACH_SHARE = 0.04;
/** And so far what was present already: nobody looks whether it is the same thing. */
const ONLY_REACH_SHARE = 0.01;

/** A drawn area as far as a rough hand may have meant it, fading. */
function reachOf({ data, widthPx, heightPx }: AlphaRaster, share = REACH_SHARE): AlphaRaster {
  const cells = Math.max(1, Math.round(share * Math.max(widthPx, heightPx)));
  const weights = Float32Array.from(windowExtremes(data, widthPx, heightPx, cells).max);
  boxMean(weights, weights, widthPx, heightPx, Math.ceil(cells / 2), new Float32Array(data.length));
  // Whole where it was drawn, whatever the mean says at a corner.
  return raster(
    data.map((value, i) => Math.max(value, Math.round(weights[i]))),
    widthPx,
    heightPx,
    1,
  );
}

/** Less than this share of a part inside the area: it is another thing, of which some reaches in. */
const LEAST_INSIDE = 0.5;
/** What goes on beyond the grid along more than this share of its border has to lie inside by so much. */
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

/** A part with so much of the ground's colors, and so much of what is present around it, is a hole in that. */
const HOLE = { groundShare: 0.45, enclosedShare: 0.8 } as const;

function isHole({ cells }: Region, isPresent: Uint8Array, isGround: Uint8Array, widthPx: number): boolean {
  let ground = 0;
  for (const cell of cells) ground += isGround[cell];
  if (ground < HOLE.groundShare * cells.length) return false;
  const own = new Set(cells);
  let [rim, enclosed] = [0, 0];
  for (const cell of cells) {
    for (const step of [-1, 1, -widthPx, widthPx]) {
      if (own.has(cell + step)) continue;
      rim++;
      // Its core lies so far inside its own edge.
      if (isPresent[cell + step * (EDGE_CELLS + 1)] === 1) enclosed++;
    }
  }
  return enclosed >= HOLE.enclosedShare * rim;
}

/** What hangs together and lies as a whole in an area, as a mask: it needs no view to be known. */
export function wholeIn(present: AlphaRaster, area: AlphaRaster): AlphaRaster {
  const { widthPx, heightPx } = present;
  const reach = reachOf(area);
  const marks = present.data.map((value) => (value > FAINT ? 1 : 0));
  const data = new Uint8Array(present.data.length);
  for (const { cells } of regionsOf(marks, widthPx)) {
    if (!cells.every((cell) => reach.data[cell] >= INSIDE)) continue;
    if (cells.some((cell) => area.data[cell] >= INSIDE)) for (const cell of cells) data[cell] = 255;
  }
  return raster(data, widthPx, heightPx, 1);
}

/** Alpha that nobody sees. */
const FAINT = 16;

/**
 * How much of each cell stays when only what was drawn around is meant: what reaches out of the area a little stays with it; what lies
 * beside it goes, and with it the corner of it that lies inside.
 */
export function onlyIn(mask: AlphaRaster, area: AlphaRaster): AlphaRaster {
  const kept = reachOf(area, ONLY_REACH_SHARE);
  const marks = mask.data.map((value) => (value > FAINT ? 1 : 0));
  const insideOf = ({ cells }: Region): number =>
    cells.reduce((count, cell) => count + (area.data[cell] >= INSIDE ? 1 : 0), 0) / cells.length;
  const things = regionsOf(marks, mask.widthPx);
  const isBeside = (thing: Region): boolean => insideOf(thing) < LEAST_INSIDE;
  // Where nothing lies mostly inside, the area was drawn too small.
  const beside = things.every(isBeside)
    ? things.filter((thing) => insideOf(thing) === 0)
    : things.filter(isBeside);
  for (const { cells } of beside) for (const cell of cells) kept.data[cell] = 0;
  return kept;
}
