import type { Doubt, Review, ReviewReason } from '@packshot/contract';
import { boxMean } from '../../raster/box-filter.ts';
import { contrastAt, edgeCells, WEAK_BELOW } from './contrast.ts';
import type { Examined } from './examined.ts';
import LEARNED from './review-weights.json' with { type: 'json' };
import { agreementMeasures } from './agreement.ts';
import { groundMeasures } from './background-review.ts';
import { shapeMeasures } from './shape-review.ts';

/** What was learned of cut-outs that are known to be right or wrong (lab/quality/review). @lab */
export interface ReviewWeights {
  readonly intercept: number;
  readonly measures: Readonly<Record<MeasureName, LearnedMeasure>>;
}

interface LearnedMeasure {
  /** What it is on average, and how much it varies; what cannot be measured counts as the average. */
  readonly mean: number;
  readonly deviation: number;
  /** What one deviation more adds to the logarithm of the odds. */
  readonly weight: number;
}

const learned: ReviewWeights = LEARNED;

/** What each measure tells a person. */
const REASON_OF: Readonly<Record<MeasureName, ReviewReason>> = {
  scoutDiffers: 'looks-differ',
  scoutParts: 'looks-differ',
  farDiffers: 'looks-differ',
  farTaken: 'looks-differ',
  farParts: 'looks-differ',
  changed: 'looks-differ',
  disputedAtObject: 'looks-differ',
  disputedApart: 'several-objects',
  undecided: 'unsure',
  wavers: 'unsure',
  farWavers: 'unsure',
  weakEdge: 'weak-contrast',
  weakestEdge: 'weak-contrast',
  middleEdge: 'weak-contrast',
  softness: 'unsure',
  winding: 'fine-parts',
  apart: 'several-objects',
  pieces: 'several-objects',
  holes: 'fine-parts',
  clear: 'see-through',
  border: 'at-border',
  small: 'small',
  lopsided: 'looks-differ',
  groundLikeObject: 'weak-contrast',
  objectLikeBeside: 'looks-differ',
  restless: 'busy-ground',
};

/** A reason is said when it adds at least so much to the logarithm of the odds. */
const SAID_FROM = 0.4;
const MOST_REASONS = 3;
/** From so much on that is clear (its square is a share of the object) the network wavers because of it. */
const GLASS_FROM = 0.3;
const WAVERING: ReadonlySet<MeasureName> = new Set<MeasureName>(['wavers', 'farWavers']);

/** How likely it is that a cut-out needs a hand, why, and where. */
export function reviewOf(cutOut: Examined, doubts: readonly Doubt[]): Review {
  const measures = measuresOf(cutOut);
  const { score, added } = scoreOf(measures, learned);
  return {
    score: Math.round(score * 1000) / 1000,
    reasons: reasonsOf(added, measures.clear >= GLASS_FROM),
    box: placeOf(cutOut, doubts),
  };
}

/** The probability, and what each measure adds to the logarithm of its odds. @lab */
export function scoreOf(
  measures: Measures,
  { intercept, measures: known }: ReviewWeights,
): { readonly score: number; readonly added: ReadonlyMap<MeasureName, number> } {
  const added = new Map<MeasureName, number>();
  for (const name of Object.keys(known) as MeasureName[]) {
    const { mean, deviation, weight } = known[name];
    added.set(name, (weight * ((measures[name] ?? mean) - mean)) / deviation);
  }
  const sum = [...added.values()].reduce((total, value) => total + value, intercept);
  return { score: 1 / (1 + Math.exp(-sum)), added };
}

function reasonsOf(added: ReadonlyMap<MeasureName, number>, isGlass: boolean): ReviewReason[] {
  const sums = new Map<ReviewReason, number>();
  for (const [name, value] of added) {
    const reason = isGlass && WAVERING.has(name) ? 'see-through' : REASON_OF[name];
    sums.set(reason, (sums.get(reason) ?? 0) + value);
  }
  return [...sums]
    .filter(([, sum]) => sum >= SAID_FROM)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_REASONS)
    .map(([reason]) => reason);
}

