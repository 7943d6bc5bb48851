import { boxMean } from '../raster/box-filter.ts';
import { raster } from '../raster/raster.ts';
import type { AlphaRaster, Box, Raster, RgbaRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import { fittedSize } from './provider-sizes.ts';
import type { Sizes } from './provider-sizes.ts';

/** Width of the mask's surroundings that a generative engine sees, as a share of the mask's longer side. */
const SURROUNDINGS = 0.6;
/** Minimum side of the region sent to the engine; a smaller one wouldn't show the photo's subject. */
const SMALLEST_WINDOW_PX = 384;
const SEAM_SHARE = 0.004;

/**
 * Region of a photo that a generative engine sees, in the photo's pixels (it may extend beyond the edge), and the size
 * at which it is sent.
 */
interface EditWindow {
  readonly box: Box;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Chooses a region around the change to send to the engine. The result has about a megapixel, so a whole large photo
 * would become blurry.
 */
export function windowAround(
  changed: Box,
  photo: { widthPx: number; heightPx: number },
  sizes: Sizes,
): EditWindow {
  const margin = SURROUNDINGS * Math.max(changed.widthPx, changed.heightPx);
  const minimumSize = {
    widthPx: Math.min(photo.widthPx, Math.max(SMALLEST_WINDOW_PX, changed.widthPx + 2 * margin)),
    heightPx: Math.min(photo.heightPx, Math.max(SMALLEST_WINDOW_PX, changed.heightPx + 2 * margin)),
  };
  return fitWindow(minimumSize, centerPoint(changed), photo, sizes);
}

/** Region that contains the whole photo. */
export function wholeWindow(photo: { widthPx: number; heightPx: number }, sizes: Sizes): EditWindow {
  return fitWindow(photo, { x: photo.widthPx / 2, y: photo.heightPx / 2 }, photo, sizes);
}

function fitWindow(
  minimumSize: { widthPx: number; heightPx: number },
  center: { x: number; y: number },
  photo: { widthPx: number; heightPx: number },
  sizes: Sizes,
): EditWindow {
  const { widthPx, heightPx } = fittedSize(minimumSize, sizes);
  // Adapts the box to the aspect ratio that is sent: larger than needed in one direction, never smaller.
  const scale = Math.max(minimumSize.widthPx / widthPx, minimumSize.heightPx / heightPx);
  const box = { widthPx: Math.ceil(widthPx * scale), heightPx: Math.ceil(heightPx * scale) };
  const start = (middle: number, length: number, whole: number): number =>
    length >= whole
      ? (whole - length) >> 1
      : Math.min(whole - length, Math.max(0, Math.round(middle - length / 2)));
  return {
    box: {
      ...box,
      xPx: start(center.x, box.widthPx, photo.widthPx),
      yPx: start(center.y, box.heightPx, photo.heightPx),
    },
    widthPx,
    heightPx,
  };
}

const centerPoint = (box: Box): { x: number; y: number } => ({
  x: box.xPx + box.widthPx / 2,
  y: box.yPx + box.heightPx / 2,
});

/** Crops a region at the size at which it is sent. Beyond the photo, its edge pixels are repeated. */
export function cropWindow<Channels extends 1 | 4>(
  source: Raster<Channels>,
  { box, widthPx, heightPx }: EditWindow,
): Raster<Channels> {
  const { channels } = source;
  const data = new Uint8Array(box.widthPx * box.heightPx * channels);
  for (let y = 0; y < box.heightPx; y++) {
    const row = clamp(box.yPx + y, source.heightPx) * source.widthPx;
    for (let x = 0; x < box.widthPx; x++) {
      const from = (row + clamp(box.xPx + x, source.widthPx)) * channels;
      const to = (y * box.widthPx + x) * channels;
      for (let c = 0; c < channels; c++) data[to + c] = source.data[from + c];
    }
  }
  const part = raster(data, box.widthPx, box.heightPx, channels);
  return box.widthPx === widthPx && box.heightPx === heightPx ? part : resample(part, widthPx, heightPx);
}

const clamp = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));

/**
 * Pastes an engine's result for a region into the photo, in place, within the mask. No byte changes where the mask is
 * 0; toward the mask's edge the result fades out inside the mask, so that no seam is visible. Alpha remains the
 * photo's.
 */
export function pasteWindow(
  image: RgbaRaster,
  providedPicture: RgbaRaster,
  mask: AlphaRaster,
  { box }: EditWindow,
  strength = 1,
): void {
  const fitted =
    providedPicture.widthPx === box.widthPx && providedPicture.heightPx === box.heightPx
      ? providedPicture
      : resample(providedPicture, box.widthPx, box.heightPx);
  const { widthPx: w, heightPx: h, data } = image;
  const shares = featherInward(mask);
  for (let y = Math.max(0, box.yPx); y < Math.min(h, box.yPx + box.heightPx); y++) {
    for (let x = Math.max(0, box.xPx); x < Math.min(w, box.xPx + box.widthPx); x++) {
      const share = shares[y * w + x] * strength;
      if (share <= 0) continue;
      const to = (y * w + x) * 4;
      const from = ((y - box.yPx) * box.widthPx + x - box.xPx) * 4;
      for (let c = 0; c < 3; c++) {
        data[to + c] = Math.round(data[to + c] + (fitted.data[from + c] - data[to + c]) * share);
      }
    }
  }
}

/** Mask values from 0 to 1, feathered only inside the mask. */
function featherInward({ data, widthPx, heightPx }: AlphaRaster): Float32Array {
  const radius = Math.max(1, Math.round(SEAM_SHARE * Math.max(widthPx, heightPx)));
  const soft = Float32Array.from(data, (value) => value / 255);
  boxMean(soft, soft, widthPx, heightPx, radius, new Float32Array(soft.length));
  // The local mean is 0.5 at a straight edge, which becomes 0.
  return soft.map((mean, i) => Math.min(data[i] / 255, Math.max(0, 2 * mean - 1)));
}
