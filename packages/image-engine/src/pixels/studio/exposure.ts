import type { LightRaster } from './light-raster.ts';
import type { Box } from '../raster.ts';
import type { LitLayer } from './relight.ts';
import type { LinearRgb } from './scene-plan.ts';

/** The gains on a product's linear red, green and blue before the shoulder of the global tone curve. */
export type ProductGains = LinearRgb;

/**
 * The usual luminance of white paper on the stage of a composed set; at this light a product is unchanged.
 */
const USUAL_LIGHT = 0.78;
/**
 * How far a product follows the light on its stage; not completely, because the photo has a light of its own.
 */
const FOLLOWS_EXPOSURE = 0.45;
const FOLLOWS_COLOR = 0.3;
/**
 * Limits of the gains: brightness within −8 and +2 of Oklab's lightness (× 100) for white, less for darker
 * colors; color within 2.5 of its hue and chroma. That is how far brand colors may change in, say, the shadow
 * of a tree.
 */
const MIN_EXPOSURE = 0.79;
const MAX_EXPOSURE = 1.06;
const MAX_COLOR_RATIO = 1.055;

const luminance = ([r, g, b]: LinearRgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** The mean light per albedo over a part of the layers as seen, all lights together. */
export function lightOver(lit: readonly LitLayer[], part: Box, isMirrored: boolean): LinearRgb {
  const sum = [0, 0, 0];
  const step = Math.max(1, Math.floor(Math.sqrt((part.widthPx * part.heightPx) / 4000)));
  let count = 0;
  for (let y = part.yPx; y < part.yPx + part.heightPx; y += step) {
    for (let x = part.xPx; x < part.xPx + part.widthPx; x += step, count++) {
      for (const { plane, weight } of lit) {
        const at = (y * plane.widthPx + (isMirrored ? plane.widthPx - 1 - x : x)) * 3;
        for (let c = 0; c < 3; c++) sum[c] += weight[c as 0 | 1 | 2] * plane.values[plane.samples[at + c]];
      }
    }
  }
  return count === 0 ? [0, 0, 0] : [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** The gains that adapt a product to the light on its stage, within limits that keep its colors. */
export function gainsFor(light: LinearRgb): ProductGains {
  const level = luminance(light);
  if (level <= 0) return [MIN_EXPOSURE, MIN_EXPOSURE, MIN_EXPOSURE];
  const exposure = Math.min(MAX_EXPOSURE, Math.max(MIN_EXPOSURE, (level / USUAL_LIGHT) ** FOLLOWS_EXPOSURE));
  const tinted = light.map((v) => {
    const ratio = (Math.max(1e-4, v) / level) ** FOLLOWS_COLOR;
    return Math.min(MAX_COLOR_RATIO, Math.max(1 / MAX_COLOR_RATIO, ratio));
  });
  const kept = luminance([tinted[0], tinted[1], tinted[2]]);
  const gain = (c: number): number => (exposure * tinted[c]) / kept;
  return [gain(0), gain(1), gain(2)];
}

/** One channel's tone curve: strictly rising, 0 stays 0, and brightened values still end at 1. */
export const toneCurve = (value: number, gain: number): number =>
  gain <= 1 ? gain * value : (gain * value) / (1 + (gain - 1) * value);

/** Applies the curve to every pixel, in place. */
export function exposeProduct({ data }: LightRaster, gains: ProductGains): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3];
    if (alpha === 0) continue;
    for (let c = 0; c < 3; c++) {
      const gain = gains[c as 0 | 1 | 2];
      data[i + c] = gain <= 1 ? gain * data[i + c] : toneCurve(data[i + c] / alpha, gain) * alpha;
    }
  }
}
