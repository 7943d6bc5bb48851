import type { RgbSpace } from './rgb-space.ts';

/** Rule by which samples become sRGB. */
export type StatedColor =
  | { readonly kind: 'srgb' }
  /** An ICC profile that fits the picture's channels. */
  | {
      readonly kind: 'profile';
      readonly profile: Uint8Array;
      readonly isOfGray: boolean;
      /** libvips converts only 8 bits, and gray only by profiles of gray. */
      readonly isForDecoder: boolean;
    }
  | { readonly kind: 'space'; readonly space: RgbSpace; readonly is16Bit: boolean }
  /** Inks without a profile. */
  | { readonly kind: 'inks' };
