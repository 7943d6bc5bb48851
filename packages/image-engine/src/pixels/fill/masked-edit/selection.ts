import { expandBox } from '../../raster/box.ts';
import { distanceInside, DISTANCE_UNITS_PER_PX } from '../../raster/mask-distance.ts';
import { maskBounds } from '../../raster/mask.ts';
import { crop } from '../../raster/raster.ts';
import type { AlphaRaster, Box } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';

/** Area of a photo that an edit may change, with a weight for each pixel. */
export interface Selection {
  readonly box: Box;
  /** Weight of each pixel of the box, from 0 (unchanged) to 255 (full strength of the edit). */
  readonly weights: Uint8Array;
}

/** Default width of the feathering, relative to the photo's longer side: about a pixel, like an edge in a photo. */
const FEATHER_SHARE_OF_SIDE = 1 / 1200;
const MAX_DEFAULT_FEATHER_PX = 4;

export function defaultFeatherPx({ widthPx, heightPx }: { widthPx: number; heightPx: number }): number {
  return Math.min(MAX_DEFAULT_FEATHER_PX, Math.max(1, Math.max(widthPx, heightPx) * FEATHER_SHARE_OF_SIDE));
}

/**
 * Selection whose weights are the mask's values, feathered inward from its edge over `featherPx` pixels; 0 where the
 * mask is 0. Undefined for an empty mask.
 */
export function* createSelection(mask: AlphaRaster, featherPx: number): Work<Selection | undefined> {
  const bounds = maskBounds(mask);
  if (bounds === undefined) return undefined;
  // Adds one pixel on each side, so that the mask's edge is inside the box.
  const box = expandBox(bounds, 1, mask);
  const part = crop(mask, box);
  const distance = yield* distanceInside(part);
  const weights = part.data;
  const reach = Math.max(0.5, featherPx);
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    const deep = Math.min(1, (distance[i] / DISTANCE_UNITS_PER_PX - 0.5) / reach);
    weights[i] = Math.round(weights[i] * deep * deep * (3 - 2 * deep));
  }
  return { box, weights };
}
