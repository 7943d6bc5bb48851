import type { CutOutFacts, QualityFlag, FlagPlace, ShareBox, FlagReason, Review } from '@packshot/contract';
import { visibleBounds } from '../../raster/alpha.ts';
import { boxAround } from '../../raster/box.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../../raster/raster.ts';
import { distance } from '../../color/oklab.ts';
import { meanColor } from '../../matte/passes/strays.ts';
import type { Region } from '../../raster/regions.ts';
import { thingsIn } from '../../matte/passes/join-passes.ts';
import type { Unsure } from '../../matte/passes/join-passes.ts';
import { borderFlags } from './border-flags.ts';
import { contrastFlag } from './contrast.ts';
import { INSIDE } from './finding.ts';
import type { ReviewFinding, Judged } from './finding.ts';
import { alphaOnGrid, halveRaster, halfOfPart } from '../../matte/passes/halves.ts';
import { windowExtremes } from '../../raster/box-filter.ts';
import { findConnectedRegions } from '../../raster/regions.ts';
import { REVIEW_FROM } from '@packshot/contract';

/** Maximum number of quality flags; users wouldn't read more of them. */
const MAX_FLAGS = 3;

/**
 * Judges a cut-out: its quality flags, the most serious first, and the overall confidence.
 * @param unsure regions on which the network's passes disagree, on the photo's grid
 */
export function judgeCutOut(alpha: AlphaRaster, photo: RgbRaster, unsure: readonly Unsure[]): CutOutFacts {
  const object = objectIn(alpha);
  if (object === undefined) return { confidence: 0, doubts: [] };
  const judged: Judged = { alpha, photo, ...object };
  const findings = [
    ...findDisputes(judged, [...unsure, ...chanceThings(alpha, photo)]),
    ...borderFlags(judged),
    ...[contrastFlag(judged), seeThroughFlag(judged)].filter((finding) => finding !== undefined),
  ].toSorted((a, b) => b.weight - a.weight);
  const confidence = findings.reduce((remaining, { weight }) => remaining * (1 - weight), 1);
  const doubts = findings.slice(0, MAX_FLAGS).map((finding) => toQualityFlag(finding, judged));
  return { confidence: Math.round(confidence * 100) / 100, doubts };
}

/**
 * Judges a cut-out at its full size. Works at half the resolution of the network's input, because quality flags
 * describe regions.
 * @param inputPhoto the photo as the network's input
 * @param unsure regions on which passes disagree, on the grid of `inputPhoto`
 */
export function judgeResult(
  image: RgbaRaster,
  inputPhoto: RgbRaster,
  unsure: readonly Unsure[],
): CutOutFacts {
  const photo = halveRaster(inputPhoto);
  const halves = unsure.map((part) => halfOfPart(part, inputPhoto.widthPx, photo.widthPx));
  return judgeCutOut(alphaOnGrid(image, photo), photo, halves);
}

function objectIn(alpha: AlphaRaster): Pick<Judged, 'box' | 'objectCells'> | undefined {
  const box = visibleBounds(alpha, INSIDE - 1);
  if (box === undefined) return undefined;
  let objectCells = 0;
  for (const value of alpha.data) if (value >= INSIDE) objectCells++;
  return { objectCells, box };
}

/** Minimum size of a disputed region that gets a quality flag, relative to the object. */
const MIN_DISPUTED_SHARE = 0.004;
const KEPT_WEIGHT = { least: 0.2, perShare: 2, most: 0.7 } as const;
/**
 * Weight of disputed regions that aren't in the cut-out. It is lower, because users notice missing parts themselves.
 */
const LEFT_OUT_WEIGHT = { least: 0.1, perShare: 1, most: 0.4 } as const;

/** Quality flags for disputed regions: one for regions of the object, and one for regions beside it. */
function findDisputes(judged: Judged, unsure: readonly Unsure[]): ReviewFinding[] {
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

/** Minimum size of a connected component relative to the largest one; smaller ones are specks. */
const THING_SHARE = 0.02;
/** Limits for two products that belong together: similar size and color (Oklab). */
const PAIR = { share: 0.5, color: 0.1 } as const;

/**
 * Smaller components of the cut-out, which may be included by mistake, except specks and the second product of a pair.
 */
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
  reason: QualityFlag['reason'],
  { alpha, objectCells }: Judged,
): ReviewFinding[] {
  const largest = parts.toSorted((a, b) => b.cells.length - a.cells.length)[0];
  if (largest === undefined) return [];
  const cells = parts.reduce((sum, part) => sum + part.cells.length, 0);
  const insideCells = parts.reduce((sum, part) => sum + cellsInside(part, alpha), 0);
  const { least, perShare, most } = insideCells > cells / 2 ? KEPT_WEIGHT : LEFT_OUT_WEIGHT;
  const weight = Math.min(most, least + (perShare * cells) / objectCells);
  // The highlighted box only includes nearby regions; with distant ones it would cover everything.
  const near = parts.filter(({ box }) => nearBoxes(box, largest.box));
  return [{ reason, weight, box: near.map(({ box }) => box).reduce(boxAround) }];
}

