import type { CutOutFacts, Pose, StyleFacts } from '@packshot/contract';
import type { KnownProduct } from '../../pixels/quality/channels/known-product.ts';
import type { Planes } from '../../pixels/matte/auxiliary-maps.ts';
import type { Box, RgbaRaster } from '../../pixels/raster/raster.ts';

/** A product as all outputs need it. */
export interface RecipeProduct {
  /** The whole photo, transparent around the product. */
  readonly image: RgbaRaster;
  readonly planes: Planes;
  readonly cutOut: CutOutFacts | null;
  /** As it was seen, for a shadow that is computed; null: not known. */
  readonly pose: () => Pose | null;
}

/** A picture that was made for an output; `title` of the studio set in it. */
export interface MadePicture {
  readonly picture: RgbaRaster;
  readonly title: string | null;
  /** Which part of the photo lies where in it; null where that is not simply a part that was moved and scaled. */
  readonly placed: { readonly part: Box; readonly at: Box } | null;
  /** Size of the product compared with the photo: above 1 it was enlarged. Null if it isn't seen. */
  readonly scale: number | null;
  /** Where the product is in it, as the cut-out tells; null: not known. */
  readonly known: KnownProduct | null;
  /** Measured on the picture. */
  readonly style: () => StyleFacts;
}
