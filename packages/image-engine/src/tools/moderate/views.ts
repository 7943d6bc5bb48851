import { MODERATION_SIDE_PX } from '../../models/moderation-session.ts';
import { crop, raster } from '../../pixels/raster/raster.ts';
import type { RgbRaster } from '../../pixels/raster/raster.ts';
import { resample } from '../../pixels/raster/resample.ts';
import type { ResampleKernel } from '../../pixels/raster/resample.ts';

/**
 * Side to which photos are scaled before moderation: twice the network's, so that they can be downscaled and cropped
 * in several ways.
 */
export const LOOKED_AT_SIDE_PX = 2 * MODERATION_SIDE_PX;
/** Share of each side that a framed photo fills, and the gray levels of the frames. */
const FRAMED_SHARE = 0.92;
const FRAMES = [128, 255, 0];

type ModerationView = (photo: RgbRaster) => RgbRaster;

/**
 * Ways to downscale a photo of `LOOKED_AT_SIDE_PX` x `LOOKED_AT_SIDE_PX` pixels for the network. The first one is
 * sharp, like the training pictures. Several are needed: to the network, sand and porcelain look like skin when
 * smoothed, and wet pebbles when sharp.
 */
export const LOOKS: readonly ModerationView[] = [
  (photo) => shrunk(photo, 'lanczos3'),
  (photo) => shrunk(photo, 'linear'),
  (photo) => mirrorPhoto(shrunk(photo, 'lanczos3')),
  (photo) => shrunk(cropMiddle(photo, 7 / 8), 'cubic'),
  (photo) => shrunk(cropMiddle(photo, 3 / 4), 'linear'),
];

/**
 * Ways to surround the photo with a narrow frame. They distinguish skin-colored textures that fill a photo, such as
 * plaster or leather, from people: a framed texture looks like an object with edges.
 */
export const FRAMED_LOOKS: readonly ModerationView[] = FRAMES.map(
  (gray): ModerationView =>
    (photo) =>
      framePhoto(photo, gray),
);

function cropMiddle(photo: RgbRaster, share: number): RgbRaster {
  const side = LOOKED_AT_SIDE_PX * share;
  const margin = (LOOKED_AT_SIDE_PX - side) / 2;
  return crop(photo, { xPx: margin, yPx: margin, widthPx: side, heightPx: side });
}

function framePhoto(photo: RgbRaster, gray: number): RgbRaster {
  const side = Math.round(MODERATION_SIDE_PX * FRAMED_SHARE);
  const margin = Math.floor((MODERATION_SIDE_PX - side) / 2);
  const { data } = resample(photo, side, side, 'lanczos3');
  const out = new Uint8Array(MODERATION_SIDE_PX ** 2 * 3).fill(gray);
  for (let y = 0; y < side; y++) {
    const row = data.subarray(y * side * 3, (y + 1) * side * 3);
    out.set(row, ((margin + y) * MODERATION_SIDE_PX + margin) * 3);
  }
  return raster(out, MODERATION_SIDE_PX, MODERATION_SIDE_PX, 3);
}

const shrunk = (photo: RgbRaster, kernel: ResampleKernel): RgbRaster =>
  resample(photo, MODERATION_SIDE_PX, MODERATION_SIDE_PX, kernel);

function mirrorPhoto({ data, widthPx, heightPx }: RgbRaster): RgbRaster {
  const out = new Uint8Array(data.length);
  for (let y = 0, to = 0; y < heightPx; y++) {
    for (let x = widthPx - 1; x >= 0; x--, to += 3) {
      const from = (y * widthPx + x) * 3;
      out[to] = data[from];
      out[to + 1] = data[from + 1];
      out[to + 2] = data[from + 2];
    }
  }
  return raster(out, widthPx, heightPx, 3);
}
