/**
 * What the samples of planes mean, and a cut-out with planes on a ground. All in linear light:
 *
 *     seen = color * alpha + ground * own shadow * (1 - alpha * hold)
 *
 * The first term is the product's own light: its opaque parts, and the highlights of its clear ones. `hold` says for each color how much of a
 * pixel's alpha holds light back; the plane `through` has 128 for 1, which is what any pixel of an ordinary cut-out does. Because it only
 * weighs alpha, a plane of a thousand pixels is enough for a picture of any size: edges are as sharp as alpha's.
 */
import { linearOfSrgb } from '../color/oklab.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';

/** Planes of any size, each lying over the whole picture. */
export interface Planes {
  /** The share of the ground's light that arrives, of 255. */
  readonly ownShadow?: AlphaRaster;
  readonly through?: RgbRaster;
  /** What the product covers, clear or not, of 255. Only together with `through`. */
  readonly coverage?: AlphaRaster;
}

/** The sample of `through` that means 1. */
export const HOLD_UNIT = 128;

/** The share of what is behind that comes through a pixel, for one color; `alpha` of 255, `hold` a sample of the plane. */
export const throughOf = (alpha: number, hold: number): number =>
  Math.max(0, 1 - (alpha * hold) / (255 * HOLD_UNIT));

/** A cut-out on a ground, in linear light from 0 to 1, three samples a pixel. */
export function layOnGround(
  { data, widthPx, heightPx }: RgbaRaster,
  planes: Planes,
  /** Linear light of the ground behind pixel `i`. */
  groundAt: (i: number) => readonly [red: number, green: number, blue: number],
): Float32Array {
  const through = planes.through && resample(planes.through, widthPx, heightPx, 'linear').data;
  const shadow = planes.ownShadow && resample(planes.ownShadow, widthPx, heightPx, 'linear').data;
  const out = new Float32Array(widthPx * heightPx * 3);
  for (let i = 0, at = 0; at < out.length; i++, at += 3) {
    const alpha = data[i * 4 + 3];
    const ground = groundAt(i);
    const arrives = shadow === undefined ? 1 : shadow[i] / 255;
    for (let c = 0; c < 3; c++) {
      const behind = throughOf(alpha, through?.[at + c] ?? HOLD_UNIT);
      const own = alpha === 0 ? 0 : (linearOfSrgb(data[i * 4 + c]) * alpha) / 255;
      out[at + c] = own + ground[c] * arrives * behind;
    }
  }
  return out;
}
