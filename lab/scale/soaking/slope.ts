/** Slope of a straight line through samples: change per hour, with its error. */
export interface Slope {
  readonly perHour: number;
  readonly errorPerHour: number;
}

/**
 * Slope by least squares over the means of blocks. Neighboring samples are correlated, because garbage collection makes
 * a sawtooth pattern; with single samples the error would be underestimated.
 */
export function fitSlope(
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
