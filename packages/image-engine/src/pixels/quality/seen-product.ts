import type { AlphaRaster, Box } from '../raster/raster.ts';

/** Where the product is seen in a picture, on a part of it. */
export interface SeenProduct {
  /** From 0 to 255, of the size of the part. */
  readonly matte: AlphaRaster;
  readonly at: Pick<Box, 'xPx' | 'yPx'>;
}
