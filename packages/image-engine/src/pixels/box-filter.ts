/**
 * Box filter: the mean of the (2r+1)² window around each sample, cropped at the picture's edge. Separable
 * running sums, so the cost does not depend on the radius. `target` may be `source`; `scratch` has the same
 * length and is overwritten.
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

function meanOfRows(source: Float32Array, target: Float32Array, w: number, h: number, r: number): void {
  for (let y = 0; y < h; y++) {
    const row = y * w;
    let sum = 0;
    for (let x = 0; x <= r && x < w; x++) sum += source[row + x];
    for (let x = 0; x < w; x++) {
      const first = x - r;
      const last = x + r;
      target[row + x] = sum / (Math.min(last, w - 1) - Math.max(first, 0) + 1);
      if (last + 1 < w) sum += source[row + last + 1];
      if (first >= 0) sum -= source[row + first];
    }
  }
}

// Sums whole rows at a time: walking down columns would miss the cache on every sample.
function meanOfColumns(source: Float32Array, target: Float32Array, w: number, h: number, r: number): void {
  const sums = new Float64Array(w);
  for (let y = 0; y <= r && y < h; y++) {
    for (let x = 0; x < w; x++) sums[x] += source[y * w + x];
  }
  for (let y = 0; y < h; y++) {
    const scale = 1 / (Math.min(y + r, h - 1) - Math.max(y - r, 0) + 1);
    const row = y * w;
    for (let x = 0; x < w; x++) target[row + x] = sums[x] * scale;
    const entering = y + r + 1;
    if (entering < h) for (let x = 0; x < w; x++) sums[x] += source[entering * w + x];
    const leaving = y - r;
    if (leaving >= 0) for (let x = 0; x < w; x++) sums[x] -= source[leaving * w + x];
  }
}

/** The minimum and the maximum of a window around each sample; each is computed when it is first read, because most need only one. */
export interface WindowExtremes {
  readonly min: Uint8Array;
  readonly max: Uint8Array;
}

/**
 * Erosion and dilation: the minimum and maximum of the (2r+1)² window around each sample, cropped at the
 * edge. Rows first, then columns; the cost grows with the logarithm of the radius.
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
  /** What never wins: it stands for samples beyond the edge. */
  readonly neutral: number;
  /** In place: of each sample and the one so many after it, for the first `end` samples. */
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
  const windowPx = 2 * radiusPx + 1;
  const paddedPx = widthPx + 2 * radiusPx;
  // All rows in one, each with room at both ends, so that no window reaches into the next row.
  const rows = new Uint8Array(paddedPx * heightPx).fill(extreme.neutral);
  for (let y = 0; y < heightPx; y++)
    rows.set(source.subarray(y * widthPx, (y + 1) * widthPx), y * paddedPx + radiusPx);
  spread(rows, 1, windowPx, extreme);
  const columns = new Uint8Array((heightPx + 2 * radiusPx) * widthPx).fill(extreme.neutral);
  for (let y = 0; y < heightPx; y++)
    columns.set(rows.subarray(y * paddedPx, y * paddedPx + widthPx), (y + radiusPx) * widthPx);
  spread(columns, widthPx, windowPx, extreme);
  return columns.slice(0, source.length);
}

/**
 * In place: of each unit of samples and the `window - 1` units after it, the extreme. Windows of one, two, four units and so on are made of
 * two that are half as long, and the last one of two that overlap.
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
