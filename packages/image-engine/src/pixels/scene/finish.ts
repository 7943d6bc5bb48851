import { raster } from '../raster/raster.ts';
import type { RgbRaster } from '../raster/raster.ts';
import { smoothContours } from './contours.ts';
import type { LinearPicture, RowWriter } from '../raster/light-raster.ts';
import { pictureRows } from '../raster/light-raster.ts';
import type { PosedProduct } from '../stage/placement.ts';
import type { ScenePlan } from '../stage/scene-plan.ts';
import { MAX_PHOTO } from '../light/set/set-shade.ts';
import { srgb8Row, toneMap } from '../color/tone.ts';
import type { Grain } from '../color/tone.ts';

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The share of a half-transparent edge pixel's color that spills around from behind, as at a real edge. */
const EDGE_WRAP = 0.35;
/** The tone curve never reaches white; a burnt-out ground comes within this factor of it. */
const BURNT_GAIN = 1.07;
/** A shadow on a burnt-out ground is this power of the light that arrives: on white even a faint one shows. */
const BURNT_SHADOW = 0.75;
/** Enlarged by this factor, a set's contours show the steps between its pixels. */
const SHOWS_STEPS_FROM = 1.4;

/**
 * Tone-maps a picture, in place, and resizes it row by row.
 * @param unshaded of a burnt-out ground: its light without the product. Twice as bright as white, it would swallow most of the shadow, so
 *   that is laid on what is seen.
 */
export function finishedRows(
  picture: LinearPicture,
  { widthPx, heightPx }: Size,
  { isBurntOut = false }: ScenePlan,
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
  if (Math.max(widthPx / picture.widthPx, heightPx / picture.heightPx) >= SHOWS_STEPS_FROM)
    smoothContours(picture);
  return pictureRows(picture, widthPx, heightPx);
}

/**
 * Lays the photo's own shadow on a row of a plain ground as it looked in the photo, in place: on what is seen rather than on its light, whose highlights the
 * tone curve would keep from darkening.
 */
export function layShadow(
  row: Float32Array,
  y: number,
  arriving: (x: number, y: number) => number,
  opacity = 1,
): void {
  for (let x = 0, i = 0; i < row.length; x++, i += 3) {
    const share = arriving(x + 0.5, y + 0.5);
    if (share === 1) continue;
    const left = Math.max(1 - MAX_PHOTO, share ** opacity);
    for (let c = i; c < i + 3; c++) row[c] *= left;
  }
}

/** Composites a row of the product over the picture's, in linear light. */
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
    // Glass is no edge: only where the product ends does color spill around it.
    const wrap = EDGE_WRAP * (1 - (veil === undefined ? alpha : veil.data[from + 3]));
    for (let c = 0; c < 3; c++) {
      const own = product.data[from + c];
      const held = veil === undefined ? alpha : veil.data[from + c];
      const light = own + wrap * (alpha * row[to + c] - own);
      row[to + c] = row[to + c] * (1 - held) + light;
    }
  }
}

/** A picture of 8 bits of rows of linear light. */
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
