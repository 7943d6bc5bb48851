import { boxMean } from '../../raster/box-filter.ts';
import { boxRadius, PASSES } from '../../raster/smooth.ts';
import type { Box, RgbaRaster } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';
import { changeEach } from './pixelwise.ts';
import type { Selection } from './selection.ts';

/** Standard deviation of the strongest blur, relative to the photo's longer side. */
const BLUR_SHARE_OF_SIDE = 0.02;
/** Radius of the unsharp mask, relative to the photo's longer side. */
const DETAIL_SHARE_OF_SIDE = 1 / 1600;
const MAX_DETAIL_RADIUS_PX = 4;
/** Gain of fine detail at full sharpening strength. */
const DETAIL_GAIN = 2.4;
/** Maximum change of a sample in 8-bit steps, which prevents halos at edges. */
const MAX_DETAIL = 36;

/** Blurs the selected area. Only selected pixels contribute, so a product leaves no halo in a blurred background. */
export function* blurSelection(image: RgbaRaster, selection: Selection, amount: number): Work {
  const longerPx = Math.max(image.widthPx, image.heightPx);
  const sigmaPx = Math.max(1, amount * BLUR_SHARE_OF_SIDE * longerPx);
  const { box, weights } = selection;
  const size = box.widthPx * box.heightPx;
  const scratch = new Float32Array(size);
  const share = new Float32Array(size);
  forEachPixel(image, box, (at, i) => {
    share[i] = weights[i] === 0 ? 0 : image.data[at + 3] / 255;
  });
  const own = Float32Array.from(share);
  yield* gaussian(share, box, sigmaPx, scratch);
  const blurred = new Uint8Array(3 * size);
  const plane = new Float32Array(size);
  for (let c = 0; c < 3; c++) {
    forEachPixel(image, box, (at, i) => {
      plane[i] = own[i] * image.data[at + c];
    });
    yield 0.1 + 0.25 * c;
    for (const _ of gaussian(plane, box, sigmaPx, scratch)) yield 0.1 + 0.25 * c;
    for (let i = 0; i < size; i++) if (share[i] > 1e-6) blurred[3 * i + c] = Math.round(plane[i] / share[i]);
  }
  for (const _ of changeEach(image, selection, (at, into, i) => {
    for (let c = 0; c < 3; c++) into[c] = share[i] > 1e-6 ? blurred[3 * i + c] : image.data[at + c];
  }))
    yield 0.9;
}

/** Sharpens the selected area with an unsharp mask, adding the same change to each channel. */
export function* sharpenSelection(image: RgbaRaster, selection: Selection, amount: number): Work {
  const longerPx = Math.max(image.widthPx, image.heightPx);
  const radiusPx = Math.max(1, Math.min(MAX_DETAIL_RADIUS_PX, Math.round(longerPx * DETAIL_SHARE_OF_SIDE)));
  const { box } = selection;
  const luma = new Float32Array(box.widthPx * box.heightPx);
  const { data } = image;
  forEachPixel(image, box, (at, i) => {
    luma[i] = 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
  });
  const smooth = Float32Array.from(luma);
  yield 0.1;
  const scratch = new Float32Array(luma.length);
  for (let pass = 0; pass < 2; pass++) {
    boxMean(smooth, smooth, box.widthPx, box.heightPx, radiusPx, scratch);
    yield 0.3 + 0.2 * pass;
  }
  yield* changeEach(image, selection, (at, into, i) => {
    const detail = amount * DETAIL_GAIN * (luma[i] - smooth[i]);
    const bounded = MAX_DETAIL * Math.tanh(detail / MAX_DETAIL);
    for (let c = 0; c < 3; c++) into[c] = data[at + c] + bounded;
  });
}

/** Blurs one channel of the box in place, with a standard deviation of about `sigmaPx`. */
function* gaussian(plane: Float32Array, box: Box, sigmaPx: number, scratch: Float32Array): Work {
  const radiusPx = Math.max(1, boxRadius(sigmaPx));
  for (let pass = 0; pass < PASSES; pass++) {
    boxMean(plane, plane, box.widthPx, box.heightPx, radiusPx, scratch);
    yield 0;
  }
}

function forEachPixel(
  { widthPx }: RgbaRaster,
  box: Box,
  visit: (at: number, pixelOfBox: number) => void,
): void {
  for (let y = 0, i = 0; y < box.heightPx; y++) {
    const row = ((box.yPx + y) * widthPx + box.xPx) * 4;
    for (let at = row; at < row + box.widthPx * 4; at += 4, i++) visit(at, i);
  }
}
