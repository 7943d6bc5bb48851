import type { Box } from '../raster/raster.ts';

/** Length in pixels of the uploaded picture, or as a share of the parallel side. */
export type Length = { readonly px: number } | { readonly share: number };

export interface Sides {
  readonly top: Length;
  readonly right: Length;
  readonly bottom: Length;
  readonly left: Length;
}

/** Layout of a cut-out for export. */
export interface Arrangement {
  /** Crop; right and bottom are measured from the left and from the top. */
  readonly region?: Sides | undefined;
  /** Larger pictures are reduced to this size; PNG has its own limit. */
  readonly maxPixels: number;
  readonly maxPixelsOfPng: number;
  /** Maximum length of the longest side; without it, only pixels are limited. */
  readonly longestSidePx?: number | undefined;
  /** Distance from the product to the edges of the canvas; shares are of the product's own sides. */
  readonly margins?: Sides | undefined;
  /** Share of the canvas into which the product fits. */
  readonly scale?: number | undefined;
  /** Position on the canvas: 0 is left or top, 1 is right or bottom. */
  readonly position?: { readonly x: number; readonly y: number } | undefined;
  /** Background: `#rrggbbaa`, or a picture that fills the canvas. */
  readonly ground?: { readonly color: string } | { readonly picture: Uint8Array } | undefined;
  /**
   * `alpha`: the alpha matte as a gray picture. `color` and `opacity`: the two halves of the result, colors without
   * transparency and opacity in gray.
   */
  readonly channels: 'rgba' | 'alpha' | 'color' | 'opacity';
  /** `auto`: JPEG for pictures without transparency, PNG otherwise. */
  readonly format: 'auto' | 'png' | 'jpeg' | 'webp';
}

/** Facts about a test key's picture, measured before the watermark was drawn. */
export interface TestedPicture {
  /** Bounding box of the product, or null if unknown. */
  readonly foreground: Box | null;
}

export interface ArrangedPicture {
  readonly file: Uint8Array;
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly widthPx: number;
  readonly heightPx: number;
  /** Bounding box of the product in the uploaded cut-out, or null if nothing of it is left. */
  readonly foreground: Box | null;
}
