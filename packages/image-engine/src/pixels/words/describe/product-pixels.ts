import { windowExtremes } from '../../raster/box-filter.ts';
import { oklabOfSrgb } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { RgbaRaster } from '../../raster/raster.ts';

/** Alpha from which a pixel shows only the product's color. */
const OPAQUE_FROM = 230;
/** Width of the product's edge that isn't used, because its color is mixed with the background. */
const EDGE_PX = 2;

/** Colors of a cut-out in Oklab, with a mask of the product's pixels. */
export interface OklabProduct {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly lightness: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
  /** Indices of opaque pixels that aren't close to the product's edge. */
  readonly interior: Int32Array;
  /** Mask of the interior pixels: 255 for them, 0 for the others. */
  readonly isInterior: Uint8Array;
}

/** Converts a cut-out of moderate size; takes three floats per pixel. */
export function productPixels({ data, widthPx, heightPx }: RgbaRaster): OklabProduct {
  const pixels = widthPx * heightPx;
  const [lightness, a, b] = [new Float32Array(pixels), new Float32Array(pixels), new Float32Array(pixels)];
  const opaque = new Uint8Array(pixels);
  const lab: Triple = [0, 0, 0];
  for (let i = 0; i < pixels; i++) {
    if (data[4 * i + 3] < OPAQUE_FROM) continue;
    opaque[i] = 255;
    oklabOfSrgb(data[4 * i], data[4 * i + 1], data[4 * i + 2], lab);
    [lightness[i], a[i], b[i]] = lab;
  }
  const isInterior = windowExtremes(opaque, widthPx, heightPx, EDGE_PX).min;
  const interior: number[] = [];
  for (let i = 0; i < pixels; i++) if (isInterior[i] === 255) interior.push(i);
  return { widthPx, heightPx, lightness, a, b, interior: Int32Array.from(interior), isInterior };
}
