import { windowExtremes } from '../../raster/box-filter.ts';
import { INSIDE } from './finding.ts';
import { regionsOf } from '../../raster/regions.ts';
import type { AlphaRaster } from '../../raster/raster.ts';
import type { Examined } from './examined.ts';

/** What is smaller, as a share of the object, is a speck. */
const SPECK_SHARE = 0.001;
const CLEAR = { above: 24, below: 225, coreRadiusCells: 2 } as const;

/** What the outline alone tells: parts, holes, glass, what the photo's border cuts off, its size, and whether left and right are alike. */
export function shapeMeasures({ alpha }: Examined) {
  const { data, widthPx, heightPx } = alpha;
  const marks = data.map((value) => (value >= INSIDE ? 1 : 0));
  const things = regionsOf(marks, widthPx).toSorted((a, b) => b.cells.length - a.cells.length);
  const object = Math.max(
    1,
    things.reduce((sum, { cells }) => sum + cells.length, 0),
  );
  const others = things.slice(1).filter(({ cells }) => cells.length >= SPECK_SHARE * object);
  const holes = holesIn(marks, widthPx).filter((cells) => cells >= SPECK_SHARE * object);
  const clear = clearShare(alpha, object);
  return {
    /** What lies apart from the largest thing, as a share of all. */
    apart: Math.sqrt(others.reduce((sum, { cells }) => sum + cells.length, 0) / object),
    pieces: Math.log1p(others.length),
    holes: Math.log1p(holes.length),
    clear: Math.sqrt(clear),
    /** The share of the photo's border that is the object's. */
    border: Math.sqrt(borderShare(marks, widthPx, heightPx)),
    /** How small it is: the logarithm of the photo's area in areas of the object. */
    small: Math.log(data.length / object),
    /** 0 where it covers the same left and right of its middle, as most things do, to 1. */
    lopsided: lopsidedness(marks, widthPx),
  };
}

/** Sizes of what is enclosed by the object. */
function holesIn(marks: Uint8Array, widthPx: number): number[] {
  const heightPx = marks.length / widthPx;
  const outside = marks.map((value) => 1 - value);
  return regionsOf(outside, widthPx)
    .filter(
      ({ box }) =>
        box.xPx > 0 && box.yPx > 0 && box.xPx + box.widthPx < widthPx && box.yPx + box.heightPx < heightPx,
    )
    .map(({ cells }) => cells.length);
}

function clearShare({ data, widthPx, heightPx }: AlphaRaster, object: number): number {
  const marks = data.map((value) => (value > CLEAR.above && value < CLEAR.below ? 1 : 0));
  const { min } = windowExtremes(marks, widthPx, heightPx, CLEAR.coreRadiusCells);
  const cells = min.reduce((sum, value) => sum + value, 0);
  return cells / (object + cells);
}

function borderShare(marks: Uint8Array, widthPx: number, heightPx: number): number {
  let count = 0;
  for (let x = 0; x < widthPx; x++) count += marks[x] + marks[(heightPx - 1) * widthPx + x];
  for (let y = 0; y < heightPx; y++) count += marks[y * widthPx] + marks[y * widthPx + widthPx - 1];
  return count / (2 * (widthPx + heightPx));
}

function lopsidedness(marks: Uint8Array, widthPx: number): number {
  let [left, right] = [widthPx, -1];
  marks.forEach((mark, i) => {
    if (mark === 0) return;
    left = Math.min(left, i % widthPx);
    right = Math.max(right, i % widthPx);
  });
  let [both, any] = [0, 0];
  for (let row = 0; row < marks.length; row += widthPx) {
    for (let x = left; x <= right; x++) {
      const [mark, mirrored] = [marks[row + x], marks[row + left + right - x]];
      both += mark & mirrored;
      any += mark | mirrored;
    }
  }
  return 1 - both / Math.max(1, any);
}
