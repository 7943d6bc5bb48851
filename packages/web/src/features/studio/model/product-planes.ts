/** Auxiliary maps of a cut-out's file, converted to pictures of its frame. */
import type { Picture } from './picture.ts';

/** Layers made from auxiliary maps: as pictures for display, or as files. */
export interface PlanePictures<Kind> {
  /** Photo shadow: black, with its darkness as alpha. Null if the photo's background wasn't uniform. */
  readonly shadow: Kind | null;
  /** Null if the product is opaque. */
  readonly clear: {
    /** `through` map as in the file: how much light the product's alpha blocks, by color. */
    readonly through: Kind;
    /** Coverage of the product, transparent or not; null if the file has no coverage map. */
    readonly coverage: Kind | null;
    /** Layers for display: `glass` multiplies the background, and `product` is drawn over it. */
    readonly glass: Kind;
    readonly product: Kind;
  } | null;
}

export type ProductMaps = PlanePictures<Picture>;
export const NO_PLANES: ProductMaps = { shadow: null, clear: null };

/** All pictures, for releasing them. */
export const listPictures = ({ shadow, clear }: ProductMaps): readonly Picture[] => [
  ...(shadow ? [shadow] : []),
  ...(clear ? [clear.through, clear.glass, clear.product] : []),
  ...(clear?.coverage ? [clear.coverage] : []),
];
