/** A straight line through values: how much more there is each hour, and how unsure that is. */
export interface Slope {
  readonly perHour: number;
  /** Of one standard deviation. */
  readonly errorPerHour: number;
}

/**
 * By least squares over means of blocks, because neighboring samples resemble each other: garbage collection is a saw, and single samples
 * would make the error look smaller than it is.
 */
export function slopeOf(
  samples: readonly { readonly atMs: number; readonly value: number }[],
  blockMs: number,
): Slope {
  const blocks = [...Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / blockMs)).values()].map(
    (block) => ({
      hours: mean(block.map(({ atMs }) => atMs)) / 3_600_000,
      value: mean(block.map(({ value }) => value)),
    }),
  );
  const middle = {
    hours: mean(blocks.map(({ hours }) => hours)),
    value: mean(blocks.map(({ value }) => value)),
  };
  let [over, under] = [0, 0];
  for (const { hours, value } of blocks) {
    over += (hours - middle.hours) * (value - middle.value);
    under += (hours - middle.hours) ** 2;
  }
  if (blocks.length < 3 || under === 0) return { perHour: 0, errorPerHour: Infinity };
  const perHour = over / under;
  const left = blocks.reduce(
    (sum, { hours, value }) => sum + (value - middle.value - perHour * (hours - middle.hours)) ** 2,
    0,
  );
  return { perHour, errorPerHour: Math.sqrt(left / (blocks.length - 2) / under) };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;
