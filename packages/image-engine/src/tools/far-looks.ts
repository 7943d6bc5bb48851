import { fitForModel } from '../codec/encode.ts';
import { framed, frameAround, unframed } from '../pixels/matte/passes/pass-frame.ts';
import { resample } from '../pixels/raster/resample.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';

/** Maximum longer side of a crop in a pass; two passes over it cost as much as one for a cut-out. */
export const PART_PX = 768;
/** Longer side of the crop in each pass; from farther away the network sees the whole object. */
const LOOKS_PX = [480, 614] as const;

/** A network that takes pictures of any shape. */
interface FramedSegmenter {
  readonly sideMultiplePx: number;
  run(picture: RgbRaster): Promise<AlphaRaster>;
}

/** Runs two far passes over a crop of a photo, on a grid of this size. */
export async function farLooks(
  part: RgbRaster | RgbaRaster,
  { sideMultiplePx, run }: FramedSegmenter,
  grid: Pick<AlphaRaster, 'widthPx' | 'heightPx'>,
): Promise<AlphaRaster[]> {
  const looks: AlphaRaster[] = [];
  for (const photoPx of LOOKS_PX) {
    const frame = frameAround(part, photoPx, PART_PX, sideMultiplePx);
    const fittedPart = await fitForModel(part, frame.photo.widthPx, frame.photo.heightPx);
    looks.push(unframed(await run(framed(fittedPart, frame)), frame, grid));
  }
  return looks;
}

/** Runs a pass in which the crop fills the picture. */
export async function nearLook(
  part: RgbRaster | RgbaRaster,
  run: FramedSegmenter['run'],
  grid: Pick<AlphaRaster, 'widthPx' | 'heightPx'>,
  sidePx = PART_PX,
): Promise<AlphaRaster> {
  const mask = await run(await fitForModel(part, sidePx, sidePx));
  return resample(mask, grid.widthPx, grid.heightPx, 'linear');
}
