import { applyLight, gainRange, gainRows } from '../light/light-field.ts';
import type { GainRange, ProductLight } from '../light/light-field.ts';
import { linearOfSrgb } from '../color/oklab.ts';
import { crop } from '../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../raster/raster.ts';
import type { PosedProduct } from '../stage/placement.ts';
import { srgbSample } from '../color/tone.ts';

/** Expected appearance of a product in a region of a picture. */
export interface ExpectedProduct extends Box {
  /**
   * Reads a row of the region, counted from 0: interleaved red, green and blue from 0 to 255, not rounded, and the
   * share of the pixel that the product covers, 0 to 1. The next call reuses the array.
   */
  readonly readRow: (y: number) => Float32Array;
  /** Range of the declared light's gains in these rows, or null without a light. */
  readonly gains: GainRange | null;
}

interface InScene {
  readonly picture: { readonly widthPx: number; readonly heightPx: number };
  /** Light that was declared for the product; if undefined, the product has the light of its photo. */
  readonly light?: ProductLight | undefined;
  /** Share of each pixel of the picture that shows the product, 0 to 1; objects of the scene may hide it. */
  readonly covered: Float32Array;
}

/**
 * Expected appearance of a product in a scene: its cut-out at its size and position, multiplied by the declared light,
 * without any other change.
 * @param posed product before lighting; the light is applied in place
 * @throws RangeError if the light was declared for another position or size
 */
export function expectedInScene(posed: PosedProduct, { picture, light, covered }: InScene): ExpectedProduct {
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
  const row = new Float32Array(widthPx * 4);
  const readRow = (y: number): Float32Array => {
    for (let x = 0, to = 0; x < widthPx; x++, to += 4) {
      const from = ((yPx - posed.yPx + y) * product.widthPx + xPx - posed.xPx + x) * 4;
      for (let c = 0; c < 3; c++) row[to + c] = srgbSample(product.data[from + c]);
      row[to + 3] = Math.min(product.data[from + 3], covered[(yPx + y) * picture.widthPx + xPx + x]);
    }
    return row;
  };
  return { xPx, yPx, widthPx, heightPx, readRow, gains: light === undefined ? null : gainRange(light.field) };
}

/** Expected appearance of an 8-bit product that no tool should change. */
export function expectedAsIs({ data, widthPx, heightPx }: RgbaRaster, xPx = 0, yPx = 0): ExpectedProduct {
  const row = new Float32Array(widthPx * 4);
  const readRow = (y: number): Float32Array => {
    const from = y * row.length;
    row.set(data.subarray(from, from + row.length));
    for (let i = 3; i < row.length; i += 4) row[i] /= 255;
    return row;
  };
  return { xPx, yPx, widthPx, heightPx, readRow, gains: null };
}

/**
 * Expected appearance of a product after harmonizing its light with the picture: its pixels multiplied by the declared
 * light, without any other change.
 * @param part pixels of the picture before harmonizing, with the product's own alpha
 * @param light declared light; undefined if the light didn't change
 */
export function expectedInLight(part: RgbaRaster, at: Box, light: ProductLight | undefined): ExpectedProduct {
  const asIs = expectedAsIs(part, at.xPx, at.yPx);
  if (light === undefined) return asIs;
  if (light.xPx !== at.xPx || light.yPx !== at.yPx) throw new RangeError('The light is another product’s');
  const readGainRow = gainRows(light.field, part);
  const readRow = (y: number): Float32Array => {
    const row = asIs.readRow(y);
    const gains = readGainRow(y);
    for (let i = 0, g = 0; i < row.length; i += 4, g += 3)
      for (let c = 0; c < 3; c++) row[i + c] = srgbSample(linearOfSrgb(row[i + c]) * gains[g + c]);
    return row;
  };
  return { ...asIs, readRow, gains: gainRange(light.field) };
}

/** Region of a picture that contains a product, with the product's opacity as alpha. */
export function productWithin(picture: RgbaRaster, alpha: AlphaRaster, box: Box): RgbaRaster {
  const part = crop(picture, box);
  const shares = crop(alpha, box);
  for (let i = 0; i < shares.data.length; i++)
    part.data[i * 4 + 3] = Math.min(part.data[i * 4 + 3], shares.data[i]);
  return part;
}
