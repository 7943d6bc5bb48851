import {
  ALIKE_LEVELS,
  colorDifference,
  toLab,
  raster,
  measureResemblance,
} from '@packshot/image-engine/pixels';
import type { PixelLikeness, LikenessInSquares, NotCompared } from './credentials-messages.ts';

/** Difference of a channel, in levels, up to which pixels count as equal; decoders cause such differences. */
const SAME_LEVELS = 6;
/** Color difference (CIEDE2000) that is visible side by side. */
const VISIBLE_DELTA_E = 3;

type PixelData = Pick<ImageData, 'width' | 'height' | 'data'>;

export interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  /** @returns the pixels at the given size, which may differ from the picture's own */
  pixels(width: number, height: number): PixelData;
}

/** Difference between the opaque part of a file and its original, or the reason why there is none. */
export async function comparePixels<File>(
  file: File,
  original: File,
  show: (file: File) => Promise<DecodedPicture>,
): Promise<PixelLikeness | LikenessInSquares | NotCompared> {
  const showOrNull = (one: File): Promise<DecodedPicture | null> => show(one).catch(() => null);
  const [candidate, from] = await Promise.all([showOrNull(file), showOrNull(original)]);
  if (from === null) return 'original-not-shown';
  if (candidate === null) return 'picture-not-shown';
  if (candidate.width === from.width && candidate.height === from.height)
    return measureLikeness(getPixels(candidate), getPixels(from));
  return isOfSameShape(candidate, from) ? likenessInSquares(candidate, from) : 'other-shape';
}

const getPixels = (picture: DecodedPicture): PixelData => picture.pixels(picture.width, picture.height);

function measureLikeness(candidate: PixelData, from: PixelData): PixelLikeness {
  let [total, changed] = [0, 0];
  for (let i = 0; i < candidate.data.length; i += 4) {
    if (candidate.data[i + 3] !== 255) continue;
    total += 1;
    const [r = 0, g = 0, b = 0] = candidate.data.subarray(i, i + 3);
    const [r0 = 0, g0 = 0, b0 = 0] = from.data.subarray(i, i + 3);
    if (Math.max(Math.abs(r - r0), Math.abs(g - g0), Math.abs(b - b0)) <= SAME_LEVELS) continue;
    if (colorDifference(toLab(r, g, b), toLab(r0, g0, b0)) > VISIBLE_DELTA_E) changed += 1;
  }
  return { total, changed };
}

/** Whether one picture may be a resized version of the other; sides are rounded to whole pixels. */
const isOfSameShape = (one: DecodedPicture, other: DecodedPicture): boolean =>
  Math.abs(one.width * other.height - other.width * one.height) <=
  Math.max(one.width, one.height, other.width, other.height);

/**
 * Number of squares along the longer side. The server uses the same number to compare pictures that browsers have
 * scaled. Smaller squares would depend on the scaling algorithm.
 */
const SQUARES_LONG_SIDE = 480;
const SQUARE_MIN_PX = 3;
const AS_IT_IS = [1, 0, 0, 1, 0, 0] as const;

/**
 * Compares two pictures as coarse grids of the same size. A square may match one beside its place in the other grid.
 */
function likenessInSquares(candidate: DecodedPicture, from: DecodedPicture): LikenessInSquares | NotCompared {
  const shortestOfLongSides = Math.min(
    Math.max(candidate.width, candidate.height),
    Math.max(from.width, from.height),
  );
  const longSide = Math.min(SQUARES_LONG_SIDE, Math.floor(shortestOfLongSides / SQUARE_MIN_PX));
  const sidePx = Math.max(candidate.width, candidate.height) / longSide;
  const [width, height] = [Math.round(candidate.width / sidePx), Math.round(candidate.height / sidePx)];
  if (!(Math.min(width, height) > 2)) return 'other-shape';
  const coarse = (picture: DecodedPicture) => {
    const { data } = picture.pixels(width, height);
    return raster(new Uint8Array(data.buffer, data.byteOffset, data.length), width, height, 4);
  };
  // Compares only the opaque area, by drawing the picture over its original.
  const { top, rest, tint } = measureResemblance(
    coarse(from),
    [{ image: coarse(candidate), toCells: AS_IT_IS }],
    null,
  );
  return {
    squares: top.cells,
    changed: top.unlike,
    sidePx,
    levels: ALIKE_LEVELS,
    // The tint counts only without transparent areas, in which it would be that of the original's background.
    tint: rest.cells === 0 ? tint : 0,
  };
}
