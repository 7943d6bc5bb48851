import type { QualityFlag, Review, ReviewReason } from '@packshot/contract';
import { boxMean } from '../../raster/box-filter.ts';
import { contrastAt, edgeCells, WEAK_BELOW } from './contrast.ts';
import type { Examined } from './examined.ts';
import LEARNED from './review-weights.json' with { type: 'json' };
import { agreementMeasures } from './agreement.ts';
import { backgroundMeasures } from './background-review.ts';
import { shapeMeasures } from './shape-review.ts';

/** Weights learned from cut-outs that are known to be right or wrong (lab/quality/review). @lab */
export interface ReviewWeights {
  readonly intercept: number;
  readonly measures: Readonly<Record<MeasureName, LearnedMeasure>>;
}

interface LearnedMeasure {
  /** Mean and standard deviation of the measure in the training data; a missing measure counts as the mean. */
  readonly mean: number;
  readonly deviation: number;
  /** Change of the log odds per standard deviation of the measure. */
  readonly weight: number;
}

const learned: ReviewWeights = LEARNED;

/** Reason that is shown to the user if a measure is conspicuous. */
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

/** Minimum contribution of a measure to the log odds for showing its reason. */
const SAID_FROM = 0.25;
const MOST_REASONS = 3;
/** Share of transparent area, as a square root, from which the network's uncertainty is attributed to glass. */
const GLASS_FROM = 0.3;
const WAVERING: ReadonlySet<MeasureName> = new Set<MeasureName>(['wavers', 'farWavers']);

/** Predicts the probability that a cut-out needs correction, with reasons and the place to be checked. */
export function reviewCutOut(cutOut: Examined, doubts: readonly QualityFlag[]): Review {
  const measures = computeMeasures(cutOut);
  const { score, added } = scoreMeasures(measures, learned);
  return {
    score: Math.round(score * 1000) / 1000,
    reasons: listReasons(added, measures.clear >= GLASS_FROM),
    box: findPlace(cutOut, doubts),
  };
}

/** Probability that a cut-out needs correction, and the contribution of each measure to its log odds. @lab */
export function scoreMeasures(
  measures: Measures,
  { intercept, measures: weightsByMeasure }: ReviewWeights,
): { readonly score: number; readonly added: ReadonlyMap<MeasureName, number> } {
  const added = new Map<MeasureName, number>();
  for (const name of Object.keys(weightsByMeasure) as MeasureName[]) {
    const { mean, deviation, weight } = weightsByMeasure[name];
    added.set(name, (weight * ((measures[name] ?? mean) - mean)) / deviation);
  }
  const sum = [...added.values()].reduce((total, value) => total + value, intercept);
  return { score: 1 / (1 + Math.exp(-sum)), added };
}

function listReasons(added: ReadonlyMap<MeasureName, number>, isGlass: boolean): ReviewReason[] {
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

/** Half the side of the box that highlights a place, in cells. */
const SHOWN_RADIUS_CELLS = 14;
/** Oklab contrast below which the object's edge is doubtful. */
const DOUBTFUL_BELOW = 2 * WEAK_BELOW;

/**
 * Place of the most serious quality flag. Without a flag, the place with the most doubtful edge cells and undecided
 * mask values; null if there are none.
 */
function findPlace({ alpha, photo, views }: Examined, doubts: readonly QualityFlag[]): Review['box'] {
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

/** Measures from which the probability that a cut-out needs correction is predicted. */
export const computeMeasures = (cutOut: Examined) => ({
  ...agreementMeasures(cutOut),
  ...edgeMeasures(cutOut),
  ...shapeMeasures(cutOut),
  ...backgroundMeasures(cutOut),
});

/** Exported for the scripts in `lab/`. @lab */
export type Measures = ReturnType<typeof computeMeasures>;
export type MeasureName = keyof Measures;

/** Lower limit for contrast, applied before taking its logarithm. */
const LEAST_CONTRAST = 0.005;
/** Quantile of the contrast along the edge that represents the weakest part of the edge. */
const WEAK_RANK = 0.1;
/** Range of alpha values that count as soft. */
const SOFT = { above: 24, below: 232 } as const;

/** Measures how clear the object's edge is: by the photo's colors, by alpha, and by the edge's length. */
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
    /** Share of the edge with nearly equal colors on both sides. */
    weakEdge: contrasts.length === 0 ? 1 : weak / contrasts.length,
    /** Negative logarithm of the contrast between both sides of the edge, at its weakest tenth and at its median. */
    weakestEdge: at(WEAK_RANK),
    middleEdge: at(0.5),
    /**
     * Number of soft cells per edge cell, as a logarithm: 1 to 2 cells for a sharp edge, more for hair, glass and
     * uncertainty.
     */
    softness: Math.log1p(soft / Math.max(1, edge.length)),
    /** Length of the edge relative to the object's area, as a logarithm: 0 for a disc, more for a winding outline. */
    winding: Math.log(Math.max(1, edge.length / Math.sqrt(4 * Math.PI * Math.max(1, inside)))),
  };
}
