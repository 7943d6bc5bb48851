import { distance, oklabOfSrgb } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { isWide, thingsIn } from './join-passes.ts';
import type { Region } from '../../raster/regions.ts';

/** How far from the photo's middle a thing's own middle is, as a share of the way to a side: the object is nearer, what strays is farther. */
const CENTRAL_WITHIN = 0.33;
const ASTRAY_FROM = 0.48;
/** And by so much farther than the object. */
const FARTHER_BY = 0.3;
/** Things of about one color, in Oklab, and of about one size are a set. */
const SET = { color: 0.08, share: 0.3 } as const;
/** Less than this share of the object is a crumb or a piece of it; more and nobody can know which of the two is meant. */
const STRAY_SHARE = { least: 0.01, most: 1 } as const;

/**
 * Things of the surroundings: whoever photographs one product has it in the middle, and what stands farther out is another thing unless it
 * looks like a second one of the kind. Only for photos without a plain ground, on which everything was put on purpose.
 */
export function straysIn(mask: AlphaRaster, photo: RgbRaster): Region[] {
  const [object, ...others] = thingsIn(mask);
  if (object === undefined || others.length === 0) return [];
  const fromMiddle = distanceFromMiddle(object, mask);
  if (fromMiddle > CENTRAL_WITHIN) return [];
  const color = meanColor(object, photo);
  return others.filter(isWide(mask)).filter((thing) => {
    const share = thing.cells.length / object.cells.length;
    if (share < STRAY_SHARE.least || share > STRAY_SHARE.most) return false;
    const away = distanceFromMiddle(thing, mask);
    if (away < ASTRAY_FROM || away < fromMiddle + FARTHER_BY) return false;
    return share < SET.share || distance(meanColor(thing, photo), color) > SET.color;
  });
}

function distanceFromMiddle({ cells }: Region, { widthPx, heightPx }: AlphaRaster): number {
  let [x, y] = [0, 0];
  for (const cell of cells) {
    x += cell % widthPx;
    y += Math.floor(cell / widthPx);
  }
  return Math.hypot((2 * x) / cells.length / widthPx - 1, (2 * y) / cells.length / heightPx - 1);
}

/** The mean Oklab color of a region. */
export function meanColor({ cells }: Region, { data }: RgbRaster): Triple {
  const sums: Triple = [0, 0, 0];
  for (const cell of cells) for (let c = 0; c < 3; c++) sums[c] += data[cell * 3 + c];
  const [red, green, blue] = sums.map((sum) => Math.round(sum / cells.length));
  const color: Triple = [0, 0, 0];
  oklabOfSrgb(red, green, blue, color);
  return color;
}
