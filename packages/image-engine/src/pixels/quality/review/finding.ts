import type { QualityFlag, FlagPlace } from '@packshot/contract';
import type { AlphaRaster, Box, RgbRaster } from '../../raster/raster.ts';

/** Quality flag with its severity: the share of the confidence that it removes, 0 to 1. */
export interface ReviewFinding {
  readonly reason: QualityFlag['reason'];
  readonly box: Box;
  readonly weight: number;
  /** Side of the photo; set only if the flagged place is at the photo's border. */
  readonly place?: FlagPlace;
}

/** Inputs for computing quality flags: the cut-out on a grid, and intermediate results. */
export interface Judged {
  /** Final alpha of the cut-out. */
  readonly alpha: AlphaRaster;
  /** Photo of the product, on the same grid as alpha. */
  readonly photo: RgbRaster;
  readonly box: Box;
  readonly objectCells: number;
}

/** Alpha from which a cell belongs to the object. */
export const INSIDE = 128;
