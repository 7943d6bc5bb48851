// Logistic regression with small weights, and measures of how well a score separates failures from successes.
import { least } from '../least-squares.ts';

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

export interface Example {
  readonly values: readonly number[];
  readonly isFailure: boolean;
}

export interface Fitted {
  readonly intercept: number;
  readonly weights: readonly number[];
}

const STEPS = 30;
/** Cost of the intercept, small enough to leave it practically free. */
const CONSTANT_COST = 1e-6;

/**
 * Fits weights, none of them negative: removes the most negative one and fits again until there is none. With few
 * examples all measures have similar weights.
 * @param cost cost, in examples, of a difference of 1 between a weight and `ALIKE`
 */
export function fitLogistic(examples: readonly Example[], cost: number): Fitted {
  const count = examples[0]?.values.length ?? 0;
  let kept = Array.from({ length: count }, (_, k) => k);
  for (;;) {
    const rows = examples.map(({ values }) => [1, ...kept.map((k) => values[k])]);
    const targets = examples.map(({ isFailure }) => (isFailure ? 1 : 0));
    const [intercept = 0, ...found] = fitRows(rows, targets, cost);
    const lowest = Math.min(0, ...found);
    if (lowest === 0) {
      const weights = Array.from({ length: count }, () => 0);
      kept.forEach((k, at) => (weights[k] = found[at]));
      return { intercept, weights };
    }
    kept = kept.filter((_, at) => found[at] !== lowest);
  }
}

/** Expected weight of each measure before any example is known, for measures in units of their standard deviation. */
const ALIKE = 0.2;

/**
 * Fits a logistic regression by Newton's method. The last rows pull each weight toward ALIKE; `cost` is their strength.
 */
function fitRows(rows: readonly (readonly number[])[], targets: readonly number[], cost: number): number[] {
  let weights = rows[0]?.map(() => 0) ?? [];
  const pulls = weights.map((_, k) => Math.sqrt(k === 0 ? CONSTANT_COST : cost));
  for (let step = 0; step < STEPS; step++) {
    const chances = rows.map((row) => logistic(row.reduce((sum, value, k) => sum + value * weights[k], 0)));
    const spreads = chances.map((chance) => Math.sqrt(Math.max(1e-6, chance * (1 - chance))));
    const move = least(
      [
        ...rows.map((row, i) => row.map((value) => value * spreads[i])),
        ...pulls.map((pull, k) => pulls.map((_, j) => (j === k ? pull : 0))),
      ],
      [
        ...targets.map((target, i) => (target - chances[i]) / spreads[i]),
        ...pulls.map((pull, k) => pull * ((k === 0 ? 0 : ALIKE) - weights[k])),
      ],
      0,
    );
    weights = weights.map((weight, k) => weight + move[k]);
    if (Math.max(...move.map(Math.abs)) < 1e-6) break;
  }
  return weights;
}

export interface Judged {
  readonly score: number;
  readonly isFailure: boolean;
}

/** Probability that a failure has a higher score than a success. */
export function areaUnderCurve(judged: readonly Judged[]): number {
  const [bad, good] = [true, false].map((is) => judged.filter(({ isFailure }) => isFailure === is));
  let wins = 0;
  for (const { score } of bad ?? [])
    for (const other of good ?? []) wins += score > other.score ? 1 : score === other.score ? 0.5 : 0;
  return wins / ((bad?.length ?? 0) * (good?.length ?? 0));
}

/**
 * Share of the failures that are among the worst-scored tenth, in a catalog with the given share of failures. The
 * examples are weighted to match such a catalog, because the set is made to be hard and contains more failures.
 */
export function caughtInWorst(judged: readonly Judged[], failureShare: number, tenth = 0.1): number {
  const bad = judged.filter(({ isFailure }) => isFailure).length;
  const weigh = ({ isFailure }: Judged): number =>
    isFailure ? failureShare / bad : (1 - failureShare) / (judged.length - bad);
  let [all, caught] = [0, 0];
  for (const one of judged.toSorted((a, b) => b.score - a.score)) {
    const left = Math.min(1, Math.max(0, tenth - all) / weigh(one));
    all += weigh(one);
    if (one.isFailure) caught += left / bad;
  }
  return caught;
}

/** For each band of scores: the count, the mean score, and the share of failures. */
export function reliability(
  judged: readonly Judged[],
  bounds: readonly number[],
): { from: number; to: number; count: number; mean: number; failed: number }[] {
  return bounds.slice(1).map((to, k) => {
    const from = bounds[k] ?? 0;
    const inside = judged.filter(({ score }) => score >= from && (score < to || to === 1));
    const count = inside.length;
    return {
      from,
      to,
      count,
      mean: inside.reduce((sum, { score }) => sum + score, 0) / count,
      failed: inside.filter(({ isFailure }) => isFailure).length / count,
    };
  });
}
