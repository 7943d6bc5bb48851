import { fitForModel } from '../../codec/encode.ts';
import type { TextSession } from '../../models/text-session.ts';
import type { AlphaRaster, RgbaRaster } from '../../pixels/raster/raster.ts';
import { coveredShare } from '../../pixels/words/arrange-lines.ts';
import { TEXT_GRID_PX, textAreas } from '../../pixels/words/text-areas.ts';
import type { TextArea, TextMap } from '../../pixels/words/text-areas.ts';

/** Longest side of the picture on which text lines are detected. */
const FIND_SIDE_PX = 960;
/** Maximum share of a text line that the product may cover; a line with more belongs to the product. */
const MOST_COVERED = 0.3;

interface FindContext {
  readonly openReader: () => Promise<TextSession>;
  readonly checkpoint: () => Promise<void>;
}

export async function linesBeside(
  image: RgbaRaster,
  matte: AlphaRaster,
  { openReader, checkpoint }: FindContext,
): Promise<number> {
  const reader = await openReader();
  await checkpoint();
  const scale = Math.min(1, FIND_SIDE_PX / Math.max(image.widthPx, image.heightPx));
  const roundToStep = (lengthPx: number): number =>
    Math.max(1, Math.round((lengthPx * scale) / TEXT_GRID_PX)) * TEXT_GRID_PX;
  const map = await reader.find(
    await fitForModel(image, roundToStep(image.widthPx), roundToStep(image.heightPx)),
  );
  await checkpoint();
  const isBeside = (area: TextArea): boolean =>
    coveredShare(area, map, matte) <= MOST_COVERED && !isSurrounded(area, map, matte);
  return textAreas(map).filter(isBeside).length;
}

/** Number of directions from a text line in which the product is searched. */
const RAYS = 16;
/**
 * Share of directions with product from which a line counts as surrounded; a line beside the product has it only on
 * one side.
 */
const SURROUNDED_FROM = 0.75;
/** Step of the search, relative to the matte's shorter side. */
const STEP = 1 / 200;
const INSIDE_FROM = 128;

/**
 * True for a line that the product surrounds. The hole of a handle or ring looks like a letter, so such lines aren't
 * counted.
 */
function isSurrounded(
  { centerX, centerY }: TextArea,
  map: Pick<TextMap, 'widthPx' | 'heightPx'>,
  matte: AlphaRaster,
): boolean {
  const [startX, startY] = [
    (centerX * matte.widthPx) / map.widthPx,
    (centerY * matte.heightPx) / map.heightPx,
  ];
  const step = Math.max(1, Math.min(matte.widthPx, matte.heightPx) * STEP);
  let hits = 0;
  for (let ray = 0; ray < RAYS; ray++) {
    const angle = (ray / RAYS) * 2 * Math.PI;
    const [stepX, stepY] = [Math.cos(angle) * step, Math.sin(angle) * step];
    for (let x = startX, y = startY; x >= 0 && y >= 0 && x < matte.widthPx && y < matte.heightPx;) {
      if (matte.data[Math.floor(y) * matte.widthPx + Math.floor(x)] >= INSIDE_FROM) {
        hits += 1;
        break;
      }
      x += stepX;
      y += stepY;
    }
  }
  return hits >= RAYS * SURROUNDED_FROM;
}
