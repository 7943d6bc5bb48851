/** What was measured of a product in a photo. Shares are from 0 to 1. */
export interface ProductFacts {
  /** Of the photo that the product covers. */
  readonly areaShare: number;
  /** The largest first, at most three; empty where too little is opaque. */
  readonly colors: readonly ProductColor[];
  /** null where the pixels do not show one plainly. */
  readonly finish: Finish | null;
  /** Light and dark change from pixel to pixel: hammered, ribbed, woven. Large smooth parts do not count. */
  readonly textured: boolean;
  readonly form: ProductForm;
  /** How the longer axis lies; null for what is about as wide as high. */
  readonly orientation: Orientation | null;
  /** What can be read on it, by lines, from the top; only what the reader is sure of. */
  readonly text: readonly string[];
  /** Only from a word that can be read on it; null without one. */
  readonly kind: ProductKind | null;
}

export interface ProductColor {
  /** A common name. */
  readonly name: string;
  /** Of the product. */
  readonly share: number;
  /** `#rrggbb` in sRGB: the color in light, without shading and highlights. */
  readonly hex: string;
}

export type Finish = 'matte' | 'glossy' | 'metallic' | 'transparent';
export type Orientation = 'upright' | 'lying' | 'tilted';
export type Outline = 'round' | 'square' | 'rectangular' | 'tall' | 'wide' | 'slender';
export type Profile = 'bottle' | 'cup';

export interface ProductForm {
  readonly outline: Outline | null;
  /** A silhouette that speaks for itself, not a kind of product: "cup-shaped". */
  readonly profile: Profile | null;
  /** One half mirrored covers that share of the other; 1 is symmetric. */
  readonly symmetry: number;
  /** Parts of the background that the product encloses. */
  readonly openings: number;
  /** The side, as seen, of the single loop that stands off from a closed body. */
  readonly handle: 'left' | 'right' | null;
  /** The product touches the photo's edge: its form is not fully known. */
  readonly cropped: boolean;
}

export interface ProductKind {
  /** As in "a serum". */
  readonly noun: string;
  /** The word that says so. */
  readonly word: string;
}
