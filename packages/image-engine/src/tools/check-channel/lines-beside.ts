import { fitForModel } from '../../codec/encode.ts';
import type { TextSession } from '../../models/text-session.ts';
import type { AlphaRaster, RgbaRaster } from '../../pixels/raster.ts';
import { coveredShare } from '../../pixels/read-text/arrange.ts';
import { TEXT_GRID_PX, textAreas } from '../../pixels/read-text/text-areas.ts';

/** The longest side at which lines are looked for. */
const FIND_SIDE_PX = 960;
/** A line of which more lies on the product belongs to it. */
const MOST_COVERED = 0.3;

interface FindContext {
  readonly openReader: () => Promise<TextSession>;
  readonly checkpoint: () => Promise<void>;
}

/** How many lines of print a picture has beside its product. */
export async function linesBeside(
  image: RgbaRaster,
  matte: AlphaRaster,
  { openReader, checkpoint }: FindContext,
): Promise<number> {
  const reader = await openReader();
  await checkpoint();
  const scale = Math.min(1, FIND_SIDE_PX / Math.max(image.widthPx, image.heightPx));
  const stepped = (lengthPx: number): number =>
    Math.max(1, Math.round((lengthPx * scale) / TEXT_GRID_PX)) * TEXT_GRID_PX;
  const map = await reader.find(await fitForModel(image, stepped(image.widthPx), stepped(image.heightPx)));
  await checkpoint();
  return textAreas(map).filter((area) => coveredShare(area, map, matte) <= MOST_COVERED).length;
}
