const BINS = 1024;

/** Weighted quantile of values from 0 to 1, to a thousandth; 0 without any weight. */
export function quantile(values: Float32Array, weight: Float32Array, share: number): number {
  const sums = new Float64Array(BINS);
  let whole = 0;
  for (let i = 0; i < weight.length; i++) {
    if (weight[i] === 0) continue;
    sums[Math.max(0, Math.min(BINS - 1, Math.floor(values[i] * BINS)))] += weight[i];
    whole += weight[i];
  }
  if (whole === 0) return 0;
  let remaining = share * whole;
  const bin = sums.findIndex((sum) => (remaining -= sum) <= 0);
  return (Math.max(0, bin) + 0.5) / BINS;
}
