import { ramp } from './smooth.ts';
import type { Tones } from './tones.ts';

/** What light alone does not change, for the whole product, at full strength. */
export interface Grade {
  /** Added to the lightness of black; lighter tones get less. */
  readonly blackShift: number;
  readonly saturation: number;
}

/** A scene whose darkest tones are lighter than this contains no black, and says nothing about haze. */
const HAS_BLACK_BELOW = 0.42;
const MAX_BLACK_LIFT = 0.035;
const MAX_BLACK_DROP = 0.03;
const MIN_SATURATION = 0.85;

/** The blacks and the saturation of the scene. */
export const computeGrade = (scene: Tones, product: Tones): Grade => ({
  blackShift: blackShift(scene, product),
  saturation: saturation(scene, product),
});

function blackShift(scene: Tones, product: Tones): number {
  if (scene.dark > HAS_BLACK_BELOW) return 0;
  const difference = 0.5 * (scene.dark - product.dark);
  return Math.max(-MAX_BLACK_DROP, Math.min(MAX_BLACK_LIFT, difference));
}

function saturation(scene: Tones, product: Tones): number {
  const muted = 1 - ramp(scene.strongChroma, 0.02, 0.07);
  return 1 - (1 - MIN_SATURATION) * muted * ramp(product.strongChroma, 0.06, 0.14);
}
