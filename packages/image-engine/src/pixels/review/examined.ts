import { alphaOnGrid, halfOf, halfOfPart } from '../doubts/halves.ts';
import type { Unsure } from '../looks/join.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../raster.ts';

/** What the network saw of a photo, before anything was made of it. */
export interface Views {
  /** From where the photo fills the picture. */
  readonly usual: AlphaRaster;
  /** Small and from afar, as means of four cells each way; absent where the network takes one size alone. */
  readonly scout?: AlphaRaster;
  /** From farther away; absent where the scout saw nothing else. */
  readonly far?: AlphaRaster;
}

/** A cut-out with all that may tell whether it is right, on a grid half as fine as the network's picture. */
export interface Examined {
  /** The final alpha. */
  readonly alpha: AlphaRaster;
  readonly photo: RgbRaster;
  /** The network's views on the same grid, apart from the scout's, which has half as many cells each way. */
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

/** Brings a result at its full size, and what was seen of it, to the grid that it is examined on. */
export function examined(image: RgbaRaster, { seen, unsure, views }: Sighting): Examined {
  const photo = halfOf(seen);
  return {
    alpha: alphaOnGrid(image, photo),
    photo,
    views: {
      ...views,
      usual: halfOf(views.usual),
      ...(views.far !== undefined && { far: halfOf(views.far) }),
    },
    unsure: unsure.map((part) => halfOfPart(part, seen.widthPx, photo.widthPx)),
  };
}
