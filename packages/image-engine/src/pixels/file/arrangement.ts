import type { Box } from '../raster/raster.ts';

/** Length in pixels of the uploaded picture, or as a share of a side in the same direction. */
export type Length = { readonly px: number } | { readonly share: number };

export interface Sides {
  readonly top: Length;
  readonly right: Length;
  readonly bottom: Length;
  readonly left: Length;
}

/** Layout of a cut-out for export. */
export interface ExportLayout {
  /** Area of the cut-out to use; its right and bottom edges are also measured from the left and from the top. */
  readonly region?: Sides | undefined;
  /** Maximum number of pixels; larger pictures are reduced to it. PNG has its own limit. */
  readonly maxPixels: number;
  readonly maxPixelsOfPng: number;
  /** Maximum length of the longest side; if undefined, only the number of pixels is limited. */
  readonly longestSidePx?: number | undefined;
  /** Distances from the product to the edges of the canvas, in pixels or as shares of the product's own sides. */
  readonly margins?: Sides | undefined;
  /** Share of the canvas, 0 to 1, into which the product fits. */
  readonly scale?: number | undefined;
  /** Position of the product on the canvas: 0 is left or top, 1 is right or bottom. */
  readonly position?: { readonly x: number; readonly y: number } | undefined;
  /** Background: a color as `#rrggbbaa`, or a picture that fills the canvas. */
  readonly ground?: { readonly color: string } | { readonly picture: Uint8Array } | undefined;
  /**
   * Channels of the result. `rgba`: color and transparency. `alpha`: the alpha matte as a gray picture. `color` and
   * `opacity`: two files that together make up the result, one with the colors without transparency, one with the
   * opacity as a gray picture.
   */
  readonly channels: 'rgba' | 'alpha' | 'color' | 'opacity';
  /** File format; `auto` chooses JPEG for pictures without transparency, PNG otherwise. */
  readonly format: 'auto' | 'png' | 'jpeg' | 'webp';
}

/** Facts about a picture made with a test API key, measured before its watermark was drawn. */
export interface TestedPicture {
  /** Bounding box of the product, or null if unknown. */
  readonly foreground: Box | null;
}

export interface ComposedExport {
  readonly file: Uint8Array;
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly widthPx: number;
  readonly heightPx: number;
  /** Bounding box of the product in the uploaded cut-out, or null if the crop removed all of it. */
  readonly foreground: Box | null;
}
