import { visibleBounds } from '../pixels/raster/alpha.ts';
import { expandBox } from '../pixels/raster/box.ts';
import { likeHoles, openHoles } from '../pixels/matte/passes/holes.ts';
import { crop, emptyRaster } from '../pixels/raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';
import { farPasses, nearPass } from './far-passes.ts';
import type { Size } from '../pixels/raster/box.ts';

/** Margin around the object in the network's input, relative to its longer side; with less, the passes differ more. */
const MARGIN_SHARE = 0.3;
const INSIDE = 128;

interface AnySegmenter {
  readonly sideMultiplePx?: number;
  run(picture: RgbRaster): Promise<AlphaRaster>;
}

/**
 * Removes background that is visible through rings and handles from a mask. The network fills such openings in small
 * objects, and in large objects that fill their photo. Only regions that look like background are checked, and opened
 * if two of up to three passes over the object alone show them as empty.
 * @param guide the photo on the mask's grid
 */
export async function openRings(
  image: RgbaRaster,
  guide: RgbRaster,
  mask: AlphaRaster,
  { sideMultiplePx, run }: AnySegmenter,
): Promise<AlphaRaster> {
  if (sideMultiplePx === undefined) return mask;
  const holes = likeHoles(guide, mask);
  const bounds = visibleBounds(mask, INSIDE);
  if (holes.length === 0 || bounds === undefined) return mask;
  const box = expandBox(bounds, Math.round(MARGIN_SHARE * Math.max(bounds.widthPx, bounds.heightPx)), mask);
  const part = crop(image, inImage(box, image, mask));
  const whole = (pass: AlphaRaster): AlphaRaster => pasteMask(pass, box, mask);
  const far = (await farPasses(part, { sideMultiplePx, run }, box)).map(whole);
  const opened = openHoles(guide, mask, holes, far);
  if (!opened.isDisputed) return opened.mask;
  return openHoles(guide, mask, holes, [...far, whole(await nearPass(part, run, box))]).mask;
}

function inImage(box: Box, image: Size, grid: Size): Box {
  const [across, down] = [image.widthPx / grid.widthPx, image.heightPx / grid.heightPx];
  const xPx = Math.floor(box.xPx * across);
  const yPx = Math.floor(box.yPx * down);
  return {
    xPx,
    yPx,
    widthPx: Math.max(1, Math.min(image.widthPx - xPx, Math.round(box.widthPx * across))),
    heightPx: Math.max(1, Math.min(image.heightPx - yPx, Math.round(box.heightPx * down))),
  };
}

/** Pastes a crop's mask on the whole grid. Cells outside of the crop get 255, so that they don't count as empty. */
function pasteMask({ data }: AlphaRaster, box: Box, { widthPx, heightPx }: Size): AlphaRaster {
  const whole = emptyRaster(widthPx, heightPx, 1);
  whole.data.fill(255);
  for (let y = 0; y < box.heightPx; y++)
    whole.data.set(data.subarray(y * box.widthPx, (y + 1) * box.widthPx), (box.yPx + y) * widthPx + box.xPx);
  return whole;
}