/** Half the side of what is shown as doubtful, in cells. */
const SHOWN_RADIUS_CELLS = 14;
/** Contrast up to this, in Oklab, makes an edge doubtful. */
const DOUBTFUL_BELOW = 2 * WEAK_BELOW;

/** The place of the gravest doubt; where there is none, the one around which most of the edge is doubtful. */
function placeOf({ alpha, photo, views }: Examined, doubts: readonly Doubt[]): Review['box'] {
  const [gravest] = doubts;
  if (gravest !== undefined) return gravest.box;
  const { widthPx, heightPx } = alpha;
  const heat = Float32Array.from(views.usual.data, (value) => (value >= 64 && value < 192 ? 1 : 0));
  for (const cell of edgeCells(alpha)) if (contrastAt(cell, alpha, photo) < DOUBTFUL_BELOW) heat[cell] += 1;
  boxMean(heat, heat, widthPx, heightPx, SHOWN_RADIUS_CELLS, new Float32Array(heat.length));
  let hottest = 0;
  for (let i = 1; i < heat.length; i++) if (heat[i] > heat[hottest]) hottest = i;
  if (heat[hottest] === 0) return null;
  const x = hottest % widthPx;
  const y = (hottest - x) / widthPx;
  const [left, right] = [Math.max(0, x - SHOWN_RADIUS_CELLS), Math.min(widthPx, x + SHOWN_RADIUS_CELLS + 1)];
  const [top, bottom] = [Math.max(0, y - SHOWN_RADIUS_CELLS), Math.min(heightPx, y + SHOWN_RADIUS_CELLS + 1)];
  return {
    x: left / widthPx,
    y: top / heightPx,
    width: (right - left) / widthPx,
    height: (bottom - top) / heightPx,
  };
}

/** Signals that a cut-out needs correction. Each grows with that probability, or its weight is learned. */
export const measuresOf = (cutOut: Examined) => ({
  ...agreementMeasures(cutOut),
  ...edgeMeasures(cutOut),
  ...shapeMeasures(cutOut),
  ...groundMeasures(cutOut),
});

/** @lab */
export type Measures = ReturnType<typeof measuresOf>;
export type MeasureName = keyof Measures;

/** Less contrast than this is not counted as less. */
const LEAST_CONTRAST = 0.005;
/** A tenth of the edge is the weakest of it that counts. */
const WEAK_RANK = 0.1;
/** Alpha between these is soft. */
const SOFT = { above: 24, below: 232 } as const;

/** How clear the edge is: in the photo's colors, in alpha, and in how winding it is. */
function edgeMeasures({ fine: { alpha, photo } }: Examined) {
  const edge = edgeCells(alpha);
  const contrasts = Float32Array.from(
    edge.map((cell) => contrastAt(cell, alpha, photo)).filter((contrast) => Number.isFinite(contrast)),
  ).toSorted();
  const weak = contrasts.filter((contrast) => contrast < WEAK_BELOW).length;
  const at = (rank: number): number =>
    -Math.log(Math.max(LEAST_CONTRAST, contrasts[Math.floor(rank * contrasts.length)] ?? 1));
  let [soft, inside] = [0, 0];
  for (const value of alpha.data) {
    if (value > SOFT.above && value < SOFT.below) soft++;
    if (value >= SOFT.below) inside++;
  }
  return {
    /** The share of the edge whose sides have one color. */
    weakEdge: contrasts.length === 0 ? 1 : weak / contrasts.length,
    /** How little the sides differ, at the edge's weakest tenth and in its middle. */
    weakestEdge: at(WEAK_RANK),
    middleEdge: at(0.5),
    /** Soft cells for each of the edge's: 1 to 2 for a sharp edge, more for hair, glass and doubt. */
    softness: Math.log1p(soft / Math.max(1, edge.length)),
    /** How winding the edge is for what it holds: 0 for a disc. */
    winding: Math.log(Math.max(1, edge.length / Math.sqrt(4 * Math.PI * Math.max(1, inside)))),
  };
}
