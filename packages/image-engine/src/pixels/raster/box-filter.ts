import { visibleBounds } from './alpha.ts';
import { continuesFromAbove, growBlocks, stripsIn } from './blocks.ts';
import type { Blocks, Strip } from './blocks.ts';
import { expandBox } from './box.ts';

/**
 * Box filter: the mean of the (2r+1)² window around each sample, cropped at the picture's edge. It uses separable
 * running sums, so its cost doesn't depend on the radius. `target` may be `source`; `scratch` has the same length and
 * is overwritten.
 */
export function boxMean(
  source: Float32Array,
  target: Float32Array,
  widthPx: number,
  heightPx: number,
  radiusPx: number,
  scratch: Float32Array,
): void {
  meanOfRows(source, scratch, widthPx, heightPx, radiusPx);
  meanOfColumns(scratch, target, widthPx, heightPx, radiusPx);
}

/** Number of rows processed at once, the side of a block. */
const ROWS_AT_ONCE = 4;

function meanOfRows(source: Float32Array, target: Float32Array, w: number, h: number, r: number): void {
  for (let top = 0; top < h; top += ROWS_AT_ONCE)
    meanOfStrip(source, target, w, r, { left: 0, right: w, top, bottom: Math.min(h, top + ROWS_AT_ONCE) });
}

// Adds up whole rows at a time: walking down the columns would miss the cache on every sample.
function meanOfColumns(source: Float32Array, target: Float32Array, w: number, h: number, r: number): void {
  const sums = new Float64Array(w);
  for (let y = 0; y <= r && y < h; y++) {
    for (let x = 0; x < w; x++) sums[x] += source[y * w + x];
  }
  meanDownStrip(source, target, sums, w, h, r, { left: 0, right: w, top: 0, bottom: h });
}

/**
 * Mean along the columns of a strip.
 * @param sums sums of the windows around the strip's first row, which are moved to the row below its last one
 */
function meanDownStrip(
  source: Float32Array,
  target: Float32Array,
  sums: Float64Array,
  w: number,
  h: number,
  r: number,
  { left, right, top, bottom }: Strip,
): void {
  for (let y = top; y < bottom; y++) {
    const scale = 1 / (Math.min(y + r, h - 1) - Math.max(y - r, 0) + 1);
    const row = y * w;
    const entering = row + (r + 1) * w;
    const leaving = row - r * w;
    if (y + r + 1 < h && y >= r) {
      for (let x = left; x < right; x++) {
        const sum = sums[x];
        target[row + x] = sum * scale;
        sums[x] = sum + source[entering + x] - source[leaving + x];
      }
      continue;
    }
    for (let x = left; x < right; x++) target[row + x] = sums[x] * scale;
    if (y + r + 1 < h) for (let x = left; x < right; x++) sums[x] += source[entering + x];
    if (y >= r) for (let x = left; x < right; x++) sums[x] -= source[leaving + x];
  }
}

/** Area of a grid in which a box filter is computed, as strips. */
export interface BoxFilterArea {
  readonly area: Blocks;
  readonly strips: readonly Strip[];
  /** The area, grown by the radius upward and downward. */
  readonly tallStrips: readonly Strip[];
  readonly radiusPx: number;
}

export function boxFilterArea(area: Blocks, radiusPx: number): BoxFilterArea {
  return { area, strips: stripsIn(area), tallStrips: stripsIn(growBlocks(area, 0, radiusPx)), radiusPx };
}

/**
 * Box filter within an area of the grid, with the result of `boxMean` there; other samples of `target` keep their
 * values. `source` must be set within the radius around the area. `target` may be `source`; `scratch` has the same
 * length and is overwritten.
 */
export function boxMeanWithin(
  source: Float32Array,
  target: Float32Array,
  { area, strips, tallStrips, radiusPx: r }: BoxFilterArea,
  scratch: Float32Array,
): void {
  const { widthPx: w, heightPx: h } = area;
  for (const strip of tallStrips) meanOfStrip(source, scratch, w, r, strip);
  const sums = new Float64Array(w);
  for (const strip of strips) {
    const { left, right, top } = strip;
    for (let x = left; x < right; x++) {
      if (continuesFromAbove(area, x, strip)) continue;
      let sum = 0;
      const last = Math.min(h - 1, top + r);
      for (let y = Math.max(0, top - r); y <= last; y++) sum += scratch[y * w + x];
      sums[x] = sum;
    }
    meanDownStrip(scratch, target, sums, w, h, r, strip);
  }
}

