/** Outlines of marked cells, smoothed for drawing over a photo of much higher resolution. */

/** Largest deviation of a simplified outline, in cells. */
const TOLERANCE = 0.3;

interface CoverSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Traces the outlines.
 * @param cover coverage of each cell, 0 to 255; the outline follows the middle value
 * @param scale cells per pixel of the picture
 * @returns closed outlines in pixels of the picture, x and y alternately; holes have their own outlines
 */
export function traceOutlines(size: CoverSize, cover: Uint8Array, scale: number): number[][] {
  return chains(size, softenCover(size, cover))
    .map(simplifyRing)
    .filter((ring) => ring.length >= 6)
    .map((ring) => ring.map((value) => Math.round((10 * value) / scale) / 10));
}

/** Adds a border of one cell and applies a 3 × 3 mean, so that stair steps in the outline become slopes. */
function softenCover({ widthPx, heightPx }: CoverSize, cover: Uint8Array): Float32Array {
  const [w, h] = [widthPx + 2, heightPx + 2];
  const soft = new Float32Array(w * h);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      let sum = 0;
      // Extends the picture at its edge, so that outlines run along the edge instead of inside it.
      for (let v = y - 1; v <= y + 1; v += 1)
        for (let u = x - 1; u <= x + 1; u += 1)
          sum +=
            cover[Math.min(heightPx - 1, Math.max(0, v)) * widthPx + Math.min(widthPx - 1, Math.max(0, u))] ??
            0;
      soft[(y + 1) * w + x + 1] = sum / 9;
    }
  }
  return soft;
}

const MIDDLE = 127.5;

/** Follows the lines on which the coverage has the middle value (marching squares), marked cells on the left. */
function chains({ widthPx, heightPx }: CoverSize, soft: Float32Array): number[][] {
  const w = widthPx + 2;
  const at = (x: number, y: number): number => soft[y * w + x] ?? 0;
  /**
   * Outline pieces, as a map from the crossing at which each starts to the crossing at which it ends. A crossing is a
   * pair of adjacent cells with the middle value between them.
   */
  const pieces = new Map<number, number>();
  const across = (x: number, y: number): number => (y * w + x) * 2;
  const down = (x: number, y: number): number => (y * w + x) * 2 + 1;
  for (let y = 0; y <= heightPx; y += 1) {
    for (let x = 0; x <= widthPx; x += 1) {
      const corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
      const bits = corners.reduce((sum, value, i) => sum + (value > MIDDLE ? 1 << i : 0), 0);
      const [top, right, bottom, left] = [across(x, y), down(x + 1, y), across(x, y + 1), down(x, y)];
      const sides = { top, right, bottom, left };
      for (const [from, to] of PIECES[bits] ?? []) pieces.set(sides[from], sides[to]);
    }
  }
  const place = (crossing: number): [number, number] => {
    const cell = crossing >> 1;
    const [x, y] = [cell % w, Math.floor(cell / w)];
    const a = at(x, y);
    const b = crossing % 2 === 0 ? at(x + 1, y) : at(x, y + 1);
    const share = (MIDDLE - a) / (b - a);
    // Subtracts the added border; coverage values apply to the center of their cells.
    const [px, py] = crossing % 2 === 0 ? [x + share, y] : [x, y + share];
    return [Math.min(widthPx, Math.max(0, px - 0.5)), Math.min(heightPx, Math.max(0, py - 0.5))];
  };
  const rings: number[][] = [];
  while (pieces.size > 0) {
    const [first] = pieces.keys();
    const ring: number[] = [];
    for (let crossing = first; crossing !== undefined;) {
      const next = pieces.get(crossing);
      if (next === undefined) break;
      ring.push(...place(crossing));
      pieces.delete(crossing);
      crossing = next;
    }
    rings.push(ring);
  }
  return rings;
}

type SideName = 'top' | 'right' | 'bottom' | 'left';
/** Outline pieces by the marked corners of a 2 × 2 square: 1 upper left, 2 upper right, 4 lower right, 8 lower left. */
const PIECES: Readonly<Record<number, readonly (readonly [SideName, SideName])[]>> = {
  1: [['top', 'left']],
  2: [['right', 'top']],
  3: [['right', 'left']],
  4: [['bottom', 'right']],
  5: [
    ['top', 'left'],
    ['bottom', 'right'],
  ],
  6: [['bottom', 'top']],
  7: [['bottom', 'left']],
  8: [['left', 'bottom']],
  9: [['top', 'bottom']],
  10: [
    ['right', 'top'],
    ['left', 'bottom'],
  ],
  11: [['right', 'bottom']],
  12: [['left', 'right']],
  13: [['top', 'right']],
  14: [['left', 'top']],
};

/** Simplifies an outline (Douglas and Peucker). */
function simplifyRing(ring: readonly number[]): number[] {
  const count = ring.length / 2;
  const isRetained = new Uint8Array(count);
  const half = Math.floor(count / 2);
  isRetained[0] = 1;
  isRetained[half] = 1;
  const spans: [number, number][] = [
    [0, half],
    [half, count],
  ];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    const [ax, ay] = [ring[from * 2] ?? 0, ring[from * 2 + 1] ?? 0];
    const [bx, by] = [ring[(to % count) * 2] ?? 0, ring[(to % count) * 2 + 1] ?? 0];
    const length = Math.hypot(bx - ax, by - ay);
    let [farthest, distance] = [-1, TOLERANCE];
    for (let i = from + 1; i < to; i += 1) {
      const [x, y] = [(ring[i * 2] ?? 0) - ax, (ring[i * 2 + 1] ?? 0) - ay];
      const off = length === 0 ? Math.hypot(x, y) : Math.abs(x * (by - ay) - y * (bx - ax)) / length;
      if (off > distance) [farthest, distance] = [i, off];
    }
    if (farthest === -1) continue;
    isRetained[farthest] = 1;
    spans.push([from, farthest], [farthest, to]);
  }
  return ring.filter((_, index) => isRetained[index >> 1] === 1);
}
