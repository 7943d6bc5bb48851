import { distance, oklabOfSrgb } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { isWide, thingsIn } from './join-passes.ts';
import type { Region } from '../../raster/regions.ts';

/**
 * Distance of an object's center from the photo's center, as a share of the photo's side: the main object is within
 * the first, strays are beyond the second.
 */
const CENTRAL_WITHIN = 0.33;
const ASTRAY_FROM = 0.48;
/** Minimum distance by which a stray is farther from the center than the main object. */
const FARTHER_BY = 0.3;
/** Maximum differences in color (Oklab) and size between objects that are sold together as a set. */
const SET = { color: 0.08, share: 0.3 } as const;
/**
 * Size of a stray relative to the main object. A smaller object may be a piece of the main one; if it is larger, it is
 * unclear which of them the photo shows as the product.
 */
const STRAY_SHARE = { least: 0.01, most: 1 } as const;

/**
 * Finds stray objects, which belong to the surroundings rather than the product. Photographers center a single
 * product, so objects farther out are strays unless they look like a second product of the same kind. Used only for
 * photos without a plain background, because on a plain one every object was placed on purpose.
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

/** Mean Oklab color of a region. */
export function meanColor({ cells }: Region, { data }: RgbRaster): Triple {
  const sums: Triple = [0, 0, 0];
  for (const cell of cells) for (let c = 0; c < 3; c++) sums[c] += data[cell * 3 + c];
  const [red, green, blue] = sums.map((sum) => Math.round(sum / cells.length));
  const color: Triple = [0, 0, 0];
  oklabOfSrgb(red, green, blue, color);
  return color;
}
