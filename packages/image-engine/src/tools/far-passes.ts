import { fitForModel } from '../codec/encode.ts';
import { framePhoto, frameAround, unframeMask } from '../pixels/matte/passes/pass-frame.ts';
import { resample } from '../pixels/raster/resample.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';

/**
 * Maximum longer side of a crop that the network sees; two passes of the network over it cost as much as a cut-out's
 * single pass.
 */
export const PART_PX = 768;
/**
 * Longer side of the crop inside the network's input in each pass; if the crop is smaller in it, the network sees the
 * whole object.
 */
const PASS_SIDES_PX = [480, 614] as const;

/** Network that accepts pictures of any aspect ratio. */
interface FramedSegmenter {
  readonly sideMultiplePx: number;
  run(picture: RgbRaster): Promise<AlphaRaster>;
}

/**
 * Runs two passes of the network with a crop of a photo smaller inside its input; the resulting masks have the grid of
 * the crop.
 */
export async function farPasses(
  part: RgbRaster | RgbaRaster,
  { sideMultiplePx, run }: FramedSegmenter,
  grid: Pick<AlphaRaster, 'widthPx' | 'heightPx'>,
): Promise<AlphaRaster[]> {
  const passes: AlphaRaster[] = [];
  for (const photoPx of PASS_SIDES_PX) {
    const frame = frameAround(part, photoPx, PART_PX, sideMultiplePx);
    const fittedPart = await fitForModel(part, frame.photo.widthPx, frame.photo.heightPx);
    passes.push(unframeMask(await run(framePhoto(fittedPart, frame)), frame, grid));
  }
  return passes;
}

/** Runs one pass of the network in which the crop fills its input. */
export async function nearPass(
  part: RgbRaster | RgbaRaster,
  run: FramedSegmenter['run'],
  grid: Pick<AlphaRaster, 'widthPx' | 'heightPx'>,
  sidePx = PART_PX,
): Promise<AlphaRaster> {
  const mask = await run(await fitForModel(part, sidePx, sidePx));
  return resample(mask, grid.widthPx, grid.heightPx, 'linear');
}
