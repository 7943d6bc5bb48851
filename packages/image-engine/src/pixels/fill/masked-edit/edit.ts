/** Edit of a masked area of a photo that doesn't fill it with new content. */
export type MaskedEdit =
  /**
   * Changes the color of the area to `color` (8-bit sRGB), keeping shading and texture. `amount` is from 0 (unchanged)
   * to 1 (full strength).
   */
  | { readonly kind: 'color'; readonly color: readonly [number, number, number]; readonly amount: number }
  /** Changes brightness; `amount` is from −1 to 1, and 0.2 is about 20 % brighter. */
  | { readonly kind: 'brightness'; readonly amount: number }
  /** Changes contrast; `amount` is from −1 (flat) to 1. */
  | { readonly kind: 'contrast'; readonly amount: number }
  /** Changes saturation; `amount` is from −1 (black and white) to 1 (twice the chroma). */
  | { readonly kind: 'saturation'; readonly amount: number }
  /** Changes color temperature; `amount` is from −1 (cooler) to 1 (warmer). */
  | { readonly kind: 'temperature'; readonly amount: number }
  /** Removes a color cast; `amount` is from 0 to 1. */
  | { readonly kind: 'neutral'; readonly amount: number }
  /** Makes a background pure white; `amount` is from 0 to 1. */
  | { readonly kind: 'clean-white'; readonly amount: number }
  /** Blurs the area; `amount` is from 0 to 1. */
  | { readonly kind: 'blur'; readonly amount: number }
  /** Sharpens the area; `amount` is from 0 to 1. */
  | { readonly kind: 'sharpen'; readonly amount: number };
