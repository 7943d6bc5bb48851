import type { ColorWord } from './color-words.ts';
import type { Kind } from './kinds.ts';

/** Measurements of a product in a photo. Shares are from 0 to 1. */
export interface ProductFacts {
  /** What somebody who knows calls it; null when nobody has said. */
  readonly name: string | null;
  /** The part of the photo that the product covers. */
  readonly areaShare: number;
  /** The largest first, at most three; empty where too little is opaque. */
  readonly colors: readonly ProductColor[];
  /** Much of it is neither opaque nor gone, and has no color of its own: glass, or a doubtful cut-out. */
  readonly isPartlySeen: boolean;
  /** null where the pixels do not show it clearly. */
  readonly finish: Finish | null;
  /**
   * True when lightness varies from pixel to pixel: hammered, ribbed, woven. Large smooth parts do not count.
   */
  readonly textured: boolean;
  readonly form: ProductForm;
  /** The direction of the longer axis; null when width and height are similar. */
  readonly orientation: Orientation | null;
  /** Height divided by width, as pictured; null when nothing is there. */
  readonly proportions: number | null;
  /** The text on it by line, from the top; only what OCR is confident of. */
  readonly text: readonly string[];
  /** Taken only from a word that can be read on it; null without one. */
  readonly kind: ProductKind | null;
}

export interface ProductColor {
  /** What people call it. */
  readonly name: ColorWord;
  /** Of the product. */
  readonly share: number;
  /** `#rrggbb` in sRGB: the color in light, without shading and highlights. */
  readonly hex: string;
}

export type Finish = 'glossy' | 'metallic' | 'transparent';
export type Orientation = 'upright' | 'lying' | 'tilted';
export type Outline = 'round' | 'square' | 'rectangular' | 'tall' | 'wide' | 'slender';
export type Profile = 'bottle' | 'cup';

export interface ProductForm {
  readonly outline: Outline | null;
  /** A distinctive silhouette rather than a kind of product: "cup-shaped". */
  readonly profile: Profile | null;
  /** The overlap of one half mirrored onto the other; 1 is symmetric. */
  readonly symmetry: number;
  /** Number of background areas that the product encloses. */
  readonly openings: number;
  /** The side, as seen, of a single loop on a closed body. */
  readonly handle: 'left' | 'right' | null;
  /** The product touches the photo's edge, so its form is only partly known. */
  readonly cropped: boolean;
}

export interface ProductKind {
  /** As in "a serum". */
  readonly noun: Kind;
  /** The word on the package that names it. */
  readonly word: string;
}
