import type { CutOutFacts, ReadView, StyleFacts } from '@packshot/contract';
import type { KnownProduct } from '../../pixels/quality/channels/known-product.ts';
import type { AuxiliaryMaps } from '../../pixels/matte/auxiliary-maps.ts';
import type { Box, RgbaRaster } from '../../pixels/raster/raster.ts';

/** Product that is prepared for all outputs of a recipe. */
export interface RecipeProduct {
  /** Whole photo, transparent around the product. */
  readonly image: RgbaRaster;
  readonly maps: AuxiliaryMaps;
  readonly cutOut: CutOutFacts | null;
  /** Returns the product's camera view in the photo; null if unknown. */
  readonly view: () => ReadView | null;
}

/** Picture for an output of a recipe; `title` is the title of its studio set. */
export interface OutputPicture {
  readonly picture: RgbaRaster;
  readonly title: string | null;
  /** True if the studio set shows products of another size, pose or camera angle. */
  readonly isUnfit: boolean;
  /**
   * Region of the photo that the picture shows, and its position in the picture; null if the region was changed in
   * other ways than moving and scaling.
   */
  readonly placed: { readonly part: Box; readonly at: Box } | null;
  /** Size of the product relative to the photo; above 1 it was enlarged. Null if the product isn't visible. */
  readonly scale: number | null;
  /** Position of the product in the picture, known from the cut-out; null if unknown. */
  readonly knownProduct: KnownProduct | null;
  /** Measures on the picture the facts by which a product range is compared for consistency. */
  readonly style: () => StyleFacts;
}