/** Mean along the rows of a strip: of four rows at once where possible, which hides the latency of dependent sums. */
function meanOfStrip(
  source: Float32Array,
  target: Float32Array,
  w: number,
  r: number,
  { left, right, top, bottom }: Strip,
): void {
  const first = Math.max(0, left - r);
  const last = Math.min(w - 1, left + r);
  const ofWhole = 1 / (2 * r + 1);
  if (bottom - top === ROWS_AT_ONCE) {
    const row0 = top * w;
    const row1 = row0 + w;
    const row2 = row1 + w;
    const row3 = row2 + w;
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    for (let x = first; x <= last; x++) {
      sum0 += source[row0 + x];
      sum1 += source[row1 + x];
      sum2 += source[row2 + x];
      sum3 += source[row3 + x];
    }
    for (let x = left; x < right; x++) {
      const entering = x + r + 1;
      const leaving = x - r;
      // Avoids divisions, the slowest operation here: most windows aren't cropped, and need the same factor.
      const isWhole = entering <= w && leaving >= 0;
      const scale = isWhole ? ofWhole : 1 / ((entering < w ? entering : w) - (leaving > 0 ? leaving : 0));
      target[row0 + x] = sum0 * scale;
      target[row1 + x] = sum1 * scale;
      target[row2 + x] = sum2 * scale;
      target[row3 + x] = sum3 * scale;
      if (entering < w) {
        sum0 += source[row0 + entering];
        sum1 += source[row1 + entering];
        sum2 += source[row2 + entering];
        sum3 += source[row3 + entering];
      }
      if (leaving >= 0) {
        sum0 -= source[row0 + leaving];
        sum1 -= source[row1 + leaving];
        sum2 -= source[row2 + leaving];
        sum3 -= source[row3 + leaving];
      }
    }
    return;
  }
  for (let y = top; y < bottom; y++) {
    const row = y * w;
    let sum = 0;
    for (let x = first; x <= last; x++) sum += source[row + x];
    for (let x = left; x < right; x++) {
      const entering = x + r + 1;
      const leaving = x - r;
      target[row + x] = sum * (1 / ((entering < w ? entering : w) - (leaving > 0 ? leaving : 0)));
      if (entering < w) sum += source[row + entering];
      if (leaving >= 0) sum -= source[row + leaving];
    }
  }
}

/** Minimum and maximum of a window around each sample. Each is computed on first access, because most callers need only one. */
interface WindowExtremes {
  readonly min: Uint8Array;
  readonly max: Uint8Array;
}

/**
 * Erosion and dilation: the minimum and maximum of the (2r+1)² window around each sample, cropped at the picture's
 * edge. Processes rows first, then columns; the cost grows with the logarithm of the radius.
 */
export function windowExtremes(
  source: Uint8Array,
  widthPx: number,
  heightPx: number,
  radiusPx: number,
): WindowExtremes {
  let [min, max]: (Uint8Array | undefined)[] = [];
  return {
    get min() {
      return (min ??= overWindows(source, widthPx, heightPx, radiusPx, LOWEST));
    },
    get max() {
      return (max ??= overWindows(source, widthPx, heightPx, radiusPx, HIGHEST));
    },
  };
}

interface Extreme {
  /** Value for samples beyond the edge, which doesn't affect the result. */
  readonly neutral: number;
  /** Combines, in place, each of the first `end` samples with the sample `shift` later. */
  readonly join: (samples: Uint8Array, shift: number, end: number) => void;
}

const LOWEST: Extreme = {
  neutral: 255,
  join(samples, shift, end) {
    for (let i = 0; i < end; i++) {
      const other = samples[i + shift];
      if (other < samples[i]) samples[i] = other;
    }
  },
};
const HIGHEST: Extreme = {
  neutral: 0,
  join(samples, shift, end) {
    for (let i = 0; i < end; i++) {
      const other = samples[i + shift];
      if (other > samples[i]) samples[i] = other;
    }
  },
};

function overWindows(
  source: Uint8Array,
  widthPx: number,
  heightPx: number,
  radiusPx: number,
  extreme: Extreme,
): Uint8Array {
  const out = new Uint8Array(source.length);
  const bounds = visibleBounds({ data: source, widthPx, heightPx, channels: 1 }, 0);
  if (bounds === undefined) return out;
  // Windows outside of this area contain only zeros.
  const area = expandBox(bounds, radiusPx, { widthPx, heightPx });
  const windowPx = 2 * radiusPx + 1;
  const paddedPx = area.widthPx + 2 * radiusPx;
  const rowStart = (y: number): number => (area.yPx + y) * widthPx + area.xPx;
  // Concatenates all rows, with padding between them, so that no window reaches into the next row.
  const rows = new Uint8Array(paddedPx * area.heightPx).fill(extreme.neutral);
  for (let y = 0; y < area.heightPx; y++)
    rows.set(source.subarray(rowStart(y), rowStart(y) + area.widthPx), y * paddedPx + radiusPx);
  spread(rows, 1, windowPx, extreme);
  const columns = new Uint8Array((area.heightPx + 2 * radiusPx) * area.widthPx).fill(extreme.neutral);
  for (let y = 0; y < area.heightPx; y++)
    columns.set(rows.subarray(y * paddedPx, y * paddedPx + area.widthPx), (y + radiusPx) * area.widthPx);
  spread(columns, area.widthPx, windowPx, extreme);
  for (let y = 0; y < area.heightPx; y++)
    out.set(columns.subarray(y * area.widthPx, (y + 1) * area.widthPx), rowStart(y));
  return out;
}

/**
 * Computes, in place, the extreme of each unit of samples and the `window - 1` units after it. Windows of two, four,
 * eight units and so on are combined from two windows of half the length; the last one from two overlapping windows.
 */
function spread(samples: Uint8Array, unit: number, window: number, { join }: Extreme): void {
  const units = samples.length / unit;
  let covered = 1;
  while (covered < window) {
    const further = Math.min(covered, window - covered);
    join(samples, further * unit, (units - covered - further + 1) * unit);
    covered += further;
  }
}
