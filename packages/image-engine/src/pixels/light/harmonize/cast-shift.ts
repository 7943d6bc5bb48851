import type { Cast } from './illuminant.ts';
import { gapBetween, sureColor } from './white-range.ts';
import type { WhiteRange } from './white-range.ts';

/** What is known of the color of a light. */
interface ColorOfLight {
  readonly cast: Cast;
  readonly white: WhiteRange | undefined;
}

/**
 * People adapt to most of a color cast, and so does a photographer's white balance: this much of the cast is
 * applied.
 */
const CAST_SHARE = 0.6;
const MAX_CAST = 0.04;
/**
 * Illuminants vary along this line (a/L, b/L); a deviation from it is mostly reflected from painted surfaces,
 * and counts half.
 */
const LAMP_AXIS = [0.21, 0.978] as const;
const OFF_AXIS_SHARE = 0.5;
/** A product whose light parts are this far from gray is painted: they say little about its light. */
const PAINT_SPREAD = 0.045;
/** A product that shows no gray is taken for one that was photographed in white light, by this share. */
const UNKNOWN_SHARE = 0.4;

/**
 * The color (Oklab a/L and b/L) that white has in the scene's light, against the product's own. Nothing where both may have
 * been photographed in one light; else the least that makes it possible.
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
