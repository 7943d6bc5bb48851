import type { Placement } from '@packshot/contract';
import { applyLight } from '../light-field/light-field.ts';
import type { LightField } from '../light-field/light-field.ts';
import type { Box, RgbaRaster } from '../raster.ts';
import type { CutOut } from '../studio/cut-out.ts';
import { poseProduct } from '../studio/posed-product.ts';
import { srgbSample } from '../studio/tone.ts';

/** What a part of a picture should show of a product. */
export interface ExpectedProduct extends Box {
  /** Interleaved: red, green and blue from 0 to 255, not rounded, and the share of the pixel that the product covers, 0 to 1. */
  readonly samples: Float32Array;
}

interface InScene {
  readonly placement: Placement;
  readonly picture: { readonly widthPx: number; readonly heightPx: number };
  /** The one light that was declared to lie on the product; absent: its photo's own. */
  readonly light?: (Box & { readonly field: LightField }) | undefined;
  /** The share of each pixel of the picture that shows the product, which something of the scene may hide. */
  readonly covered: Float32Array;
}

/**
 * The product of a cut-out as it should appear in a scene, made from the cut-out anew: at its size and place,
 * times the declared light, and nothing else.
 * @throws RangeError when the light was declared for a product of another place or size
 */
export function expectedInScene(
  cutOut: CutOut,
  { placement, picture, light, covered }: InScene,
): ExpectedProduct {
  const posed = poseProduct(cutOut, placement, picture);
  if (posed === undefined) return { xPx: 0, yPx: 0, widthPx: 0, heightPx: 0, samples: new Float32Array() };
  const { raster: product } = posed;
  if (light !== undefined) {
    const isThere = light.xPx === posed.xPx && light.yPx === posed.yPx;
    const isAsLarge = light.widthPx === product.widthPx && light.heightPx === product.heightPx;
    if (!isThere || !isAsLarge) throw new RangeError('The light is another product’s');
    applyLight(product, light.field);
  }
  const [xPx, yPx] = [Math.max(0, posed.xPx), Math.max(0, posed.yPx)];
  const widthPx = Math.max(0, Math.min(picture.widthPx, posed.xPx + product.widthPx) - xPx);
  const heightPx = Math.max(0, Math.min(picture.heightPx, posed.yPx + product.heightPx) - yPx);
  const samples = new Float32Array(widthPx * heightPx * 4);
  for (let y = 0, to = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, to += 4) {
      const from = ((yPx - posed.yPx + y) * product.widthPx + xPx - posed.xPx + x) * 4;
      for (let c = 0; c < 3; c++) samples[to + c] = srgbSample(product.data[from + c]);
      samples[to + 3] = Math.min(product.data[from + 3], covered[(yPx + y) * picture.widthPx + xPx + x]);
    }
  }
  return { xPx, yPx, widthPx, heightPx, samples };
}

/** A product in 8 bits that is to stay as it is. */
export function expectedAsIs({ data, widthPx, heightPx }: RgbaRaster): ExpectedProduct {
  const samples = Float32Array.from(data);
  for (let i = 3; i < samples.length; i += 4) samples[i] /= 255;
  return { xPx: 0, yPx: 0, widthPx, heightPx, samples };
}
