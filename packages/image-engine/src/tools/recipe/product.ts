import type { CutOutFacts, Pose, StyleFacts } from '@packshot/contract';
import type { KnownProduct } from '../../pixels/quality/channels/known-product.ts';
import type { AuxiliaryMaps } from '../../pixels/matte/auxiliary-maps.ts';
import type { Box, RgbaRaster } from '../../pixels/raster/raster.ts';

/** A product, prepared for all outputs. */
export interface RecipeProduct {
  /** The whole photo, transparent around the product. */
  readonly image: RgbaRaster;
  readonly planes: AuxiliaryMaps;
  readonly cutOut: CutOutFacts | null;
  /** Pose in the photo, for a computed shadow; null if unknown. */
  readonly pose: () => Pose | null;
}

/** A picture for an output; `title` is that of its studio set. */
export interface OutputPicture {
  readonly picture: RgbaRaster;
  readonly title: string | null;
  /** Region of the photo and its position in the picture; null if the region isn't just moved and scaled. */
  readonly placed: { readonly part: Box; readonly at: Box } | null;
  /** Size of the product relative to the photo; above 1 it was enlarged. Null if it isn't visible. */
  readonly scale: number | null;
  /** Position of the product in the picture by the cut-out; null if unknown. */
  readonly known: KnownProduct | null;
  /** Consistency facts measured on the picture. */
  readonly style: () => StyleFacts;
}
