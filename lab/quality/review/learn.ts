// Learns the review score from cut-outs that are known to be right or wrong.
import type { MeasureName, Measures, ReviewWeights } from '../../../packages/image-engine/src/pixels/quality/review/review.ts';
import { scoreMeasures } from '../../../packages/image-engine/src/pixels/quality/review/review.ts';
import type { Case } from './cases.ts';
import { fitLogistic } from './fit.ts';
import type { Judged } from './fit.ts';

/**
 * Cost, in examples, of a difference of 1 between a weight and the common one. Chosen on left-out products of the
 * tuning part: nearly the best score, with plausible reasons.
 */
const KEPT_ALIKE = 24;

/** Share of failures in the catalogs for which the score is meant; the set itself is made to be hard and has more. */
const FAILING_SHARE = 0.1;
const logOdds = (share: number): number => Math.log(share / (1 - share));

/** Case with the measurements of its cut-out. Refused photos aren't included, because they need no score. */
export interface Measured {
  readonly case: Case;
  readonly iou: number;
  readonly isFailure: boolean;
  readonly measures: Measures;
}

const roundTo4 = (value: number): number => Number(value.toPrecision(4));

/** Learns the weights of the review score. */
export function learnFrom(rows: readonly Measured[]): ReviewWeights {
  const names = Object.keys(rows[0]?.measures ?? {}) as MeasureName[];
  const scales = names.map((name) => {
    const values = rows.flatMap(({ measures }) => measures[name] ?? []);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    return { mean: roundTo4(mean), deviation: roundTo4(deviation + 1e-6) };
  });
  const { intercept, weights } = fitLogistic(
    rows.map(({ measures, isFailure }) => ({
      values: names.map(
        (name, k) => ((measures[name] ?? scales[k].mean) - scales[k].mean) / scales[k].deviation,
      ),
      isFailure,
    })),
    KEPT_ALIKE,
  );
  const measures = Object.fromEntries(
    names.map((name, k) => [name, { ...scales[k], weight: roundTo4(weights[k]) }]),
  ) as ReviewWeights['measures'];
  const failing = rows.filter(({ isFailure }) => isFailure).length / rows.length;
  const shifted = intercept + logOdds(FAILING_SHARE) - logOdds(failing);
  return { intercept: roundTo4(shifted), measures };
}

/** Adds the score that each case would get. */
export const scoreRows = (rows: readonly Measured[], learned: ReviewWeights): (Measured & Judged)[] =>
  rows.map((row) => ({ ...row, score: scoreMeasures(row.measures, learned).score }));
