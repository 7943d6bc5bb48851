/** Three by three matrices. */

/** Rows one after another. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

const SMALLEST_DETERMINANT = 1e-9;

export const applied = (
  m: Matrix,
  [x, y, z]: readonly [number, number, number],
): [number, number, number] => [
  m[0] * x + m[1] * y + m[2] * z,
  m[3] * x + m[4] * y + m[5] * z,
  m[6] * x + m[7] * y + m[8] * z,
];

export function product(a: Matrix, b: Matrix): Matrix {
  const column = (i: 0 | 1 | 2): [number, number, number] => applied(a, [b[i], b[i + 3] ?? 0, b[i + 6] ?? 0]);
  const [x, y, z] = [column(0), column(1), column(2)];
  return [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
}

/** Inverse of a matrix, or null for a singular one. */
export function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (Math.abs(determinant) < SMALLEST_DETERMINANT) return null;
  const cofactors: Matrix = [
    ...([e * i - f * h, c * h - b * i, b * f - c * e] as const),
    ...([f * g - d * i, a * i - c * g, c * d - a * f] as const),
    ...([d * h - e * g, b * g - a * h, a * e - b * d] as const),
  ];
  const [p, q, r, s, t, u, v, w, x] = cofactors;
  const k = 1 / determinant;
  return [p * k, q * k, r * k, s * k, t * k, u * k, v * k, w * k, x * k];
}