const cellsInside = ({ cells }: Unsure, { data }: AlphaRaster): number =>
  cells.reduce((sum, cell) => sum + (data[cell] >= INSIDE ? 1 : 0), 0);

/** Maximum distance, in cells, between two boxes that are shown as one box. */
const NEAR_CELLS = 20;

const nearBoxes = (a: Box, b: Box): boolean =>
  a.xPx - NEAR_CELLS < b.xPx + b.widthPx &&
  b.xPx - NEAR_CELLS < a.xPx + a.widthPx &&
  a.yPx - NEAR_CELLS < b.yPx + b.heightPx &&
  b.yPx - NEAR_CELLS < a.yPx + a.heightPx;

/** Share of the object's box from which a highlighted box counts as the whole object. */
const WHOLE_FROM = 0.6;
/**
 * Distance from a side of the object, as a share of its size, within which a highlighted box counts as being at that
 * side.
 */
const SIDE_WITHIN = 0.3;

function toQualityFlag({ reason, box, place }: ReviewFinding, { alpha, box: object }: Judged): QualityFlag {
  return {
    reason,
    place: place ?? findPlace(box, object),
    box: toShareBox(box, alpha),
  };
}

/** Converts a box to shares of a raster's sides, 0 to 1. */
const toShareBox = (box: Box, { widthPx, heightPx }: Omit<AlphaRaster, 'data'>): ShareBox => ({
  x: box.xPx / widthPx,
  y: box.yPx / heightPx,
  width: box.widthPx / widthPx,
  height: box.heightPx / heightPx,
});

export function findPlace(box: Box, object: Box): FlagPlace {
  if (box.widthPx >= WHOLE_FROM * object.widthPx && box.heightPx >= WHOLE_FROM * object.heightPx)
    return 'whole';
  // Position of the box's center: from -0.5 at the object's left or upper side to 0.5 at the opposite side.
  const acrossX = (box.xPx + box.widthPx / 2 - object.xPx) / object.widthPx - 0.5;
  const acrossY = (box.yPx + box.heightPx / 2 - object.yPx) / object.heightPx - 0.5;
  if (Math.max(Math.abs(acrossX), Math.abs(acrossY)) < 0.5 - SIDE_WITHIN) return 'inside';
  if (Math.abs(acrossX) >= Math.abs(acrossY)) return acrossX < 0 ? 'left' : 'right';
  return acrossY < 0 ? 'top' : 'bottom';
}

/** Range of alpha values, of 255, that mean neither object nor background. */
const CLEAR_ABOVE = 24;
const CLEAR_BELOW = 225;
/** Minimum radius of a translucent region; soft edges and fur are narrower than this. */
const CORE_RADIUS_CELLS = 3;
/** Minimum size of a translucent region relative to the object; smaller regions are gaps. */
const MIN_SHARE = 0.01;
const WEIGHT = { least: 0.15, perShare: 0.6, most: 0.5 } as const;

/** Flags large translucent regions: glass, or parts about which the network was uncertain. */
function seeThroughFlag({ alpha, objectCells }: Judged): ReviewFinding | undefined {
  const { data, widthPx, heightPx } = alpha;
  const marks = data.map((value) => (value > CLEAR_ABOVE && value < CLEAR_BELOW ? 1 : 0));
  const { min } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
  const parts = findConnectedRegions(min, widthPx);
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

/** Reasons of the review that a quality flag can state for any place; all other reasons become `looks-differ`. */
const NAMED: readonly FlagReason[] = ['weak-contrast', 'see-through'];

/**
 * Adds a quality flag if only the review's score questions a cut-out, so that all clients highlight the same place.
 * @param alpha alpha at the resolution of the review
 */
export function flagsWith(review: Review, doubts: QualityFlag[], alpha: AlphaRaster): QualityFlag[] {
  if (doubts.length > 0 || review.score < REVIEW_FROM) return doubts;
  const object = visibleBounds(alpha, INSIDE - 1);
  if (object === undefined) return doubts;
  const { widthPx, heightPx } = alpha;
  const [gravest] = review.reasons;
  const reason = NAMED.find((candidate) => candidate === gravest) ?? 'looks-differ';
  const cells =
    review.box === null
      ? object
      : {
          xPx: review.box.x * widthPx,
          yPx: review.box.y * heightPx,
          widthPx: review.box.width * widthPx,
          heightPx: review.box.height * heightPx,
        };
  return [{ reason, place: findPlace(cells, object), box: review.box ?? toShareBox(object, alpha) }];
}
