import { agreementMeasures } from './agreement.ts';
import { edgeMeasures } from './edge-review.ts';
import type { Examined } from './examined.ts';
import { groundMeasures } from './background-review.ts';
import { shapeMeasures } from './shape-review.ts';

/** What tells whether a cut-out needs a hand. Each grows with how likely that is, or is left to what was learned. */
export const measuresOf = (cutOut: Examined) => ({
  ...agreementMeasures(cutOut),
  ...edgeMeasures(cutOut),
  ...shapeMeasures(cutOut),
  ...groundMeasures(cutOut),
});

export type Measures = ReturnType<typeof measuresOf>;
export type MeasureName = keyof Measures;
