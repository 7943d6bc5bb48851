/** Edits of a masked part of a photo, besides inpainting. */
export type MaskedEdit =
  /** Changes the color (sRGB, 8 bits) and keeps shading and texture. `amount` from 0 (unchanged) to 1 (that color). */
  | { readonly kind: 'color'; readonly color: readonly [number, number, number]; readonly amount: number }
  /** From −1 to 1: 0.2 is about 20 % brighter. */
  | { readonly kind: 'brightness'; readonly amount: number }
  /** From −1 (flat) to 1. */
  | { readonly kind: 'contrast'; readonly amount: number }
  /** From −1 (black and white) to 1 (twice the chroma). */
  | { readonly kind: 'saturation'; readonly amount: number }
  /** From −1 (cooler) to 1 (warmer). */
  | { readonly kind: 'temperature'; readonly amount: number }
  /** Removes a color cast; from 0 to 1. */
  | { readonly kind: 'neutral'; readonly amount: number }
  /** Makes a light background pure white; from 0 to 1. */
  | { readonly kind: 'clean-white'; readonly amount: number }
  /** From 0 to 1. */
  | { readonly kind: 'blur'; readonly amount: number }
  /** From 0 to 1. */
  | { readonly kind: 'sharpen'; readonly amount: number };
