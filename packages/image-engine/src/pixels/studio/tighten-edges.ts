import { boxMean, windowExtremes } from '../box-filter.ts';
import type { LightRaster } from './light-raster.ts';

/** Enlarged less, an edge is as sharp as the picture around it. */
const FROM_FACTOR = 1.25;
/** So much of an edge's rise is left of it. */
const NARROWED = 0.34;
/** Between what is covered at least so far and what is at most so far, within reach of an edge, there is an outline: no glass, no fur. */
const SOLID = 235;
const CLEAR = 20;
/** What is fainter, or solid but for so much, belongs to an edge twice as far away. */
const FAINT = 0.35;
/** How far an edge reaches, and how far its steps are smoothed, in pixels of the photo. */
const REACH_PX = 3.5;
const SMOOTHING_PX = 0.5;
/** The outline runs a little inside of the middle of the edge, where less of the old ground is mixed in. */
const MIDDLE = 0.56;
const MOST_GAIN = 4;

/**
 * Makes the outline of a product that was enlarged as sharp as that of things in the picture, in place: a photo's edge is two or three pixels wide, and many times
 * as large it is a halo. The outline is smoothed first, or the steps between the photo's pixels would show. Colors stay.
 * @param factor how far it was enlarged
 */
export function tightenEdges({ data, widthPx, heightPx }: LightRaster, factor: number): void {
  if (factor < FROM_FACTOR) return;
  const alpha = new Float32Array(widthPx * heightPx);
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3];
  const bytes = Uint8Array.from(alpha, (value) => Math.round(255 * Math.min(1, Math.max(0, value))));
  const reach = Math.ceil(REACH_PX * factor);
  const { min, max } = windowExtremes(bytes, widthPx, heightPx, reach);
  const farther = windowExtremes(bytes, widthPx, heightPx, 2 * reach);
  const smooth = alpha.slice();
  const radius = Math.round(SMOOTHING_PX * factor);
  const scratch = new Float32Array(alpha.length);
  for (let pass = 0; pass < 2; pass++) boxMean(smooth, smooth, widthPx, heightPx, radius, scratch);
  for (let i = 0; i < alpha.length; i++) {
    const most = alpha[i] < FAINT ? farther.max[i] : max[i];
    const least = alpha[i] > 1 - FAINT ? farther.min[i] : min[i];
    if (alpha[i] <= 0 || most < SOLID || least > CLEAR) continue;
    const share = Math.min(1, Math.max(0, (smooth[i] - MIDDLE) / NARROWED + 0.5));
    // What the smoothing adds outside has hardly a color of its own to show.
    const gain = Math.min(MOST_GAIN, share / alpha[i]);
    for (let c = 0; c < 4; c++) data[i * 4 + c] *= gain;
  }
}
