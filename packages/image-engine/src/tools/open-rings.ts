import { visibleBounds } from '../pixels/raster/alpha.ts';
import { expanded } from '../pixels/raster/box.ts';
import { likeHoles, openHoles } from '../pixels/matte/passes/holes.ts';
import { crop, emptyRaster } from '../pixels/raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';
import { farLooks, nearLook } from './far-looks.ts';

/** So much more than the thing is looked at, as a share of its longer side: with less around it, views differ more. */
const MARGIN_SHARE = 0.3;
const INSIDE = 128;

interface AnySegmenter {
  readonly sideMultiplePx?: number;
  run(picture: RgbRaster): Promise<AlphaRaster>;
}

/**
 * A mask without the ground that is seen through rings and handles: where a thing is small, or all of a large photo, the network fills them. Only what looks
 * like the ground is asked about, and opened when two of up to three looks at the thing alone see nothing there.
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
  const box = expanded(bounds, Math.round(MARGIN_SHARE * Math.max(bounds.widthPx, bounds.heightPx)), mask);
  const part = crop(image, inImage(box, image, mask));
  const whole = (look: AlphaRaster): AlphaRaster => pasted(look, box, mask);
  const far = (await farLooks(part, { sideMultiplePx, run }, box)).map(whole);
  const opened = openHoles(guide, mask, holes, far);
  if (!opened.isDisputed) return opened.mask;
  return openHoles(guide, mask, holes, [...far, whole(await nearLook(part, run, box))]).mask;
}

type Size = Pick<AlphaRaster, 'widthPx' | 'heightPx'>;

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

/** A part's mask on the grid of the whole; beyond the part nothing is empty. */
function pasted({ data }: AlphaRaster, box: Box, { widthPx, heightPx }: Size): AlphaRaster {
  const whole = emptyRaster(widthPx, heightPx, 1);
  whole.data.fill(255);
  for (let y = 0; y < box.heightPx; y++)
    whole.data.set(data.subarray(y * box.widthPx, (y + 1) * box.widthPx), (box.yPx + y) * widthPx + box.xPx);
  return whole;
}
