import { alphaOnGrid, halfOf, halfOfPart } from '../../matte/passes/halves.ts';
import type { Unsure } from '../../matte/passes/join-passes.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../../raster/raster.ts';

/** What the network saw of a photo, before anything was made of it: means of four of its cells each way. */
export interface Views {
  /** From where the photo fills the picture. */
  readonly usual: AlphaRaster;
  /** Small and from afar; absent where the network takes one size alone. */
  readonly scout?: AlphaRaster;
  /** From farther away; absent where the scout saw nothing else. */
  readonly far?: AlphaRaster;
}

/** A cut-out with all that may tell whether it is right, on a grid a quarter as fine as the network's picture. */
export interface Examined {
  /** The final alpha. */
  readonly alpha: AlphaRaster;
  readonly photo: RgbRaster;
  /** Both on a grid twice as fine, which edges need. */
  readonly fine: { readonly alpha: AlphaRaster; readonly photo: RgbRaster };
  readonly views: Views;
  /** Parts of which the views are not of one mind. */
  readonly unsure: readonly Unsure[];
}

/** What was seen while a product was cut out. */
interface Sighting {
  /** The photo as the network saw it. */
  readonly seen: RgbRaster;
  /** On its grid. */
  readonly unsure: readonly Unsure[];
  readonly views: Views;
}

/** Brings a result at its full size, and what was seen of it, to the grids that it is examined on. */
export function examined(image: RgbaRaster, { seen, unsure, views }: Sighting): Examined {
  const photo = halfOf(seen);
  const fine = { alpha: alphaOnGrid(image, photo), photo };
  const quarter = halfOf(photo);
  const parts = unsure.map((part) => halfOfPart(part, seen.widthPx, photo.widthPx));
  return {
    alpha: halfOf(fine.alpha),
    photo: quarter,
    fine,
    views,
    unsure: parts.map((part) => halfOfPart(part, photo.widthPx, quarter.widthPx)),
  };
}
