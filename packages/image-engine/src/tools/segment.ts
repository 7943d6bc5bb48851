import { fitForModel } from '../codec/encode.ts';
import { replaceMixedColors } from '../pixels/foreground.ts';
import { applyGuidedAlpha } from '../pixels/guided-alpha.ts';
import { clearHaze } from '../pixels/haze.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../pixels/raster.ts';
import { ImageRefusal } from '../pixels/refusal.ts';
import { resample } from '../pixels/resample.ts';

/** What finds the object: a network that takes squares of `sidePx` and gives its salience, 0 to 255. */
export interface Segmenter {
  readonly sidePx: number;
  run(picture: RgbRaster): Promise<AlphaRaster>;
}

/** An object's mask, and the photo on the mask's grid. */
export interface Segmentation {
  readonly mask: AlphaRaster;
  readonly guide: RgbRaster;
}

const INSIDE = 128;
/** Less than this share of the grid inside is no object: 300 of its million cells. Blank walls, sky and noise give none. */
const MIN_INSIDE_SHARE = 0.0003;

/** Finds the object. Throws ImageRefusal (NO_SUBJECT) when there is nothing that stands out. */
export async function segment(image: RgbaRaster, { sidePx, run }: Segmenter): Promise<Segmentation> {
  const picture = await fitForModel(image, sidePx, sidePx);
  const mask = await run(picture);
  if (!showsObject(mask)) throw new ImageRefusal('NO_SUBJECT');
  clearHaze(mask);
  // A grid that is never finer than the photo: a filter on enlarged pixels would only blur.
  const widthPx = Math.min(sidePx, image.widthPx);
  const heightPx = Math.min(sidePx, image.heightPx);
  if (widthPx === sidePx && heightPx === sidePx) return { mask, guide: picture };
  return {
    mask: resample(mask, widthPx, heightPx, 'linear'),
    guide: await fitForModel(image, widthPx, heightPx),
  };
}

/** Gives a photo the alpha of the object that was found in it, and its edges the object's own colors. In place. */
export function cutAlong(image: RgbaRaster, { guide, mask }: Segmentation): void {
  applyGuidedAlpha(image, guide, mask);
  replaceMixedColors(image);
}

function showsObject({ data }: AlphaRaster): boolean {
  let inside = 0;
  for (const value of data) if (value >= INSIDE) inside++;
  return inside >= data.length * MIN_INSIDE_SHARE;
}
