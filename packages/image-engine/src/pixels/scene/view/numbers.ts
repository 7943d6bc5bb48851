export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

export const computeMean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

interface LineFit {
  readonly slope: number;
  /** Mean distance of the points from the fitted line. */
  readonly misfit: number;
}

/** Fits a straight line through points by least squares. */
export function lineThrough(xs: readonly number[], ys: readonly number[]): LineFit {
  const [meanX, meanY] = [computeMean(xs), computeMean(ys)];
  let [xx, xy] = [0, 0];
  for (const [i, x] of xs.entries()) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (ys[i] - meanY);
  }
  const slope = xx < 1e-9 ? 0 : xy / xx;
  const misfit = computeMean(xs.map((x, i) => Math.abs(ys[i] - meanY - slope * (x - meanX))));
  return { slope, misfit };
}
