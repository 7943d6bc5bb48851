import type { FileFormat, Side } from './rules.ts';

/** A rectangle in whole pixels of the picture. */
export interface ProductBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

type PictureColor = readonly [red: number, green: number, blue: number];

/** Measurements of a file's bytes. */
export interface FileFacts {
  /** Name with its extension; null if there is none yet. */
  readonly name: string | null;
  readonly bytes: number;
  /** Null for an unknown format. */
  readonly format: FileFormat | null;
  /** Upright size; 0 if unknown. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Null if unknown. */
  readonly colors: 'rgb' | 'cmyk' | 'gray' | null;
  readonly bitsPerSample: number | null;
  /** Name of the embedded profile; null for none, which means sRGB. */
  readonly profile: string | null;
}

/** Measurements of a picture's pixels. */
export interface PixelFacts {
  /** Outermost pixels on all four sides. */
  readonly edge: {
    readonly pixels: number;
    /** Pixels other than opaque 255, 255, 255. */
    readonly notWhite: number;
    /** Color that differs most from white. */
    readonly worst: PictureColor;
  };
  /** Share of the pixels that aren't opaque, 0 to 1. Missing in measurements of older versions. */
  readonly transparentShare?: number;
  /** Background: a uniform color, transparent, or a scene. */
  readonly ground:
    | { readonly kind: 'plain'; readonly color: PictureColor }
    | { readonly kind: 'clear' }
    | { readonly kind: 'scene' };
  /** Null if the product can't be distinguished from the background. */
  readonly product: {
    /** Origin of the detection: the alpha matte, a uniform background, or the cut-out stated by the file. */
    readonly by: 'matte' | 'ground' | 'file';
    readonly box: ProductBox;
    /** Sides of the picture that cut off the product. */
    readonly cutOffAt: readonly Side[];
    /** Number of separate objects. */
    readonly things: number;
  } | null;
  /**
   * Sharpness of the product, or of the whole picture if the product is unknown: 1 for edges one pixel wide, less for
   * wider ones. Null if there are too few edges.
   */
  readonly sharpness: number | null;
  /** Sides with a uniform border around the picture. */
  readonly border: { readonly sides: readonly Side[]; readonly thicknessPx: number } | null;
  /** Lines of text beside the product; null if the text wasn't read. */
  readonly linesBeside: number | null;
}

export interface PictureFacts {
  readonly file: FileFacts;
  /** Null if the pixels are unavailable. */
  readonly pixels: PixelFacts | null;
}
