import type { Placement } from '@packshot/contract';
import type { Pair } from './pairs.ts';

/** A rendered pair, as `pair.json` beside its pictures says it. */
export interface PairItem extends Pair {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly elevationDeg: number;
  /** Where the product is in the truth, for the composite to be laid over it. */
  readonly placement: Placement;
  /** What the render was multiplied by, so that its ground is as bright as the set's. */
  readonly exposure: number;
}
