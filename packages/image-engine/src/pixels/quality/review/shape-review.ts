import { windowExtremes } from '../../raster/box-filter.ts';
import { INSIDE } from './finding.ts';
import { findConnectedRegions } from '../../raster/regions.ts';
import type { AlphaRaster } from '../../raster/raster.ts';
import type { Examined } from './examined.ts';

/** Maximum size of a speck, relative to the object. */
const SPECK_SHARE = 0.001;
const CLEAR = { above: 24, below: 225, coreRadiusCells: 2 } as const;

/** Measures the object's outline: components, holes, glass, parts cut off by the photo's border, size, and symmetry. */
export function shapeMeasures({ alpha }: Examined) {
  const { data, widthPx, heightPx } = alpha;
  const marks = data.map((value) => (value >= INSIDE ? 1 : 0));
  const things = findConnectedRegions(marks, widthPx).toSorted((a, b) => b.cells.length - a.cells.length);
  const object = Math.max(
    1,
    things.reduce((sum, { cells }) => sum + cells.length, 0),
  );
  const others = things.slice(1).filter(({ cells }) => cells.length >= SPECK_SHARE * object);
  const holes = holesIn(marks, widthPx).filter((cells) => cells >= SPECK_SHARE * object);
  const clear = clearShare(alpha, object);
  return {
    /** Area of all components except the largest, relative to the object, as a square root. */
    apart: Math.sqrt(others.reduce((sum, { cells }) => sum + cells.length, 0) / object),
    pieces: Math.log1p(others.length),
    holes: Math.log1p(holes.length),
    clear: Math.sqrt(clear),
    /** Share of the photo's border that the object covers, as a square root. */
    border: Math.sqrt(borderShare(marks, widthPx, heightPx)),
    /** Logarithm of the photo's area relative to the object's. */
    small: Math.log(data.length / object),
    /** Asymmetry between the left and right half: from 0 if the object is symmetric to 1. */
    lopsided: lopsidedness(marks, widthPx),
  };
}

/** Sizes of the holes in the object. */
function holesIn(marks: Uint8Array, widthPx: number): number[] {
  const heightPx = marks.length / widthPx;
  const outside = marks.map((value) => 1 - value);
  return findConnectedRegions(outside, widthPx)
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
