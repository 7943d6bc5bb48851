import { emptyRaster, raster } from '../raster/raster.ts';
import type { Size } from '../raster/box.ts';
import type { RgbaRaster, RgbRaster } from '../raster/raster.ts';
import type { PosedProduct } from '../stage/placement.ts';
import { srgb8Row, srgbSample } from '../color/tone.ts';
import type { Grain } from '../color/tone.ts';

/** Scene as layers that any editor can composite in this order to get the picture. */
export interface SceneLayers {
  /** Picture of the set without the product. */
  readonly background: RgbRaster;
  /** Layer with the shadows and the reflection of the product. */
  readonly shadow: RgbaRaster;
  /** Layer with all products, or only with the requested one. */
  readonly product: RgbaRaster;
}

/** Minimum difference that is visible, of 255; smaller ones occur at the faint end of a shadow and aren't included. */
const VISIBLE_STEP = 0.6;

/** Splits a scene into layers, row by row. */
interface LayerSplitter {
  /**
   * Adds the row `y`.
   * @param bare tone-mapped set without the product
   * @param ground tone-mapped set with the product's shadows and reflection
   */
  add(y: number, bare: Float32Array, ground: Float32Array): void;
  layers(): SceneLayers;
}

export function splitLayers(
  { widthPx, heightPx }: Size,
  posed: readonly PosedProduct[],
  seed: number,
  { sigma }: Grain,
): LayerSplitter {
  const background = emptyRaster(widthPx, heightPx, 3);
  const shadow = emptyRaster(widthPx, heightPx, 4);
  const rowIn = (data: Uint8Array, y: number, channels: number): Uint8Array =>
    data.subarray(y * widthPx * channels, (y + 1) * widthPx * channels);
  return {
    add(y, bare, ground) {
      srgb8Row(bare, y, seed, { sigma }, rowIn(background.data, y, 3));
      writeDifference(bare, ground, rowIn(shadow.data, y, 4));
    },
    layers: () => ({
      background,
      shadow,
      product: raster(onCanvas(posed, widthPx, heightPx), widthPx, heightPx, 4),
    }),
  };
}

/**
 * Writes the layer that turns the first row into the second when composited over it, with the least opaque colors
 * possible.
 */
function writeDifference(before: Float32Array, after: Float32Array, out: Uint8Array): void {
  const from = [0, 0, 0];
  const to = [0, 0, 0];
  for (let i = 0, o = 0; i < before.length; i += 3, o += 4) {
    let alpha = 0;
    let most = 0;
    for (let c = 0; c < 3; c++) {
      from[c] = srgbSample(before[i + c]);
      to[c] = srgbSample(after[i + c]);
      const step = to[c] - from[c];
      most = Math.max(most, Math.abs(step));
      if (step < 0) alpha = Math.max(alpha, -step / from[c]);
      else if (step > 0) alpha = Math.max(alpha, step / (255 - from[c]));
    }
    if (most < VISIBLE_STEP) continue;
    const sample = Math.min(255, Math.ceil(alpha * 255));
    const share = sample / 255;
    out[o + 3] = sample;
    for (let c = 0; c < 3; c++) {
      const color = (to[c] - from[c] * (1 - share)) / share;
      out[o + c] = Math.max(0, Math.min(255, Math.round(color)));
    }
  }
}

/**
 * Products as 8-bit sRGB with alpha, on a transparent picture of that size.
 * @param posed products from the farthest to the nearest
 */
export function onCanvas(posed: readonly PosedProduct[], widthPx: number, heightPx: number): Uint8Array {
  const out = new Uint8Array(widthPx * heightPx * 4);
  for (const { raster: product, xPx, yPx } of posed) {
    const lastX = Math.min(product.widthPx, widthPx - xPx);
    for (let y = Math.max(0, -yPx); y < Math.min(product.heightPx, heightPx - yPx); y++) {
      for (let x = Math.max(0, -xPx); x < lastX; x++) {
        const from = (y * product.widthPx + x) * 4;
        const alpha = product.data[from + 3];
        const sample = Math.round(alpha * 255);
        if (sample === 0) continue;
        const to = ((yPx + y) * widthPx + xPx + x) * 4;
        const behind = (out[to + 3] * (255 - sample)) / 255;
        const whole = sample + behind;
        for (let c = 0; c < 3; c++) {
          const color = Math.round(srgbSample(product.data[from + c] / alpha));
          out[to + c] = Math.round((color * sample + out[to + c] * behind) / whole);
        }
        out[to + 3] = Math.round(whole);
      }
    }
  }
  return out;
}
