import type { CutOutFacts, Doubt, DoubtPlace, ShareBox, DoubtReason, Review } from '@packshot/contract';
import { visibleBounds } from '../../raster/alpha.ts';
import { boxAround } from '../../raster/box.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../../raster/raster.ts';
import { distance } from '../../color/oklab.ts';
import { meanColor } from '../../matte/passes/strays.ts';
import type { Region } from '../../raster/regions.ts';
import { thingsIn } from '../../matte/passes/join-passes.ts';
import type { Unsure } from '../../matte/passes/join-passes.ts';
import { borderDoubts } from './border-doubt.ts';
import { contrastDoubt } from './contrast.ts';
import { INSIDE } from './finding.ts';
import type { Finding, Judged } from './finding.ts';
import { alphaOnGrid, halfOf, halfOfPart } from '../../matte/passes/halves.ts';
import { windowExtremes } from '../../raster/box-filter.ts';
import { regionsOf } from '../../raster/regions.ts';
import { REVIEW_FROM } from '@packshot/contract';

/** More would not be read. */
const MOST_DOUBTS = 3;

/**
 * What may be wrong with a cut-out, the gravest first, and how sure one can be of the whole.
 * @param unsure parts of which the network's views are not of one mind, on the photo's grid
 */
export function judgeCutOut(alpha: AlphaRaster, photo: RgbRaster, unsure: readonly Unsure[]): CutOutFacts {
  const object = objectIn(alpha);
  if (object === undefined) return { confidence: 0, doubts: [] };
  const judged: Judged = { alpha, photo, ...object };
  const findings = [
    ...disputed(judged, [...unsure, ...chanceThings(alpha, photo)]),
    ...borderDoubts(judged),
    ...[contrastDoubt(judged), seeThroughDoubt(judged)].filter((finding) => finding !== undefined),
  ].toSorted((a, b) => b.weight - a.weight);
  const confidence = findings.reduce((left, { weight }) => left * (1 - weight), 1);
  const doubts = findings.slice(0, MOST_DOUBTS).map((finding) => doubtOf(finding, judged));
  return { confidence: Math.round(confidence * 100) / 100, doubts };
}

/**
 * The same of a result at its full size, judged at half of what the network saw: a doubt is about parts, not about pixels.
 * @param seen the photo as the network saw it
 * @param unsure on the grid of `seen`
 */
export function judgeResult(image: RgbaRaster, seen: RgbRaster, unsure: readonly Unsure[]): CutOutFacts {
  const photo = halfOf(seen);
  const halves = unsure.map((part) => halfOfPart(part, seen.widthPx, photo.widthPx));
  return judgeCutOut(alphaOnGrid(image, photo), photo, halves);
}

function objectIn(alpha: AlphaRaster): Pick<Judged, 'box' | 'objectCells'> | undefined {
  const box = visibleBounds(alpha, INSIDE - 1);
  if (box === undefined) return undefined;
  let objectCells = 0;
  for (const value of alpha.data) if (value >= INSIDE) objectCells++;
  return { objectCells, box };
}

/** A disputed part of less than this share of the object is not worth a word. */
const MIN_DISPUTED_SHARE = 0.004;
const KEPT_WEIGHT = { least: 0.2, perShare: 2, most: 0.7 } as const;
/** What was left out is a lesser doubt: it can be seen that it is not there. */
const LEFT_OUT_WEIGHT = { least: 0.1, perShare: 1, most: 0.4 } as const;

/** One doubt for what is at the object, and one for what lies beside it. */
function disputed(judged: Judged, unsure: readonly Unsure[]): Finding[] {
  const large = unsure.filter(({ cells }) => cells.length >= MIN_DISPUTED_SHARE * judged.objectCells);
  return [
    ...together(
      large.filter(({ isApart }) => !isApart),
      'looks-differ',
      judged,
    ),
    ...together(
      large.filter(({ isApart }) => isApart),
      'several-objects',
      judged,
    ),
  ];
}

/** Of this share of the largest thing a thing is not a speck. */
const THING_SHARE = 0.02;
/** Two things of about one size and color, in Oklab, are a pair. */
const PAIR = { share: 0.5, color: 0.1 } as const;

/** Things of the result that nobody disputed, and that may be there by chance. */
function chanceThings(alpha: AlphaRaster, photo: RgbRaster): Unsure[] {
  const [largest, ...things] = thingsIn(alpha);
  if (largest === undefined) return [];
  const isPair = (thing: Region): boolean =>
    thing.cells.length >= PAIR.share * largest.cells.length &&
    distance(meanColor(thing, photo), meanColor(largest, photo)) < PAIR.color;
  return things
    .filter((thing) => thing.cells.length >= THING_SHARE * largest.cells.length && !isPair(thing))
    .map((thing) => ({ ...thing, isApart: true }));
}

function together(
  parts: readonly Unsure[],
  reason: Doubt['reason'],
  { alpha, objectCells }: Judged,
): Finding[] {
  const largest = parts.toSorted((a, b) => b.cells.length - a.cells.length)[0];
  if (largest === undefined) return [];
  const cells = parts.reduce((sum, part) => sum + part.cells.length, 0);
  const kept = parts.reduce((sum, part) => sum + cellsInside(part, alpha), 0);
  const { least, perShare, most } = kept > cells / 2 ? KEPT_WEIGHT : LEFT_OUT_WEIGHT;
  const weight = Math.min(most, least + (perShare * cells) / objectCells);
  // The rest is shown too where it is near; far away, a box around everything would show nothing.
  const near = parts.filter(({ box }) => nearBoxes(box, largest.box));
  return [{ reason, weight, box: near.map(({ box }) => box).reduce(boxAround) }];
}

