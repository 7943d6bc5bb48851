import { ALPHA_OPAQUE, ALPHA_VISIBLE_ABOVE } from '@packshot/contract';
import type { AlphaRaster, Box, RgbaRaster } from './raster.ts';

/** Smallest box around visible content (alpha above 10 by default), or undefined if nothing is visible. */
export function visibleBounds(
  image: RgbaRaster | AlphaRaster,
  alphaAbove: number = ALPHA_VISIBLE_ABOVE,
): Box | undefined {
  const { widthPx } = image;
  const { samples, shift } = alphaSamples(image);
  let first = 0;
  while (first < samples.length && samples[first] >>> shift <= alphaAbove) first++;
  if (first === samples.length) return undefined;
  let last = samples.length - 1;
  while (samples[last] >>> shift <= alphaAbove) last--;
  const yPx = Math.floor(first / widthPx);
  let left = widthPx;
  let right = -1;
  // Searches only beyond the box of the rows above, so most of the content isn't read.
  for (let row = yPx * widthPx; row <= last; row += widthPx) {
    for (let x = 0; x < left; x++) if (samples[row + x] >>> shift > alphaAbove) left = x;
    for (let x = widthPx - 1; x > right; x--) if (samples[row + x] >>> shift > alphaAbove) right = x;
  }
  return { xPx: left, yPx, widthPx: right - left + 1, heightPx: Math.floor(last / widthPx) - yPx + 1 };
}

/** Samples, one per pixel: `sample >>> shift` is alpha, the highest byte of four. Copied if they aren't aligned. */
function alphaSamples({ data, channels }: RgbaRaster | AlphaRaster) {
  if (channels === 1) return { samples: data, shift: 0 };
  const { buffer, byteOffset, length } = data.byteOffset % 4 === 0 ? data : data.slice();
  return { samples: new Int32Array(buffer, byteOffset, length / 4), shift: 24 };
}

/** True when any pixel's alpha is below 255. */
export function hasTransparency(image: RgbaRaster): boolean {
  const { data } = image;
  for (let i = 3; i < data.length; i += 4) if (data[i] < ALPHA_OPAQUE) return true;
  return false;
}

/**
 * Minimum share of transparent pixels in a cut-out; a picture with fewer is a photo, for instance with rounded
 * corners.
 */
const CUT_OUT_CLEAR_SHARE = 0.02;
const CLEAR_BELOW = 128;

/** True when enough of a picture is transparent to be a cut-out rather than a photo. */
export function isCutOut({ data }: RgbaRaster): boolean {
  let clear = 0;
  // Uses an indexed loop for speed, because it runs over every pixel of the photo.
  for (let i = 3; i < data.length; i += 4) if (data[i] < CLEAR_BELOW) clear++;
  return clear >= (CUT_OUT_CLEAR_SHARE * data.length) / 4;
}

/** Share of the content's bounding box that must be filled for recognizing a whole photo in a transparent frame. */
const FILLED_SHARE = 0.97;

/** True if the visible content fills its bounding box: a photo in a transparent frame, which still has its background. */
export function fillsItsBox(image: RgbaRaster): boolean {
  const box = visibleBounds(image, CLEAR_BELOW);
  if (box === undefined) return false;
  let filled = 0;
  for (let y = box.yPx; y < box.yPx + box.heightPx; y++) {
    const row = (y * image.widthPx + box.xPx) * 4 + 3;
    for (let x = 0; x < box.widthPx; x++) if (image.data[row + x * 4] >= CLEAR_BELOW) filled++;
  }
  return filled >= FILLED_SHARE * box.widthPx * box.heightPx;
}

/** Fraction of the picture that alpha covers: mean alpha, 0 to 1. */
export function coverage(image: RgbaRaster | AlphaRaster): number {
  let sum = 0;
  const { samples, shift } = alphaSamples(image);
  for (let i = 0; i < samples.length; i++) sum += samples[i] >>> shift;
  return sum / 255 / (image.widthPx * image.heightPx);
}

export function extractAlpha(image: RgbaRaster): AlphaRaster {
  const data = new Uint8Array(image.widthPx * image.heightPx);
  for (let i = 0, j = 3; i < data.length; i++, j += 4) data[i] = image.data[j];
  return { data, widthPx: image.widthPx, heightPx: image.heightPx, channels: 1 };
}

/** Sets the color of fully transparent pixels to black, in place: invisible, and compresses best. */
export function clearHiddenColor(image: RgbaRaster): void {
  const { data } = image;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 0) data[i] = data[i + 1] = data[i + 2] = 0;
  }
}

/** Intersection over union of two masks, each binarized at `threshold` (0 to 255); 1 if both are empty. */
export function intersectionOverUnion(a: AlphaRaster, b: AlphaRaster, threshold = 128): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    const inA = a.data[i] >= threshold;
    const inB = b.data[i] >= threshold;
    if (inA && inB) both++;
    if (inA || inB) either++;
  }
  return either === 0 ? 1 : both / either;
}

/** Mean absolute difference of two masks, 0 to 1. */
export function meanAbsoluteError(a: AlphaRaster, b: AlphaRaster): number {
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += Math.abs(a.data[i] - b.data[i]);
  return sum / 255 / a.data.length;
}

/** Intersection over union of two masks whose alpha values count as shares; 1 if both are empty. */
export function alphaAgreement(a: AlphaRaster, b: AlphaRaster): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    both += Math.min(a.data[i], b.data[i]);
    either += Math.max(a.data[i], b.data[i]);
  }
  return either === 0 ? 1 : both / either;
}
