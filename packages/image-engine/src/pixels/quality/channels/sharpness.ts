/**
 * Measures the sharpness of a product by the width of its edges: the share of an edge's contrast in its steepest step
 * between pixels (after Marziliano and others, "Perceptual blur", 2004). Also detects enlarged pictures, whose edges
 * are wide too.
 */
import type { Cells } from './cells.ts';
import type { PixelSource } from './pixel-source.ts';

const PATCH_PX = 64;
const MOST_PATCHES = 48;
/** Minimum contrast of an edge in levels; a smaller contrast may be noise. */
const MIN_CONTRAST = 36;
/** Maximum change in levels by which noise and compression may interrupt the rise or fall of an edge. */
const MAX_NOISE = 2;
/**
 * Quantile of edge sharpness that is reported: the sharpest edges count, because others are rounded or out of focus.
 */
const COUNTED_QUANTILE = 0.9;
const MIN_EDGES = 24;

/**
 * Measures the sharpness.
 * @param marks cells of the product
 * @returns 1 for edges one pixel wide, 0.4 for the edges of a good lens, less for wider ones; null with too few edges
 */
export function measureSharpness(source: PixelSource, cells: Cells, marks: Uint8Array): number | null {
  const steepness: { readonly across: number[]; readonly down: number[] } = { across: [], down: [] };
  for (const { xPx, yPx, widthPx, heightPx } of findPatches(source, cells, marks)) {
    const light = toLight(source.read({ xPx, yPx, widthPx, heightPx }), widthPx * heightPx);
    for (let y = 0; y < heightPx; y++) edgesAlong(light, y * widthPx, 1, widthPx, steepness.across);
    for (let x = 0; x < widthPx; x++) edgesAlong(light, x, widthPx, heightPx, steepness.down);
  }
  // Measures horizontal and vertical edges separately, because motion blurs only one of them.
  const quantiles = [steepness.across, steepness.down]
    .filter(({ length }) => length >= MIN_EDGES)
    .map(computeQuantile);
  return quantiles.length === 0 ? null : Math.min(...quantiles);
}

function computeQuantile(values: readonly number[]): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.floor((sorted.length - 1) * COUNTED_QUANTILE)];
}

/** Patches of the picture in which the product has the strongest edges. */
function findPatches(
  { widthPx, heightPx }: PixelSource,
  { widthCells, heightCells, range }: Cells,
  marks: Uint8Array,
) {
  const [across, down] = [Math.min(PATCH_PX, widthPx), Math.min(PATCH_PX, heightPx)];
  const columns = Math.max(1, Math.floor(widthPx / across));
  const rows = Math.max(1, Math.floor(heightPx / down));
  const patches = Array.from({ length: columns * rows }, (_, at) => ({
    xPx: (at % columns) * across,
    yPx: Math.floor(at / columns) * down,
    widthPx: across,
    heightPx: down,
    edges: 0,
  }));
  for (let cell = 0; cell < marks.length; cell++) {
    if (marks[cell] === 0) continue;
    const [x, y] = [cell % widthCells, Math.floor(cell / widthCells)];
    const column = Math.min(columns - 1, Math.floor(((x + 0.5) * widthPx) / widthCells / across));
    const row = Math.min(rows - 1, Math.floor(((y + 0.5) * heightPx) / heightCells / down));
    // In small pictures each cell is one pixel and has no range, so every patch of the product counts.
    patches[row * columns + column].edges += 1 + range[cell];
  }
  return patches
    .filter(({ edges }) => edges > 0)
    .toSorted((a, b) => b.edges - a.edges)
    .slice(0, MOST_PATCHES);
}

function toLight(data: ArrayLike<number>, pixels: number): Float32Array {
  const light = new Float32Array(pixels);
  for (let i = 0; i < pixels; i++) {
    const at = i * 4;
    // Transparent pixels count as white, so that they form no edges.
    light[i] = data[at + 3] < 128 ? 255 : 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
  }
  return light;
}

/** Appends the steepness of each edge along a line: its steepest step divided by its contrast. */
function edgesAlong(light: Float32Array, start: number, step: number, length: number, steps: number[]): void {
  let direction = 0;
  let [from, steepest] = [light[start], 0];
  for (let i = 1; i <= length; i++) {
    const last = light[start + (i - 1) * step];
    const change = i === length ? -direction * 255 : light[start + i * step] - last;
    if (change * direction < -MAX_NOISE || (direction === 0 && change !== 0)) {
      const contrast = Math.abs(last - from);
      if (contrast >= MIN_CONTRAST) steps.push(steepest / contrast);
      direction = Math.sign(change);
      [from, steepest] = [last, 0];
    }
    steepest = Math.max(steepest, change * direction);
  }
}
