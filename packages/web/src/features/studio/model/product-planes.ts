/** What a cut-out's file knows of its photo beside the product, as pictures of the cut-out's frame. */
import type { Picture } from './picture.ts';

/** As pictures that can be shown, or as the files of those. */
export interface PlanePictures<Kind> {
  /** Black, as opaque as the shadow in the photo was dark; null when the photo's background was not plain. */
  readonly shadow: Kind | null;
  /** Null when nothing can be seen through the product. */
  readonly clear: {
    /** How much of the product's alpha holds light back, by color: the plane as it is in the file. */
    readonly through: Kind;
    /** What the product covers, clear or not; null in a file that does not say it. */
    readonly coverage: Kind | null;
    /** For the screen: what multiplies the ground, and the product over that. */
    readonly glass: Kind;
    readonly product: Kind;
  } | null;
}

export type ProductPlanes = PlanePictures<Picture>;
export const NO_PLANES: ProductPlanes = { shadow: null, clear: null };

/** All pictures, to give them back. */
export const picturesOf = ({ shadow, clear }: ProductPlanes): readonly Picture[] => [
  ...(shadow ? [shadow] : []),
  ...(clear ? [clear.through, clear.glass, clear.product] : []),
  ...(clear?.coverage ? [clear.coverage] : []),
];
