import { clamp } from './numbers.ts';

/** Measures of a photo farther from the mean than so many deviations count as that many. */
const FARTHEST = 3;
/** Measures are kept as bytes. */
const STEPS = 127 / FARTHEST;

/** What makes photos similar for one question. @lab */
export interface Likeness {
  /** How much each measure counts. */
  readonly weights: readonly number[];
  /** How fast similarity falls with distance. */
  readonly fall: number;
}

/** A question whose answers are numbers, each a mean and what each remembered photo adds to it, by its similarity. */
export interface Question extends Likeness {
  readonly answers: readonly { readonly mean: number; readonly shares: readonly number[] }[];
}

/** Photos of which the view is known, made by `lab/quality/learn-views.ts`. */
export interface Memory {
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  /** Measures of each photo, one after the other, a signed byte each, in Base64. */
  readonly photos: string;
}

/** Measures of a photo in deviations from the mean. */
export const standardized = (
  { means, deviations }: Pick<Memory, 'means' | 'deviations'>,
  measures: readonly number[],
): number[] => measures.map((value, k) => clamp((value - means[k]) / deviations[k], -FARTHEST, FARTHEST));

/** @lab */
export const packed = (value: number): number => Math.round(value * STEPS);

/** The remembered photos' standardized measures. */
export function photosOf({ photos, means }: Memory): Float32Array[] {
  const bytes = Int8Array.from(atob(photos), (character) => character.charCodeAt(0));
  return Array.from({ length: bytes.length / means.length }, (_, row) =>
    Float32Array.from(bytes.subarray(row * means.length, (row + 1) * means.length), (step) => step / STEPS),
  );
}

/** From 0 to 1: how similar two photos are. @lab */
export function likeness(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  { weights, fall }: Likeness,
): number {
  let [sum, all] = [0, 0];
  for (let k = 0; k < weights.length; k++) {
    sum += weights[k] * (one[k] - other[k]) ** 2;
    all += weights[k];
  }
  return Math.exp((-fall * sum) / all);
}

/** The answers for a photo, and how similar the most similar remembered one is. */
export function recall(
  photos: readonly ArrayLike<number>[],
  photo: ArrayLike<number>,
  question: Question,
): { answers: number[]; nearest: number } {
  const likenesses = photos.map((known) => likeness(photo, known, question));
  return {
    answers: question.answers.map(({ mean, shares }) =>
      likenesses.reduce((sum, value, i) => sum + value * shares[i], mean),
    ),
    nearest: Math.max(0, ...likenesses),
  };
}
