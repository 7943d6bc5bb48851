/**
 * Defines the auxiliary maps of a cut-out and composes a cut-out with them, in linear light:
 *
 * seen = color * alpha + background * shadow * (1 - alpha * hold)
 *
 * The first term is the product's own light: its opaque parts, and the highlights of its clear (transparent) parts.
 * `hold` is the share of a pixel's alpha that blocks light, for each color channel. The clear map `through` stores
 * `hold` as samples, where 128 means 1, the value of every pixel of an ordinary cut-out. The map only weights alpha,
 * so a map of a thousand pixels suffices for a picture of any size: edges are as sharp as alpha's.
 */
import { linearOfSrgb } from '../color/oklab.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';

/** Auxiliary maps of a cut-out, of any size, each covering the whole picture. */
export interface AuxiliaryMaps {
  /** Shadow in the product's photo: the share of the background's light that isn't blocked, of 255. */
  readonly photoShadow?: AlphaRaster;
  readonly through?: RgbRaster;
  /** Area that the product covers, whether opaque or transparent, of 255. Set only together with `through`. */
  readonly coverage?: AlphaRaster;
}

/** Sample of the clear map `through` that means that alpha blocks light fully. */
export const HOLD_UNIT = 128;

/**
 * Share of the light behind a pixel that passes through it, for one color channel. `alpha` is of 255, `hold` a sample
 * of the clear map.
 */
export const transmittedShare = (alpha: number, hold: number): number =>
  Math.max(0, 1 - (alpha * hold) / (255 * HOLD_UNIT));

/** Composes a cut-out on a background, in linear light from 0 to 1, three samples per pixel. */
export function layOnBackground(
  { data, widthPx, heightPx }: RgbaRaster,
  maps: AuxiliaryMaps,
  /** Linear light of the background behind pixel `i`. */
  backgroundAt: (i: number) => readonly [red: number, green: number, blue: number],
): Float32Array {
  const through = maps.through && resample(maps.through, widthPx, heightPx, 'linear').data;
  const shadow = maps.photoShadow && resample(maps.photoShadow, widthPx, heightPx, 'linear').data;
  const out = new Float32Array(widthPx * heightPx * 3);
  for (let i = 0, at = 0; at < out.length; i++, at += 3) {
    const alpha = data[i * 4 + 3];
    const ground = backgroundAt(i);
    const arrives = shadow === undefined ? 1 : shadow[i] / 255;
    for (let c = 0; c < 3; c++) {
      const behind = transmittedShare(alpha, through?.[at + c] ?? HOLD_UNIT);
      const own = alpha === 0 ? 0 : (linearOfSrgb(data[i * 4 + c]) * alpha) / 255;
      out[at + c] = own + ground[c] * arrives * behind;
    }
  }
  return out;
}
