import { windowExtremes } from '../box-filter.ts';
import { oklabOfSrgb } from '../oklab.ts';
import type { Triple } from '../oklab.ts';
import type { RgbaRaster } from '../raster.ts';

/** Alpha from here on is opaque enough for its color to be the product's. */
const OPAQUE_FROM = 230;
/** The cut-out's edge is mixed with the background, and is not looked at. */
const EDGE_PX = 2;

/** A cut-out's colors in Oklab, and which of its pixels are the product's own. */
export interface ProductPixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly lightness: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
  /** Indices of opaque pixels away from the edge. */
  readonly interior: Int32Array;
  /** 255 for those, 0 for the others. */
  readonly isInterior: Uint8Array;
}

/** Takes a cut-out of moderate size apart: three floats a pixel. */
export function productPixels({ data, widthPx, heightPx }: RgbaRaster): ProductPixels {
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
