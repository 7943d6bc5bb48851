import { visibleBounds } from '../alpha.ts';
import { raster } from '../raster.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../raster.ts';

const INSIDE_FROM = 128;
/** Text is unreadable below this many pixels per side. */
const MIN_SIDE_PX = 24;

/** The product's box, on the mask's grid and in the photo; the mask covers the whole photo. */
export interface ProductBox {
  readonly inMask: Box;
  readonly inPhoto: Box;
}

/** undefined when there is no product, or one too small for OCR. */
export function productBox(mask: AlphaRaster, photo: RgbaRaster): ProductBox | undefined {
  const inMask = visibleBounds(mask, INSIDE_FROM);
  if (inMask === undefined) return undefined;
  const acrossScale = photo.widthPx / mask.widthPx;
  const downScale = photo.heightPx / mask.heightPx;
  const xPx = Math.floor(inMask.xPx * acrossScale);
  const yPx = Math.floor(inMask.yPx * downScale);
  const widthPx = Math.min(photo.widthPx - xPx, Math.ceil(inMask.widthPx * acrossScale));
  const heightPx = Math.min(photo.heightPx - yPx, Math.ceil(inMask.heightPx * downScale));
  if (widthPx < MIN_SIDE_PX || heightPx < MIN_SIDE_PX) return undefined;
  return { inMask, inPhoto: { xPx, yPx, widthPx, heightPx } };
}

/**
 * The product in gray on a background of its own median gray: OCR takes an edge between product and
 * background for a frame or a picture, and skips what is inside. Rec. 601 luma.
 */
export function grayOfProduct({ data, widthPx, heightPx }: RgbRaster, alpha: AlphaRaster): AlphaRaster {
  const gray = new Uint8Array(widthPx * heightPx);
  const histogram = new Uint32Array(256);
  let inside = 0;
  for (let i = 0; i < gray.length; i++) {
    gray[i] = Math.round((data[3 * i] * 299 + data[3 * i + 1] * 587 + data[3 * i + 2] * 114) / 1000);
    if (alpha.data[i] < INSIDE_FROM) continue;
    histogram[gray[i]]++;
    inside++;
  }
  const ground = medianOf(histogram, inside);
  for (let i = 0; i < gray.length; i++) {
    gray[i] = Math.round(ground + ((gray[i] - ground) * alpha.data[i]) / 255);
  }
  return raster(gray, widthPx, heightPx, 1);
}

function medianOf(histogram: Uint32Array, count: number): number {
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += histogram[value];
    if (2 * seen >= count) return value;
  }
  return 255;
}

/** Combines color and alpha of the same size. */
export function withAlpha({ data, widthPx, heightPx }: RgbRaster, alpha: AlphaRaster): RgbaRaster {
  const both = new Uint8Array(widthPx * heightPx * 4);
  for (let i = 0; i < alpha.data.length; i++) {
    both.set(data.subarray(3 * i, 3 * i + 3), 4 * i);
    both[4 * i + 3] = alpha.data[i];
  }
  return raster(both, widthPx, heightPx, 4);
}
