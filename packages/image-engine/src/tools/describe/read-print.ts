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

/** A line that was read on a product. */
interface PrintedLine extends SpelledLine {
  /** Of its letters with the space above and below, in pixels of the photo. */
  readonly heightPx: number;
}

/** The longest side at which lines are looked for: twice as much takes four times as long and finds print of half the size. */
const FIND_SIDE_PX = 960;
/** Small photos are enlarged by at most this. */
const MAX_ENLARGEMENT = 2;
/** The longest side from which lines are read. */
const READ_SIDE_PX = 2_400;
/** The largest ones: a label has a dozen, and the rest is the small print of the back. */
const MAX_LINES = 32;
/** Less of a line than this on the product is on something else. */
const MIN_COVERED = 0.6;
/** Steeper lines may run up or down. */
const STEEP_RAD = Math.PI / 3;
/** What is less certain may stand on its head. */
const DOUBTFUL = 0.75;

interface PrintContext {
  readonly openReader: () => Promise<TextSession>;
  readonly checkpoint: () => Promise<void>;
}

/** Reads what is printed on the product in a photo, and nothing around it, in reading order. */
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

/** A picture with this longest side, enlarged by at most that, with sides that are multiples of a step. */
function atMost(image: RgbaRaster, sidePx: number, enlargement: number, stepPx: number) {
  const scale = Math.min(enlargement, sidePx / Math.max(image.widthPx, image.heightPx));
  const stepped = (lengthPx: number): number => Math.max(1, Math.round((lengthPx * scale) / stepPx)) * stepPx;
  return fitForModel(image, stepped(image.widthPx), stepped(image.heightPx));
}
