import { alphaOnGrid, halveRaster, halfOfPart } from '../../matte/passes/halves.ts';
import type { Unsure } from '../../matte/passes/join-passes.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../../raster/raster.ts';

/** Raw passes of the network over a photo, averaged over 4 x 4 cells. */
export interface Views {
  /** Usual pass, in which the photo fills the picture. */
  readonly usual: AlphaRaster;
  /** Small far pass; absent if the network accepts only one size. */
  readonly scout?: AlphaRaster;
  /** Far pass; absent if the scout saw no difference. */
  readonly far?: AlphaRaster;
}

/** A cut-out with all inputs of the review, on a grid a quarter as fine as the network's picture. */
export interface Examined {
  /** Final alpha. */
  readonly alpha: AlphaRaster;
  readonly photo: RgbRaster;
  /** Alpha and photo on a grid twice as fine, for measuring edges. */
  readonly fine: { readonly alpha: AlphaRaster; readonly photo: RgbRaster };
  readonly views: Views;
  /** Regions on which the passes disagree. */
  readonly unsure: readonly Unsure[];
}

/** Intermediate results of cutting out a product. */
interface Sighting {
  /** The photo as the network's input. */
  readonly seen: RgbRaster;
  /** Regions on the grid of `seen`. */
  readonly unsure: readonly Unsure[];
  readonly views: Views;
}

/** Converts a full-size result and its intermediate results to the grids of the review. */
export function examined(image: RgbaRaster, { seen, unsure, views }: Sighting): Examined {
  const photo = halveRaster(seen);
  const fine = { alpha: alphaOnGrid(image, photo), photo };
  const quarter = halveRaster(photo);
  const parts = unsure.map((part) => halfOfPart(part, seen.widthPx, photo.widthPx));
  return {
    alpha: halveRaster(fine.alpha),
    photo: quarter,
    fine,
    views,
    unsure: parts.map((part) => halfOfPart(part, photo.widthPx, quarter.widthPx)),
  };
}
