import type { Box } from '../raster/raster.ts';

/** In pixels of the picture as it was sent, or as a share of the side that it lies along. */
export type Length = { readonly px: number } | { readonly share: number };

export interface Sides {
  readonly top: Length;
  readonly right: Length;
  readonly bottom: Length;
  readonly left: Length;
}

/** What becomes of a cut-out before it is sent. */
export interface Arrangement {
  /** What lies outside is removed; right and bottom are measured from the left and from the top. */
  readonly region?: Sides | undefined;
  /** Larger pictures are made smaller, PNG to its own bound. */
  readonly maxPixels: number;
  readonly maxPixelsOfPng: number;
  /** Absent: pixels alone are counted. */
  readonly longestSidePx?: number | undefined;
  /** The canvas ends so far from the product; shares are of the product's own sides. */
  readonly margins?: Sides | undefined;
  /** The product fits into this share of the canvas. */
  readonly scale?: number | undefined;
  /** 0: left or top, 1: right or bottom. */
  readonly position?: { readonly x: number; readonly y: number } | undefined;
  /** `#rrggbbaa`, or a picture that fills the canvas. */
  readonly ground?: { readonly color: string } | { readonly picture: Uint8Array } | undefined;
  /**
   * `alpha`: how opaque the product is, as a gray picture. `color` and `opacity`: the two pictures that make the result
   * together, its colors without transparency and its opacity in gray.
   */
  readonly channels: 'rgba' | 'alpha' | 'color' | 'opacity';
  /** `auto`: JPEG for what has no transparency, PNG for the rest. */
  readonly format: 'auto' | 'png' | 'jpeg' | 'webp';
}

/** What is known of a test's picture from before its word was written over it. */
export interface TestedPicture {
  /** Where the product is; null: nobody knows. */
  readonly foreground: Box | null;
}

export interface ArrangedPicture {
  readonly file: Uint8Array;
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly widthPx: number;
  readonly heightPx: number;
  /** Where the product is in the cut-out as it came; null when nothing is left of it. */
  readonly foreground: Box | null;
}
