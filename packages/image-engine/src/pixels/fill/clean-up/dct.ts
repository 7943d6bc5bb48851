/** Side of a block in samples, for both JPEG's blocks and the denoising windows. */
export const BLOCK_SIDE = 8;
export const BLOCK_SIZE = BLOCK_SIDE * BLOCK_SIDE;

const HALF_COSINES = Array.from({ length: 8 }, (_, i) => Math.cos((i * Math.PI) / 16) / 2);
const [, C1, C2, C3, C4, C5, C6, C7] = HALF_COSINES as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/**
 * Orthonormal 2D cosine transform of 8 x 8 samples, in place. The results are JPEG's coefficients before quantization
 * (ITU T.81, A.3.3). Row v, column u is the coefficient of vertical frequency v and horizontal frequency u.
 */
export function forwardDct(block: Float32Array): void {
  for (let i = 0; i < BLOCK_SIZE; i += BLOCK_SIDE) forwardLine(block, i, 1);
  for (let i = 0; i < BLOCK_SIDE; i++) forwardLine(block, i, BLOCK_SIDE);
}

export function inverseDct(block: Float32Array): void {
  for (let i = 0; i < BLOCK_SIDE; i++) inverseLine(block, i, BLOCK_SIDE);
  for (let i = 0; i < BLOCK_SIZE; i += BLOCK_SIDE) inverseLine(block, i, 1);
}

function forwardLine(x: Float32Array, at: number, step: number): void {
  const i1 = at + step;
  const i2 = i1 + step;
  const i3 = i2 + step;
  const i4 = i3 + step;
  const i5 = i4 + step;
  const i6 = i5 + step;
  const i7 = i6 + step;
  const s0 = x[at] + x[i7];
  const s1 = x[i1] + x[i6];
  const s2 = x[i2] + x[i5];
  const s3 = x[i3] + x[i4];
  const d0 = x[at] - x[i7];
  const d1 = x[i1] - x[i6];
  const d2 = x[i2] - x[i5];
  const d3 = x[i3] - x[i4];
  const even0 = s0 + s3;
  const even1 = s1 + s2;
  const odd0 = s0 - s3;
  const odd1 = s1 - s2;
  x[at] = (even0 + even1) * C4;
  x[i4] = (even0 - even1) * C4;
  x[i2] = odd0 * C2 + odd1 * C6;
  x[i6] = odd0 * C6 - odd1 * C2;
  x[i1] = d0 * C1 + d1 * C3 + d2 * C5 + d3 * C7;
  x[i3] = d0 * C3 - d1 * C7 - d2 * C1 - d3 * C5;
  x[i5] = d0 * C5 - d1 * C1 + d2 * C7 + d3 * C3;
  x[i7] = d0 * C7 - d1 * C5 + d2 * C3 - d3 * C1;
}

function inverseLine(x: Float32Array, at: number, step: number): void {
  const i1 = at + step;
  const i2 = i1 + step;
  const i3 = i2 + step;
  const i4 = i3 + step;
  const i5 = i4 + step;
  const i6 = i5 + step;
  const i7 = i6 + step;
  const even0 = (x[at] + x[i4]) * C4;
  const even1 = (x[at] - x[i4]) * C4;
  const odd0 = x[i2] * C2 + x[i6] * C6;
  const odd1 = x[i2] * C6 - x[i6] * C2;
  const s0 = even0 + odd0;
  const s1 = even1 + odd1;
  const s2 = even1 - odd1;
  const s3 = even0 - odd0;
  const d0 = x[i1] * C1 + x[i3] * C3 + x[i5] * C5 + x[i7] * C7;
  const d1 = x[i1] * C3 - x[i3] * C7 - x[i5] * C1 - x[i7] * C5;
  const d2 = x[i1] * C5 - x[i3] * C1 + x[i5] * C7 + x[i7] * C3;
  const d3 = x[i1] * C7 - x[i3] * C5 + x[i5] * C3 - x[i7] * C1;
  x[at] = s0 + d0;
  x[i1] = s1 + d1;
  x[i2] = s2 + d2;
  x[i3] = s3 + d3;
  x[i4] = s3 - d3;
  x[i5] = s2 - d2;
  x[i6] = s1 - d1;
  x[i7] = s0 - d0;
}
