import type { ColorWord } from './color-words.ts';
import type { KindNoun } from './kinds.ts';
import type { ProductNoun } from './product-nouns.ts';

/** Measurements of a product in a photo. Shares are from 0 to 1. */
export interface ProductFacts {
  /** Product name that the user entered, or null. */
  readonly name: string | null;
  /** Share of the photo that the product covers. */
  readonly areaShare: number;
  /** Colors by area, the largest first, at most three; empty if too little of the product is opaque. */
  readonly colors: readonly ProductColor[];
  /**
   * True if much of the product is translucent and shows no color of its own: glass, or a cut-out about which the
   * network was uncertain.
   */
  readonly isPartlySeen: boolean;
  /** Glossy, metallic or transparent finish; null if none is clear. */
  readonly finish: Finish | null;
  /**
   * True if lightness varies between neighboring pixels, as on hammered, ribbed or woven surfaces. Large smooth areas
   * don't count.
   */
  readonly textured: boolean;
  readonly form: ProductForm;
  /** Direction of the longer axis; null if the product isn't clearly elongated or the photo crops it. */
  readonly orientation: ProductOrientation | null;
  /** Height divided by width, as pictured; null without a product. */
  readonly proportions: number | null;
  /** Lines of text on the product, from top to bottom; only lines that OCR recognized with high certainty. */
  readonly text: readonly string[];
  /** Kind of product, derived only from a word that is readable on it; null without such a word. */
  readonly kind: ProductKind | null;
  /** Noun for the recognized product; null if none is certain, or if a name or a printed kind says more. */
  readonly noun: ProductNoun | null;
}

export interface ProductColor {
  readonly name: ColorWord;
  /** Share of the product's area that has this color. */
  readonly share: number;
  /** Color in sRGB as `#rrggbb`, measured on the lit part, without shading and highlights. */
  readonly hex: string;
}

export type Finish = 'glossy' | 'metallic' | 'transparent';
export type ProductOrientation = 'upright' | 'lying' | 'tilted';
export type OutlineShape = 'round' | 'square' | 'rectangular' | 'tall' | 'wide' | 'slender';
export type Profile = 'bottle' | 'cup';

export interface ProductForm {
  readonly outline: OutlineShape | null;
  /** Distinctive silhouette, such as "cup-shaped"; it doesn't state the kind of product. */
  readonly profile: Profile | null;
  /** Overlap of the silhouette's left half with its mirrored right half; 1 is symmetric. */
  readonly symmetry: number;
  /** Number of background areas that the product encloses. */
  readonly openings: number;
  /** Side, from the viewer's perspective, of a single handle on a closed body; null without one. */
  readonly handle: 'left' | 'right' | null;
  /** True if the product touches the photo's edge, so its form is only partly known. */
  readonly cropped: boolean;
}

export interface ProductKind {
  /** Noun of the description, as in "a serum". */
  readonly noun: KindNoun;
  /** Word printed on the package that names the kind. */
  readonly word: string;
}
