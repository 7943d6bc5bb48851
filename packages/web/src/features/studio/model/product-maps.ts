/** Auxiliary maps of a cut-out's file, converted to pictures that cover the same area as the cut-out. */
import type { StagePicture } from './picture.ts';

export interface MapPictures<Kind> {
  /** Shadow in the photo: black, with its darkness as alpha. Null if the file has no shadow map. */
  readonly shadow: Kind | null;
  /** Layers for transparent areas of the product; null if the product is opaque. */
  readonly clear: {
    /**
     * `through` map as in the file: for each pixel and color channel, the share of its alpha that blocks light, where 128
     * means the whole alpha.
     */
    readonly through: Kind;
    /** Map of the area that the product covers, transparent or not; null if the file has no coverage map. */
    readonly coverage: Kind | null;
    /** Layers for display: `glass` multiplies the background, and `product` is drawn over it. */
    readonly glass: Kind;
    readonly product: Kind;
  } | null;
}

export type ProductMaps = MapPictures<StagePicture>;
export const NO_MAPS: ProductMaps = { shadow: null, clear: null };

export const listPictures = ({ shadow, clear }: ProductMaps): readonly StagePicture[] => [
  ...(shadow ? [shadow] : []),
  ...(clear ? [clear.through, clear.glass, clear.product] : []),
  ...(clear?.coverage ? [clear.coverage] : []),
];
