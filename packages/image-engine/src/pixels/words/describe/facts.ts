import type { ColorWord } from './color-words.ts';
import type { KindNoun } from './kinds.ts';

/** Measurements of a product in a photo. Shares are from 0 to 1. */
export interface ProductFacts {
  /** Product name entered by the user, or null. */
  readonly name: string | null;
  /** Share of the photo that the product covers. */
  readonly areaShare: number;
  /** Colors by size, the largest first, at most three; empty if too little is opaque. */
  readonly colors: readonly ProductColor[];
  /** True if much of the product is translucent without a color of its own: glass, or an uncertain cut-out. */
  readonly isPartlySeen: boolean;
  /** Finish, or null if it isn't clear. */
  readonly finish: Finish | null;
  /** True if lightness varies between pixels: hammered, ribbed, woven. Large smooth areas don't count. */
  readonly textured: boolean;
  readonly form: ProductForm;
  /** Direction of the longer axis; null if width and height are similar. */
  readonly orientation: ProductOrientation | null;
  /** Height divided by width, as pictured; null without a product. */
  readonly proportions: number | null;
  /** Lines of text on it from the top; only confident OCR results. */
  readonly text: readonly string[];
  /** Kind of product, taken only from a word that is readable on it; null without one. */
  readonly kind: ProductKind | null;
}

export interface ProductColor {
  /** Common name of the color. */
  readonly name: ColorWord;
  /** Share of the product. */
  readonly share: number;
  /** Color in sRGB as `#rrggbb`: that of the lit part, without shading and highlights. */
  readonly hex: string;
}

export type Finish = 'glossy' | 'metallic' | 'transparent';
export type ProductOrientation = 'upright' | 'lying' | 'tilted';
export type OutlineShape = 'round' | 'square' | 'rectangular' | 'tall' | 'wide' | 'slender';
export type Profile = 'bottle' | 'cup';

export interface ProductForm {
  readonly outline: OutlineShape | null;
  /** Distinctive silhouette rather than a kind of product: "cup-shaped". */
  readonly profile: Profile | null;
  /** Overlap of one half mirrored onto the other; 1 is symmetric. */
  readonly symmetry: number;
  /** Number of background areas that the product encloses. */
  readonly openings: number;
  /** Side, as seen, of a single loop on a closed body. */
  readonly handle: 'left' | 'right' | null;
  /** True if the product touches the photo's edge, so its form is only partly known. */
  readonly cropped: boolean;
}

export interface ProductKind {
  /** Noun of the description, as in "a serum". */
  readonly noun: KindNoun;
  /** Word on the package that names the kind. */
  readonly word: string;
}
