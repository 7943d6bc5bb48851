import type { FileFormat, Side } from './rules.ts';

export interface ProductBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

type PictureColor = readonly [red: number, green: number, blue: number];

export interface FileFacts {
  /** File name with its extension; null if the file has no name yet. */
  readonly name: string | null;
  readonly bytes: number;
  readonly format: FileFormat | null;
  /** Size of the picture after applying its orientation tag; 0 if unknown. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly colors: 'rgb' | 'cmyk' | 'gray' | null;
  readonly bitsPerSample: number | null;
  /** Name of the embedded color profile; null without a profile, which means sRGB. */
  readonly profile: string | null;
}

export interface PixelFacts {
  readonly edge: {
    readonly pixels: number;
    /** Number of edge pixels other than opaque 255, 255, 255. */
    readonly notWhite: number;
    /** Color of the edge pixel that differs most from white. */
    readonly worst: PictureColor;
  };
  /** Share of the pixels that aren't opaque, 0 to 1. Missing in measurements of older versions. */
  readonly transparentShare?: number;
  /** Background: a uniform color, transparent, or a scene. */
  readonly ground:
    | { readonly kind: 'plain'; readonly color: PictureColor }
    | { readonly kind: 'clear' }
    | { readonly kind: 'scene' };
  /** Detected product; null if the product can't be distinguished from the background. */
  readonly product: {
    /** Basis of the detection: the alpha matte, a uniform background, or the cut-out that the file's metadata state. */
    readonly by: 'matte' | 'ground' | 'file';
    readonly box: ProductBox;
    readonly cutOffAt: readonly Side[];
    /** Number of separate objects in the product's area. */
    readonly things: number;
  } | null;
  /**
   * Sharpness of the product, or of the whole picture if the product is unknown: 1 for edges one pixel wide, less for
   * wider edges. Null if there are too few edges.
   */
  readonly sharpness: number | null;
  readonly border: { readonly sides: readonly Side[]; readonly thicknessPx: number } | null;
  /** Number of text lines beside the product; null if no text recognition ran. */
  readonly linesBeside: number | null;
}

export interface PictureFacts {
  readonly file: FileFacts;
  readonly pixels: PixelFacts | null;
}
