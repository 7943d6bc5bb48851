import { clamp } from './numbers.ts';

/** Limit for standardized measurements, in standard deviations. */
const FARTHEST = 3;
/** Factor for storing standardized measurements as signed bytes. */
const STEPS = 127 / FARTHEST;

/** Parameters for comparing photos with regard to one question. @lab */
export interface Likeness {
  /** Weight of each measurement in the comparison. */
  readonly weights: readonly number[];
  /** Strength by which similarity falls with the distance between two photos' measurements. */
  readonly fall: number;
}

/**
 * Question that the model answers with numbers. Each answer is a mean plus a contribution from each training photo,
 * weighted by its similarity.
 */
export interface Question extends Likeness {
  readonly answers: readonly { readonly mean: number; readonly shares: readonly number[] }[];
}

/** Training photos with known views, made by `lab/quality/learn-views.ts`. */
export interface Memory {
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  /** Measurements of all training photos, concatenated, as signed bytes in Base64. */
  readonly photos: string;
}

/** Measurements of a photo, converted to standard deviations from the mean. */
export const standardize = (
  { means, deviations }: Pick<Memory, 'means' | 'deviations'>,
  measures: readonly number[],
): number[] => measures.map((value, k) => clamp((value - means[k]) / deviations[k], -FARTHEST, FARTHEST));

/** Exported for the scripts in `lab/`. @lab */
export const quantizeFeature = (value: number): number => Math.round(value * STEPS);

/** Standardized measurements of the training photos. */
export function decodePhotos({ photos, means }: Memory): Float32Array[] {
  const bytes = Int8Array.from(atob(photos), (character) => character.charCodeAt(0));
  return Array.from({ length: bytes.length / means.length }, (_, row) =>
    Float32Array.from(bytes.subarray(row * means.length, (row + 1) * means.length), (step) => step / STEPS),
  );
}

/** Similarity of two photos, from 0 to 1. @lab */
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

/** Answers of the model for a photo, and its similarity to the most similar training photo. */
export function answerFromMemory(
  photos: readonly ArrayLike<number>[],
  photo: ArrayLike<number>,
  question: Question,
): { answers: number[]; nearest: number } {
  const likenesses = photos.map((knownPhoto) => likeness(photo, knownPhoto, question));
  return {
    answers: question.answers.map(({ mean, shares }) =>
      likenesses.reduce((sum, value, i) => sum + value * shares[i], mean),
    ),
    nearest: Math.max(0, ...likenesses),
  };
}
