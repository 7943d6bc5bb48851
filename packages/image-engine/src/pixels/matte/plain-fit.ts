/** Value that changes slowly over a picture: a polynomial of second degree in x and y from -1 to 1. */
export type PolynomialSurface = Float64Array;

export interface FitPoint {
  readonly x: number;
  readonly y: number;
}

const TERMS = 6;
const ROUNDS = 8;
/**
 * Factor by which the tolerance is wider in the first round, to recover from a wrong initial fit; it decreases by 1 in
 * each further round, down to 1.
 */
const WIDE_ROUNDS = 3;
/** Small regularization that makes the solution unique even if all samples are on a line. */
const RIDGE = 1e-3;

export const valueAt = (surface: PolynomialSurface, x: number, y: number): number =>
  surface[0] + x * (surface[1] + x * surface[3] + y * surface[4]) + y * (surface[2] + y * surface[5]);

/** Values of a surface along one row, as a polynomial in x: constant, linear and square term. */
export const alongRow = (surface: PolynomialSurface, y: number): readonly [number, number, number] => [
  surface[0] + y * (surface[2] + y * surface[5]),
  surface[1] + y * surface[4],
  surface[3],
];

/**
 * Surface that fits most samples (iteratively reweighted least squares with Tukey's weights, starting from the
 * median). Samples that deviate from it by more than `within`, such as shadows or other objects, have no weight.
 */
export function fitSurface<S extends FitPoint>(
  samples: readonly S[],
  readValue: (sample: S) => number,
  within: number,
): PolynomialSurface {
  const values = Float64Array.from(samples, readValue);
  let surface: PolynomialSurface = new Float64Array(TERMS);
  surface[0] = values.toSorted()[values.length >> 1];
  const terms = new Float64Array(TERMS);
  terms[0] = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const reach = within * Math.max(1, WIDE_ROUNDS - round);
    const system = new Float64Array(TERMS * (TERMS + 1));
    for (let i = 0; i < values.length; i++) {
      const { x, y } = samples[i];
      const off = (values[i] - valueAt(surface, x, y)) / reach;
      if (off <= -1 || off >= 1) continue;
      const weight = (1 - off * off) ** 2;
      terms[1] = x;
      terms[2] = y;
      terms[3] = x * x;
      terms[4] = x * y;
      terms[5] = y * y;
      for (let row = 0; row < TERMS; row++) {
        const weighted = weight * terms[row];
        const at = row * (TERMS + 1);
        for (let column = 0; column < TERMS; column++) system[at + column] += weighted * terms[column];
        system[at + TERMS] += weighted * values[i];
      }
    }
    for (let row = 0; row < TERMS; row++) system[row * (TERMS + 2)] += RIDGE;
    system[TERMS] += RIDGE * surface[0];
    surface = solveSystem(system);
  }
  return surface;
}

/** Gaussian elimination of a symmetric positive definite system with its right side as last column; overwrites the system. */
function solveSystem(system: Float64Array): Float64Array {
  const width = TERMS + 1;
  for (let pivot = 0; pivot < TERMS; pivot++) {
    for (let row = pivot + 1; row < TERMS; row++) {
      const factor = system[row * width + pivot] / system[pivot * width + pivot];
      for (let column = pivot; column < width; column++)
        system[row * width + column] -= factor * system[pivot * width + column];
    }
  }
  const result = new Float64Array(TERMS);
  for (let row = TERMS - 1; row >= 0; row--) {
    let rest = system[row * width + TERMS];
    for (let column = row + 1; column < TERMS; column++)
      rest -= system[row * width + column] * result[column];
    result[row] = rest / system[row * width + row];
  }
  return result;
}
