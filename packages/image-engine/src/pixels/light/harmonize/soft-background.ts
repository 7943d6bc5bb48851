import type { Scene } from './composite-cells.ts';
import { smooth, smoothWeighted } from '../../raster/smooth.ts';

/** The background's light without detail, continued behind the product. */
export interface SoftBackground {
  readonly lightness: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** Detail smaller than this share of the scene comes from objects rather than from light. */
const DETAIL_SHARE = 0.025;

/** Blurs the background by a share of the scene, filling in the product's area (normalized convolution). */
export function softBackground({ background, widthPx, heightPx }: Scene): SoftBackground {
  const sigmaPx = Math.max(1, DETAIL_SHARE * Math.max(widthPx, heightPx));
  const total = smooth(background.share, widthPx, heightPx, sigmaPx);
  const soften = (values: Float32Array): Float32Array =>
    smoothWeighted(values, total, background.share, widthPx, heightPx, sigmaPx);
  return {
    lightness: soften(background.lightness),
    a: soften(background.a),
    b: soften(background.b),
  };
}
