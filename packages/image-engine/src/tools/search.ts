import type { RefineFind } from '@packshot/contract';
import { fitForModel } from '../codec/encode.ts';
import { extractAlpha } from '../pixels/raster/alpha.ts';
import { expandBox } from '../pixels/raster/box.ts';
import { replaceMixedColors } from '../pixels/matte/foreground.ts';
import { applyGuidedAlpha } from '../pixels/matte/guided-alpha.ts';
import { onlyIn, searchPasses, wholeIn } from '../pixels/matte/passes/search-object.ts';
import type { Searched } from '../pixels/matte/passes/search-object.ts';
import { crop, emptyRaster, raster } from '../pixels/raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../pixels/raster/raster.ts';
import type { DetectedObject } from '../pixels/matte/found.ts';
import type { DrawnArea } from '../pixels/matte/strokes.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import { resample } from '../pixels/raster/resample.ts';
import { farPasses, nearPass, PART_PX } from './far-passes.ts';
import type { Segmenter } from './segment.ts';

/**
 * Margin around the drawn area in the network's input, relative to the area's longer side, because the network needs
 * to see the object's surroundings.
 */
const MARGIN_SHARE = 0.15;

/**
 * Searches for the object that the user drew around, by several passes of the network over this part of the photo.
 * @param mode `restore` adds the object, `erase` removes it, `only` adds it and removes everything beside it
 * @throws ImageRefusal NOTHING_FOUND if no object is found
 */
export async function searchIn(
  photo: RgbaRaster,
  cutOut: RgbaRaster,
  { area, bounds }: DrawnArea,
  mode: RefineFind,
  segmenter: Segmenter,
): Promise<DetectedObject> {
  const margin = Math.round(MARGIN_SHARE * Math.max(bounds.widthPx, bounds.heightPx));
  const box = expandBox(bounds, margin, photo);
  const picture = crop(photo, box);
  const { widthPx, heightPx } = toGridSize(box);
  const onGrid = (alpha: AlphaRaster): AlphaRaster => resample(alpha, widthPx, heightPx, 'linear');
  const present = onGrid(extractAlpha(crop(cutOut, box)));
  const guide = await fitForModel(picture, widthPx, heightPx);
  const searchInput = {
    present: mode === 'erase' ? emptyRaster(widthPx, heightPx, 1) : present,
    area: onGrid(crop(area, box)),
    photo: guide,
    goesOn: {
      left: box.xPx > 0,
      top: box.yPx > 0,
      right: box.xPx + box.widthPx < photo.widthPx,
      bottom: box.yPx + box.heightPx < photo.heightPx,
    },
  };
  // With `only`, the search may find nothing new, because the object may be cut out already.
  const isThereAlready = mode === 'only' && showsThing(smaller(present, searchInput.area));
  const mask = await look(searchInput, segmenter, isThereAlready);
  const whole = mode === 'erase' ? wholeIn(present, searchInput.area) : undefined;
  const limitedArea = mode === 'only' ? onlyIn(larger(mask, present), searchInput.area) : undefined;
  const there = limitedArea
    ? smaller(larger(mask, present), limitedArea)
    : whole
      ? smaller(larger(mask, whole), present)
      : mask;
  if (!showsThing(there)) throw new ImageRefusal('NOTHING_FOUND');
  applyGuidedAlpha(picture, guide, mask);
  replaceMixedColors(picture);
  const full = (part: AlphaRaster): AlphaRaster => resample(part, box.widthPx, box.heightPx, 'linear');
  return {
    box,
    picture,
    ...(whole && { whole: full(whole) }),
    ...(limitedArea && { retainedShare: full(limitedArea) }),
  };
}

/**
 * Runs two far passes of the network, with the crop smaller inside its input; if they disagree or show nothing, runs
 * another pass in which the crop fills the input.
 */
async function look(
  searchInput: Omit<Searched, 'passes'>,
  segmenter: Segmenter,
  isThereAlready: boolean,
): Promise<AlphaRaster> {
  const { photo } = searchInput;
  const { sidePx, sideMultiplePx, run } = segmenter;
  if (sideMultiplePx === undefined)
    return searchPasses({ ...searchInput, passes: [await nearPass(photo, run, photo, sidePx)] }).mask;
  const passes = await farPasses(photo, { sideMultiplePx, run }, photo);
  const { mask, isDisputed } = searchPasses({ ...searchInput, passes });
  if (!isDisputed && (isThereAlready || showsThing(mask))) return mask;
  return searchPasses({ ...searchInput, passes: [...passes, await nearPass(photo, run, photo)] }).mask;
}

/** Size of the grid, which is never finer than the photo, because filtering enlarged pixels would only blur. */
function toGridSize({ widthPx, heightPx }: Box): { widthPx: number; heightPx: number } {
  const scale = Math.min(1, PART_PX / Math.max(widthPx, heightPx));
  return {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  };
}

const larger = (a: AlphaRaster, b: AlphaRaster): AlphaRaster => combineQueries(a, b, Math.max);
const smaller = (a: AlphaRaster, b: AlphaRaster): AlphaRaster => combineQueries(a, b, Math.min);

const combineQueries = (
  { data, widthPx, heightPx }: AlphaRaster,
  other: AlphaRaster,
  pick: (a: number, b: number) => number,
): AlphaRaster =>
  raster(
    data.map((value, i) => pick(value, other.data[i])),
    widthPx,
    heightPx,
    1,
  );

const INSIDE = 128;
/** Minimum size of an object as a share of the grid; smaller objects are specks. */
const MIN_INSIDE_SHARE = 0.0003;

function showsThing({ data }: AlphaRaster): boolean {
  let inside = 0;
  for (const value of data) if (value >= INSIDE) inside++;
  return inside >= Math.max(1, MIN_INSIDE_SHARE * data.length);
}
