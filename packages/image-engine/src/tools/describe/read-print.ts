import { fitForModel } from '../../codec/encode.ts';
import type { TextSession } from '../../models/text-session.ts';
import { productBox } from '../../pixels/words/describe/product-box.ts';
import { crop } from '../../pixels/raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../../pixels/raster/raster.ts';
import { coveredShare, inReadingOrder } from '../../pixels/words/arrange-lines.ts';
import { linePicture } from '../../pixels/words/line-picture.ts';
import type { SpelledLine } from '../../pixels/words/spell.ts';
import { TEXT_GRID_PX, textAreas } from '../../pixels/words/text-areas.ts';
import type { TextArea } from '../../pixels/words/text-areas.ts';

interface PrintedLine extends SpelledLine {
  /** Height of the line's letters with the space above and below, in pixels of the photo. */
  readonly heightPx: number;
}

/**
 * Longest side of the picture for detecting lines. Twice this size would take four times as long and find text of half
 * the size.
 */
const FIND_SIDE_PX = 960;
/** Maximum factor for enlarging small photos. */
const MAX_ENLARGEMENT = 2;
/** Longest side of the picture for recognizing lines. */
const READ_SIDE_PX = 2_400;
/**
 * Maximum number of lines that are recognized, the largest first; a label has a dozen, and further lines are small
 * print.
 */
const MAX_LINES = 32;
/** Minimum share of a line that must be on the product; with less it is on another object. */
const MIN_COVERED = 0.6;
/** Angle of a line from which its text may run upwards or downwards. */
const STEEP_RAD = Math.PI / 3;
/** Certainty below which a line may be upside down, so that it is also read rotated. */
const DOUBTFUL = 0.75;

interface PrintContext {
  readonly openReader: () => Promise<TextSession>;
  readonly checkpoint: () => Promise<void>;
}

/** Recognizes the text on the product in a photo, ignoring its surroundings, in reading order. */
export async function readPrint(
  image: RgbaRaster,
  mask: AlphaRaster,
  { openReader, checkpoint }: PrintContext,
): Promise<PrintedLine[]> {
  const box = productBox(mask, image);
  if (box === undefined) return [];
  const reader = await openReader();
  const part = crop(image, box.inPhoto);
  const onProduct = crop(mask, box.inMask);
  const small = await atMost(part, FIND_SIDE_PX, MAX_ENLARGEMENT, TEXT_GRID_PX);
  await checkpoint();
  const map = await reader.find(small);
  await checkpoint();
  const areas = textAreas(map)
    .filter((area) => coveredShare(area, map, onProduct) >= MIN_COVERED)
    .toSorted((a, b) => b.lengthPx * b.thicknessPx - a.lengthPx * a.thicknessPx)
    .slice(0, MAX_LINES);
  if (areas.length === 0) return [];
  const large = await atMost(part, READ_SIDE_PX, 1, 1);
  const scale = { x: large.widthPx / map.widthPx, y: large.heightPx / map.heightPx };
  const lines: PrintedLine[] = [];
  for (const area of inReadingOrder(areas)) {
    await checkpoint();
    const readAs = (isReversed: boolean): Promise<SpelledLine> =>
      reader.read(linePicture(large, area, scale, isReversed));
    const line = await readEitherWay(area, readAs);
    lines.push({ ...line, heightPx: (area.thicknessPx * part.heightPx) / map.heightPx });
  }
  return lines;
}

async function readEitherWay(
  { angleRad }: TextArea,
  readAs: (isReversed: boolean) => Promise<SpelledLine>,
): Promise<SpelledLine> {
  const line = await readAs(false);
  if (Math.abs(angleRad) < STEEP_RAD && line.certainty >= DOUBTFUL) return line;
  const other = await readAs(true);
  return other.certainty > line.certainty ? other : line;
}

/** Scales a picture to a longest side, with limited enlargement; the sides become multiples of a step. */
function atMost(image: RgbaRaster, sidePx: number, enlargement: number, stepPx: number) {
  const scale = Math.min(enlargement, sidePx / Math.max(image.widthPx, image.heightPx));
  const roundToStep = (lengthPx: number): number =>
    Math.max(1, Math.round((lengthPx * scale) / stepPx)) * stepPx;
  return fitForModel(image, roundToStep(image.widthPx), roundToStep(image.heightPx));
}
