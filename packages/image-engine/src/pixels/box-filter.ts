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

/**
 * Erosion and dilation: the minimum and maximum of the (2r+1)² window around each sample, cropped at the
 * edge.
 */
export function windowExtremes(
  source: Uint8Array,
  widthPx: number,
  heightPx: number,
  radiusPx: number,
): { min: Uint8Array; max: Uint8Array } {
  const rowMin = new Uint8Array(source.length);
  const rowMax = new Uint8Array(source.length);
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx;
    for (let x = 0; x < widthPx; x++) {
      const last = Math.min(widthPx - 1, x + radiusPx);
      let low = 255;
      let high = 0;
      for (let k = Math.max(0, x - radiusPx); k <= last; k++) {
        const value = source[row + k];
        if (value < low) low = value;
        if (value > high) high = value;
      }
      rowMin[row + x] = low;
      rowMax[row + x] = high;
    }
  }
  const min = new Uint8Array(source.length);
  const max = new Uint8Array(source.length);
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx;
    const last = Math.min(heightPx - 1, y + radiusPx);
    min.set(rowMin.subarray(row, row + widthPx), row);
    max.set(rowMax.subarray(row, row + widthPx), row);
    for (let k = Math.max(0, y - radiusPx); k <= last; k++) {
      if (k === y) continue;
      const other = k * widthPx;
      for (let x = 0; x < widthPx; x++) {
        if (rowMin[other + x] < min[row + x]) min[row + x] = rowMin[other + x];
        if (rowMax[other + x] > max[row + x]) max[row + x] = rowMax[other + x];
      }
    }
  }
  return { min, max };
}
