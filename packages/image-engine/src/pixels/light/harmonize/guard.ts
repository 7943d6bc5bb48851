import { HARMONIZE_DEFAULT_STRENGTH } from '@packshot/contract';
import type { Triple } from '../../color/oklab.ts';
import { ramp } from '../../raster/smooth.ts';

/**
 * Maximum changes of a product pixel at the default strength, in Oklab (times 100: the ΔE of Oklab). The limits scale
 * with the strength, and apply even if the estimates of light are wrong.
 */
export const HARMONIZE_LIMITS = {
  /** Maximum change of lightness, up or down. */
  lightness: 0.08,
  /** Maximum change of hue and chroma together, as a distance in the a–b plane. */
  color: 0.025,
  /** Limits for colors near white: the loss of lightness, and the change of color. */
  whiteLoss: 0.03,
  whiteColor: 0.016,
} as const;

const TO_FULL_STRENGTH = 1 / HARMONIZE_DEFAULT_STRENGTH;
/** Maximum share of the distance to white by which a highlight may rise, to prevent clipping. */
const HEADROOM_SHARE = 0.4;
/** Ranges for measuring whiteness, which rises with lightness and falls with chroma. */
const WHITE_FROM = 0.74;
const WHITE_TO = 0.88;
const WHITE_CHROMA = 0.05;
const COLORED_CHROMA = 0.09;

/** Whiteness of a color, from 0 (dark or colorful) to 1 (white). */
export const whiteness = (lightness: number, chroma: number): number =>
  ramp(lightness, WHITE_FROM, WHITE_TO) * (1 - ramp(chroma, WHITE_CHROMA, COLORED_CHROMA));

/** Limits a color change at full strength, in place. Compresses rather than clips, so that small texture differences survive. */
export function limitChange(change: Triple, was: Triple): void {
  const white = whiteness(was[0], Math.sqrt(was[1] * was[1] + was[2] * was[2]));
  const { lightness, color, whiteLoss, whiteColor } = HARMONIZE_LIMITS;
  const down = TO_FULL_STRENGTH * (lightness + (whiteLoss - lightness) * white);
  const up = TO_FULL_STRENGTH * Math.min(lightness, HEADROOM_SHARE * Math.max(1e-3, 1 - was[0]));
  change[0] = softLimit(change[0], change[0] < 0 ? down : up);
  const distance = Math.sqrt(change[1] * change[1] + change[2] * change[2]);
  if (distance < 1e-9) return;
  const scale = softLimit(distance, TO_FULL_STRENGTH * (color + (whiteColor - color) * white)) / distance;
  change[1] *= scale;
  change[2] *= scale;
}

/** Limits a value softly: nearly unchanged while small, never beyond ±limit. */
function softLimit(value: number, limit: number): number {
  const share = value / limit;
  return value / Math.sqrt(1 + share * share);
}
