import type { FileFormat, Side } from './rules.ts';

/** A rectangle in whole pixels of the picture. */
export interface ProductBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** What was measured on a file's bytes. */
export interface FileFacts {
  /** With its extension; null: it has none yet. */
  readonly name: string | null;
  readonly bytes: number;
  /** Null: it is none that is known. */
  readonly format: FileFormat | null;
  /** As seen, upright; 0 where it is not known. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Null: not known. */
  readonly colors: 'rgb' | 'cmyk' | 'gray' | null;
  readonly bitsPerSample: number | null;
  /** What the profile inside is called; null: there is none, which means sRGB. */
  readonly profile: string | null;
}

/** What was measured on a picture's pixels. */
export interface PixelFacts {
  /** The outermost pixel on all four sides. */
  readonly edge: {
    readonly pixels: number;
    /** Those that are not opaque 255, 255, 255. */
    readonly notWhite: number;
    /** The one that is farthest from it. */
    readonly worst: Rgb;
  };
  /** Share of the pixels that aren't opaque, 0 to 1. Missing in measurements of older versions. */
  readonly transparentShare?: number;
  /** Of one even color, clear, or neither. */
  readonly ground:
    | { readonly kind: 'plain'; readonly color: Rgb }
    | { readonly kind: 'clear' }
    | { readonly kind: 'scene' };
  /** Null: it could not be told from the ground. */
  readonly product: {
    /** What it was found by: the cut-out, an even ground, or what the file says of the cut-out that it was made of. */
    readonly by: 'matte' | 'ground' | 'file';
    readonly box: ProductBox;
    /** Where an edge cuts it off. */
    readonly cutOffAt: readonly Side[];
    /** How many things there are that do not touch. */
    readonly things: number;
  } | null;
  /** Of the product, or of everything where it is not known: 1 for edges of one pixel, less for wider ones; null: there are too few. */
  readonly sharpness: number | null;
  /** Sides on which an even band lies around the picture. */
  readonly border: { readonly sides: readonly Side[]; readonly thicknessPx: number } | null;
  /** Lines of print beside the product; null: nobody has read. */
  readonly linesBeside: number | null;
}

export interface PictureFacts {
  readonly file: FileFacts;
  /** Null: the pixels could not be had. */
  readonly pixels: PixelFacts | null;
}
