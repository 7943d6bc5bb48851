import type { Placement } from '@packshot/contract';
import type { Pair } from './pairs.ts';

/** Rendered pair, as stored in `pair.json` beside its pictures. */
export interface PairItem extends Pair {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly elevationDeg: number;
  /** Position of the product in the truth, at which the composite places it too. */
  readonly placement: Placement;
  /** Factor by which the render was multiplied to make its ground as bright as the set's. */
  readonly exposure: number;
}
