import { raster } from '../raster/raster.ts';
import type { Box, RgbRaster } from '../raster/raster.ts';
import { smoothContours } from './contours.ts';
import type { LinearPicture, RowWriter } from '../raster/light-raster.ts';
import { pictureRows } from '../raster/light-raster.ts';
import type { PosedProduct } from '../stage/placement.ts';
import type { PicturePlan } from '../stage/scene-plan.ts';
import { MAX_PHOTO } from '../light/set/set-shade.ts';
import { srgb8Row, toneMap } from '../color/tone.ts';
import type { Grain } from '../color/tone.ts';
import { expandBox } from '../raster/box.ts';
import type { Size } from '../raster/box.ts';

/**
 * Share of a half-transparent edge pixel's color that comes from the background's light, as at the edge of a real
 * object.
 */
const EDGE_WRAP = 0.35;
/** Gain that lifts an overexposed background to white, because the tone curve alone never reaches white. */
const BURNT_GAIN = 1.07;
/**
 * Exponent that weakens a shadow on an overexposed background, applied to the share of light that isn't blocked;
 * shadows are more noticeable on white.
 */
const BURNT_SHADOW = 0.75;
/** Factor of enlargement from which a set's contours show pixel steps. */
const SHOWS_STEPS_FROM = 1.4;
/** Maximum distance over which resizing mixes pixels, in pixels of the larger size. */
const RESIZE_REACH_PX = 4;
/** Maximum distance over which smoothing along contours mixes pixels. */
const CONTOUR_REACH_PX = 16;
/** Maximum share of the set's light in a pixel that counts as hidden by a product: the rounding error of resizing. */
const HIDDEN = 2 ** -22;

const hasSteps = (picture: Size, { widthPx, heightPx }: Size): boolean =>
  Math.max(widthPx / picture.widthPx, heightPx / picture.heightPx) >= SHOWS_STEPS_FROM;

/** True if each finished pixel depends only on light near it, so that a part of the picture can be finished alone. */
export const isFinishedByParts = (picture: Size, size: Size, { isBurntOut = false }: PicturePlan): boolean =>
  !isBurntOut && !hasSteps(picture, size);

/** Region of a resized picture that depends on a region of the original; with swapped sizes, the reverse. */
export function resizedBox({ xPx, yPx, widthPx, heightPx }: Box, from: Size, to: Size): Box {
  const [across, down] = [to.widthPx / from.widthPx, to.heightPx / from.heightPx];
  const left = Math.floor(xPx * across);
  const top = Math.floor(yPx * down);
  const right = Math.ceil((xPx + widthPx) * across);
  const bottom = Math.ceil((yPx + heightPx) * down);
  const box = { xPx: left, yPx: top, widthPx: right - left, heightPx: bottom - top };
  return expandBox(box, Math.ceil(RESIZE_REACH_PX * Math.max(1, across, down)), to);
}

/**
 * Returns a function that tells whether a product hides all finished pixels that depend on a part of the set's
 * picture.
 */
export function hiddenBehind(
  { raster: product, xPx, yPx }: PosedProduct,
  picture: Size,
  size: Size,
): (part: Box) => boolean {
  const reachPx = hasSteps(picture, size) ? CONTOUR_REACH_PX : 0;
  return (part) => {
    const shown = resizedBox(expandBox(part, reachPx, picture), picture, size);
    const [left, top] = [shown.xPx - xPx, shown.yPx - yPx];
    const [right, bottom] = [left + shown.widthPx, top + shown.heightPx];
    if (left < 0 || top < 0 || right > product.widthPx || bottom > product.heightPx) return false;
    for (let y = top; y < bottom; y++) {
      const end = (y * product.widthPx + right) * 4;
      for (let i = (y * product.widthPx + left) * 4 + 3; i < end; i += 4)
        if (product.data[i] < 1 - HIDDEN) return false;
    }
    return true;
  };
}

/** Tone-maps a part of a picture in place and resizes it row by row; rows are counted from the part's first one. */
export function finishedRowsIn(picture: LinearPicture, size: Size, part: Box): RowWriter {
  toneMap(picture, resizedBox(part, size, picture));
  return pictureRows(picture, size.widthPx, size.heightPx, part);
}

/**
 * Tone-maps a picture in place and resizes it row by row.
 * @param unshaded light of an overexposed background without the product. The shadow on it is applied after tone
 * mapping, because clipping such bright light would remove most of the shadow.
 */
export function finishedRows(
  picture: LinearPicture,
  { widthPx, heightPx }: Size,
  { isBurntOut = false }: PicturePlan,
  unshaded?: Float32Array,
): RowWriter {
  const shares = unshaded?.map((light, i) => Math.min(1, picture.data[i] / Math.max(1e-6, light)));
  if (unshaded !== undefined) picture.data.set(unshaded);
  toneMap(picture);
  if (isBurntOut) {
    for (let i = 0; i < picture.data.length; i++)
      picture.data[i] =
        Math.min(1, picture.data[i] * BURNT_GAIN) * (shares === undefined ? 1 : shares[i] ** BURNT_SHADOW);
  }
  if (hasSteps(picture, { widthPx, heightPx })) smoothContours(picture);
  return pictureRows(picture, widthPx, heightPx);
}

/**
 * Applies the shadow from the photo to a row of a plain background, in place, as strong as in the photo. Applied after
 * tone mapping, which would weaken it in highlights.
 */
export function layShadow(
  row: Float32Array,
  y: number,
  lightAt: (x: number, y: number) => number,
  opacity = 1,
): void {
  for (let x = 0, i = 0; i < row.length; x++, i += 3) {
    const share = lightAt(x + 0.5, y + 0.5);
    if (share === 1) continue;
    const remainingShare = Math.max(1 - MAX_PHOTO, share ** opacity);
    for (let c = i; c < i + 3; c++) row[c] *= remainingShare;
  }
}

/** Composites a row of the product over a row of the picture, in linear light. */
export function drawProduct(
  row: Float32Array,
  y: number,
  { raster: product, veil, xPx, yPx }: PosedProduct,
): void {
  if (y < yPx || y >= yPx + product.heightPx) return;
  const lastX = Math.min(product.widthPx, row.length / 3 - xPx);
  for (let x = Math.max(0, -xPx); x < lastX; x++) {
    const from = ((y - yPx) * product.widthPx + x) * 4;
    const alpha = product.data[from + 3];
    if (alpha === 0) continue;
    const to = (xPx + x) * 3;
    // Background light spills over the outer edge of the product, but not over glass inside it.
    const wrap = EDGE_WRAP * (1 - (veil === undefined ? alpha : veil.data[from + 3]));
    for (let c = 0; c < 3; c++) {
      const own = product.data[from + c];
      const blockedShare = veil === undefined ? alpha : veil.data[from + c];
      const light = own + wrap * (alpha * row[to + c] - own);
      row[to + c] = row[to + c] * (1 - blockedShare) + light;
    }
  }
}

/** Converts rows of linear light to an 8-bit picture. */
export function toRaster(
  writeRow: RowWriter,
  { widthPx, heightPx }: Size,
  seed: number,
  grain: Grain = { sigma: 0 },
): RgbRaster {
  const out = new Uint8Array(widthPx * heightPx * 3);
  const row = new Float32Array(widthPx * 3);
  for (let y = 0; y < heightPx; y++) {
    writeRow(y, row);
    srgb8Row(row, y, seed, grain, out.subarray(y * row.length, (y + 1) * row.length));
  }
  return raster(out, widthPx, heightPx, 3);
}
