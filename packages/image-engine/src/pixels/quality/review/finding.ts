import type { Doubt, DoubtPlace } from '@packshot/contract';
import type { AlphaRaster, Box, RgbRaster } from '../../raster/raster.ts';

/** A doubt with how grave it is: the share of the confidence that it takes, 0 to 1. */
export interface Finding {
  readonly reason: Doubt['reason'];
  readonly box: Box;
  readonly weight: number;
  /** Known for what lies at the photo's border. */
  readonly place?: DoubtPlace;
}

/** What doubts are found in: the result on a grid, and what was seen there. */
export interface Judged {
  /** The final alpha. */
  readonly alpha: AlphaRaster;
  /** The photo, on the same grid. */
  readonly photo: RgbRaster;
  /** Of the object. */
  readonly box: Box;
  readonly objectCells: number;
}

/** From this alpha on a cell is the object's. */
export const INSIDE = 128;
