import type { Cast } from './illuminant.ts';
import { gapBetween, sureColor } from './white-range.ts';
import type { WhiteRange } from './white-range.ts';

/** Estimates of the color of a light. */
interface ColorOfLight {
  readonly cast: Cast;
  readonly white: WhiteRange | undefined;
}

/**
 * Share of the scene's color cast that is applied to a product, because people and white balance adapt to most of a
 * cast.
 */
const CAST_SHARE = 0.6;
const MAX_CAST = 0.04;
/**
 * Axis (Oklab a/L, b/L) along which the colors of illuminants vary. A deviation from the axis mostly comes from
 * painted surfaces and counts half.
 */
const LAMP_AXIS = [0.21, 0.978] as const;
const OFF_AXIS_SHARE = 0.5;
/**
 * Distance from gray from which the bright areas of a product count as painted, so that they reveal little about its
 * light.
 */
const PAINT_SPREAD = 0.045;
/**
 * Share of the scene's color cast that applies to a product without gray areas, which is assumed to be photographed in
 * white light.
 */
const UNKNOWN_SHARE = 0.4;

/**
 * Shift of white (Oklab a/L and b/L) from the product's light to the scene's: a limited share of the smallest shift
 * that would make both the same light. A product without gray areas is shifted by a share of the scene's certain cast.
 */
export function castShift(scene: ColorOfLight, product: ColorOfLight): readonly [number, number] {
  if (scene.white === undefined) return [0, 0];
  const { white } = product;
  const gray = white === undefined ? 0 : grayness(white) * product.cast.confidence;
  const needed = (['a', 'b'] as const).map((axis) => {
    const sure = scene.white === undefined ? 0 : UNKNOWN_SHARE * sureColor(scene.white[axis]);
    const gap =
      scene.white === undefined || white === undefined ? 0 : gapBetween(white[axis], scene.white[axis]);
    return scene.cast.confidence * CAST_SHARE * (gray * gap + (1 - gray) * sure);
  });
  const along = needed[0] * LAMP_AXIS[0] + needed[1] * LAMP_AXIS[1];
  const [a, b] = needed.map((value, axis) => {
    const onAxis = along * LAMP_AXIS[axis];
    return onAxis + OFF_AXIS_SHARE * (value - onAxis);
  });
  const length = Math.hypot(a, b);
  const scale = length > MAX_CAST ? MAX_CAST / length : 1;
  return [a * scale, b * scale];
}

function grayness({ a, b }: WhiteRange): number {
  const distance = Math.hypot(a.low + a.high, b.low + b.high) / 2;
  return Math.exp(-((distance / PAINT_SPREAD) ** 2));
}
