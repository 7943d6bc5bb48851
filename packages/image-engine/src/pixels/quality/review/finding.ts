import type { Doubt, DoubtPlace } from '@packshot/contract';
import type { AlphaRaster, Box, RgbRaster } from '../../raster/raster.ts';

/** A quality flag with its severity: the share of the confidence that it removes, 0 to 1. */
export interface ReviewFinding {
  readonly reason: Doubt['reason'];
  readonly box: Box;
  readonly weight: number;
  /** Set if the place is at the photo's border. */
  readonly place?: DoubtPlace;
}

/** Inputs for quality flags: the result on a grid, and intermediate results. */
export interface Judged {
  /** Final alpha. */
  readonly alpha: AlphaRaster;
  /** The photo, on the same grid. */
  readonly photo: RgbRaster;
  /** Bounding box of the object. */
  readonly box: Box;
  readonly objectCells: number;
}

/** Alpha from which a cell belongs to the object. */
export const INSIDE = 128;
