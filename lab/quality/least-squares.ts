/** Solves a symmetric, positive definite system for several right-hand sides, by Cholesky decomposition. */
export function solve(
  matrix: readonly (readonly number[])[],
  sides: readonly (readonly number[])[],
): number[][] {
  const n = matrix.length;
  const lower = Array.from({ length: n }, () => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = matrix[i][k];
      for (let j = 0; j < k; j++) sum -= lower[i][j] * lower[k][j];
      lower[i][k] = i === k ? Math.sqrt(sum) : sum / lower[k][k];
    }
  }
  // Transposed copy, because reading down the columns would miss the processor's cache.
  const upper = lower.map((_, i) => Float64Array.from(lower, (row) => row[i]));
  return sides.map((side) => {
    const values = [...side];
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) values[i] -= lower[i][j] * values[j];
      values[i] /= lower[i][i];
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let j = i + 1; j < n; j++) values[i] -= upper[i][j] * values[j];
      values[i] /= lower[i][i];
    }
    return values;
  });
}

/** Ridge regression: weights that fit the rows to the targets, kept small by `noise`. */
export function least(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  noise: number,
): number[] {
  const [first = []] = rows;
  const matrix = first.map((_, i) =>
    first.map((__, k) => rows.reduce((sum, row) => sum + row[i] * row[k], i === k ? noise : 0)),
  );
  const side = first.map((_, i) => rows.reduce((sum, row, at) => sum + row[i] * targets[at], 0));
  return solve(matrix, [side])[0] ?? [];
}
