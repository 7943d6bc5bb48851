import { alphaOnGrid, halveRaster, halfOfPart } from '../../matte/passes/halves.ts';
import type { Unsure } from '../../matte/passes/join-passes.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../../raster/raster.ts';

/** Unprocessed masks from the network's passes over a photo, averaged over 4 x 4 cells. */
export interface Views {
  /** Mask of the usual pass, in which the photo fills the network's input. */
  readonly usual: AlphaRaster;
  /**
   * Mask of the scout, a small far pass (with the photo smaller inside the input); undefined if the network accepts
   * only one size.
   */
  readonly scout?: AlphaRaster;
  /** Mask of the full far pass; undefined if the scout showed no difference to the usual pass. */
  readonly far?: AlphaRaster;
}

/** Cut-out with all inputs of its quality review, on a grid a quarter as fine as the network's input. */
export interface Examined {
  /** Final alpha of the cut-out. */
  readonly alpha: AlphaRaster;
  readonly photo: RgbRaster;
  /** Alpha and photo on a grid twice as fine, for measuring edges. */
  readonly fine: { readonly alpha: AlphaRaster; readonly photo: RgbRaster };
  readonly views: Views;
  /** Regions on which the network's passes disagree. */
  readonly unsure: readonly Unsure[];
}

/** Intermediate results of cutting out a product. */
interface Sighting {
  /** The photo as the network's input. */
  readonly inputPhoto: RgbRaster;
  /** Regions on which the network's passes disagree, on the grid of `inputPhoto`. */
  readonly unsure: readonly Unsure[];
  readonly views: Views;
}

/** Converts a full-size cut-out and its intermediate results to the grids of the review. */
export function examineCutOut(image: RgbaRaster, { inputPhoto, unsure, views }: Sighting): Examined {
  const photo = halveRaster(inputPhoto);
  const fine = { alpha: alphaOnGrid(image, photo), photo };
  const quarter = halveRaster(photo);
  const parts = unsure.map((part) => halfOfPart(part, inputPhoto.widthPx, photo.widthPx));
  return {
    alpha: halveRaster(fine.alpha),
    photo: quarter,
    fine,
    views,
    unsure: parts.map((part) => halfOfPart(part, photo.widthPx, quarter.widthPx)),
  };
}