const cellsInside = ({ cells }: Unsure, { data }: AlphaRaster): number =>
  cells.reduce((sum, cell) => sum + (data[cell] >= INSIDE ? 1 : 0), 0);

/** Boxes this near, in cells, are shown as one. */
const NEAR_CELLS = 20;

const nearBoxes = (a: Box, b: Box): boolean =>
  a.xPx - NEAR_CELLS < b.xPx + b.widthPx &&
  b.xPx - NEAR_CELLS < a.xPx + a.widthPx &&
  a.yPx - NEAR_CELLS < b.yPx + b.heightPx &&
  b.yPx - NEAR_CELLS < a.yPx + a.heightPx;

/** A box that covers this much of the object's is not at a side of it. */
const WHOLE_FROM = 0.6;
/** Within this share of the object's size from one of its sides a place is at that side. */
const SIDE_WITHIN = 0.3;

function doubtOf({ reason, box, place }: Finding, { alpha, box: object }: Judged): Doubt {
  return {
    reason,
    place: place ?? placeOf(box, object),
    box: sharesOf(box, alpha),
  };
}

/** A box as shares of a raster's sides, 0 to 1. */
const sharesOf = (box: Box, { widthPx, heightPx }: Omit<AlphaRaster, 'data'>): ShareBox => ({
  x: box.xPx / widthPx,
  y: box.yPx / heightPx,
  width: box.widthPx / widthPx,
  height: box.heightPx / heightPx,
});

/** Where a box lies in the object, or beside it. */
export function placeOf(box: Box, object: Box): DoubtPlace {
  if (box.widthPx >= WHOLE_FROM * object.widthPx && box.heightPx >= WHOLE_FROM * object.heightPx)
    return 'whole';
  // From -0.5 at the object's left or upper side to 0.5 at the other.
  const acrossX = (box.xPx + box.widthPx / 2 - object.xPx) / object.widthPx - 0.5;
  const acrossY = (box.yPx + box.heightPx / 2 - object.yPx) / object.heightPx - 0.5;
  if (Math.max(Math.abs(acrossX), Math.abs(acrossY)) < 0.5 - SIDE_WITHIN) return 'inside';
  if (Math.abs(acrossX) >= Math.abs(acrossY)) return acrossX < 0 ? 'left' : 'right';
  return acrossY < 0 ? 'top' : 'bottom';
}

/** Alpha between these is neither the object nor the background. */
const CLEAR_ABOVE = 24;
const CLEAR_BELOW = 225;
/** Soft edges and fur are narrower than twice this, in cells. */
const CORE_RADIUS_CELLS = 3;
/** Below this share of the object it is a crack. */
const MIN_SHARE = 0.01;
const WEIGHT = { least: 0.15, perShare: 0.6, most: 0.5 } as const;

/** Where much of the object is half transparent: glass, or a part that the network was not sure of. */
function seeThroughDoubt({ alpha, objectCells }: Judged): Finding | undefined {
  const { data, widthPx, heightPx } = alpha;
  const marks = data.map((value) => (value > CLEAR_ABOVE && value < CLEAR_BELOW ? 1 : 0));
  const { min } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
  const parts = regionsOf(min, widthPx);
  const cells = parts.reduce((sum, part) => sum + part.cells.length, 0);
  const share = cells / (objectCells + cells);
  if (share < MIN_SHARE) return undefined;
  const largest = Math.max(...parts.map((part) => part.cells.length));
  const large = parts.filter((part) => part.cells.length >= largest / 2);
  const box = large.map((part) => part.box).reduce(boxAround);
  return {
    reason: 'see-through',
    box,
    weight: Math.min(WEIGHT.most, WEIGHT.least + WEIGHT.perShare * share),
  };
}

/** Reasons of a review that hold for any place; each other one is said as a part that may be missing. */
const NAMED: readonly DoubtReason[] = ['weak-contrast', 'see-through'];

/**
 * Doubts with one for a cut-out that its score alone calls in question, so that all who show it mark the same place.
 * @param alpha as it was examined
 */
export function doubtsWith(review: Review, doubts: Doubt[], alpha: AlphaRaster): Doubt[] {
  if (doubts.length > 0 || review.score < REVIEW_FROM) return doubts;
  const object = visibleBounds(alpha, INSIDE - 1);
  if (object === undefined) return doubts;
  const { widthPx, heightPx } = alpha;
  const [gravest] = review.reasons;
  const reason = NAMED.find((named) => named === gravest) ?? 'looks-differ';
  const cells =
    review.box === null
      ? object
      : {
          xPx: review.box.x * widthPx,
          yPx: review.box.y * heightPx,
          widthPx: review.box.width * widthPx,
          heightPx: review.box.height * heightPx,
        };
  return [{ reason, place: placeOf(cells, object), box: review.box ?? sharesOf(object, alpha) }];
}
