import type { Provenance } from '@packshot/contract';
import type { Foreground } from '../generations/model.ts';

/** In pixels, or as a share of a side. */
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
  readonly maxPixels: number;
  readonly maxPixelsOfPng: number;
  /** The canvas ends so far from the product. */
  readonly margins?: Sides | undefined;
  /** The product fits into this share of the canvas. */
  readonly scale?: number | undefined;
  /** 0: left or top, 1: right or bottom. */
  readonly position?: { readonly x: number; readonly y: number } | undefined;
  /** `#rrggbbaa`, or a picture that fills the canvas. */
  readonly ground?: { readonly color: string } | { readonly picture: Uint8Array } | undefined;
  readonly channels: 'rgba' | 'alpha';
  /** `auto`: JPEG for what has no transparency, PNG for the rest. */
  readonly format: 'auto' | 'png' | 'jpeg' | 'webp';
}

export interface ArrangedPicture {
  readonly file: Uint8Array;
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly widthPx: number;
  readonly heightPx: number;
  /** Where the product is in the cut-out; null when nothing is left of it. */
  readonly foreground: Foreground | null;
}

/** Decodes and draws outside the process that serves requests. */
export type ArrangePicture = (
  userId: string,
  cutOut: { readonly picture: Uint8Array; readonly provenance: Provenance },
  arrangement: Arrangement,
  signal: AbortSignal,
) => Promise<ArrangedPicture>;
