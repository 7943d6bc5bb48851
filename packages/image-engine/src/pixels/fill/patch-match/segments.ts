import { windowExtremes } from '../../raster/box-filter.ts';
import type { Level } from './level.ts';

/** Straight edge in the known part of a level, with its ends in pixels of the level. */
export interface Segment {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly lengthPx: number;
  /** Unit vector from the first end to the second; the brighter side is to its right on the screen. */
  readonly alongX: number;
  readonly alongY: number;
  /** Mean color step across the edge, in 8-bit steps per pixel. */
  readonly contrast: number;
  /** Mean colors of the darker and the brighter side. */
  readonly darkSide: readonly number[];
  readonly brightSide: readonly number[];
}

/** Minimum color step per pixel of an edge; smaller steps are grain. */
const LEAST_GRADIENT = 4;
/** Distance from the hole within which the edge of the removed object may be visible; edges there are ignored. */
const GUARD_PX = 2;
/** Maximum angle between the gradients of pixels that belong to the same edge. */
const ANGLE_TOLERANCE = Math.PI / 9;
const LEAST_PIXELS = 14;
const LEAST_LENGTH_PX = 12;
/** Minimum ratio of an edge's length to its width. */
const LEAST_SLIMNESS = 4;
/** Maximum distance between a piece and the line through another piece of the same edge. */
const MAX_ASIDE_PX = 1.5;
/** Maximum difference in direction between pieces of the same edge, as the sine of the angle. */
const MAX_BEND = 0.06;
/** Maximum gap between pieces of the same edge, as a share of their lengths. */
const MAX_GAP_SHARE = 0.5;
const MAX_GAP_PX = 40;
/** Maximum number of pieces; in textures with more pieces, only the longest are used. */
const MAX_PIECES = 320;
/** Distance from an edge at which the colors on its sides are read. */
const BESIDE_PX = 3.5;

/** Weighted sums over an edge's pixels, from which its line is fitted. */
interface Moments {
  weight: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
  yy: number;
  count: number;
  /** Sum of the gradients of the edge's pixels. */
  gx: number;
  gy: number;
  /** Pixels that determine the extent of the edge. */
  pixels: number[];
}

interface Fit {
  readonly moments: Moments;
  readonly cx: number;
  readonly cy: number;
  readonly alongX: number;
  readonly alongY: number;
  readonly from: number;
  readonly to: number;
  readonly widthPx: number;
}

/**
 * Straight edges of the level's known part, longest first. Grows regions of pixels with similar gradients, starting at
 * the strongest gradients, and fits a line to each region (after Grompone von Gioi et al., "LSD", 2010). Joins pieces
 * of one edge on the same side of the hole.
 */
export function findSegments(level: Level, most: number): Segment[] {
  const gradients = computeGradients(level);
  const fits = growSegments(level, gradients);
  return joinedPieces(level, fits)
    .map((fit) => toSegment(level, fit))
    .filter(({ lengthPx }) => lengthPx >= LEAST_LENGTH_PX)
    .toSorted((a, b) => b.lengthPx - a.lengthPx)
    .slice(0, most);
}

interface Gradients {
  readonly across: Float32Array;
  readonly down: Float32Array;
  readonly strength: Float32Array;
}

/** Sobel gradients of the channel that changes most; 0 near unknown pixels and up to `LEAST_GRADIENT`. */
function computeGradients({ widthPx: w, heightPx: h, channels: n, samples, hole }: Level): Gradients {
  const across = new Float32Array(w * h);
  const down = new Float32Array(w * h);
  const strength = new Float32Array(w * h);
  const { max: near } = windowExtremes(hole, w, h, GUARD_PX);
  const row = w * n;
  for (let y = 1; y < h - 1; y++) {
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      if (near[i] !== 0) continue;
      let most = LEAST_GRADIENT * LEAST_GRADIENT;
      for (let c = 0; c < 3; c++) {
        const at = i * n + c;
        const falling = samples[at + row + n] - samples[at - row - n];
        const rising = samples[at - row + n] - samples[at + row - n];
        const gx = (falling + rising + 2 * (samples[at + n] - samples[at - n])) / 8;
        const gy = (falling - rising + 2 * (samples[at + row] - samples[at - row])) / 8;
        const size = gx * gx + gy * gy;
        if (size <= most) continue;
        most = size;
        strength[i] = Math.sqrt(size);
        across[i] = gx;
        down[i] = gy;
      }
    }
  }
  return { across, down, strength };
}

function growSegments({ widthPx: w }: Level, { across, down, strength }: Gradients): Fit[] {
  const seeds = strongestFirst(strength);
  const used = new Uint8Array(strength.length);
  const leastCosine = Math.cos(ANGLE_TOLERANCE);
  const fits: Fit[] = [];
  for (const seed of seeds) {
    if (used[seed] === 1) continue;
    used[seed] = 1;
    const pixels = [seed];
    let gx = across[seed];
    let gy = down[seed];
    for (let k = 0; k < pixels.length; k++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const i = pixels[k] + dy * w + dx;
          if (used[i] === 1 || strength[i] === 0) continue;
          const same = (across[i] * gx + down[i] * gy) / (strength[i] * Math.hypot(gx, gy));
          if (same < leastCosine) continue;
          used[i] = 1;
          pixels.push(i);
          gx += across[i];
          gy += down[i];
        }
      }
    }
    if (pixels.length < LEAST_PIXELS) continue;
    const moments: Moments = { weight: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0, count: 0, gx, gy, pixels };
    for (const i of pixels) {
      const x = i % w;
      const y = (i - x) / w;
      const s = strength[i];
      moments.weight += s;
      moments.x += s * x;
      moments.y += s * y;
      moments.xx += s * x * x;
      moments.xy += s * x * y;
      moments.yy += s * y * y;
      moments.count++;
    }
    const fit = fitMoments(moments, w);
    if (fit.to - fit.from >= LEAST_SLIMNESS * fit.widthPx) fits.push(fit);
  }
  return fits;
}

/** Pixels with a gradient, strongest first; the gradients are compared by their integer part. */
function strongestFirst(strength: Float32Array): Int32Array {
  const starts = new Int32Array(258);
  const step = (value: number): number => 255 - Math.min(255, Math.floor(value));
  for (const value of strength) if (value > 0) starts[step(value) + 1]++;
  for (let k = 0; k < 257; k++) starts[k + 1] += starts[k];
  const order = new Int32Array(starts[257]);
  for (let i = 0; i < strength.length; i++) if (strength[i] > 0) order[starts[step(strength[i])]++] = i;
  return order;
}

function fitMoments(moments: Moments, w: number): Fit {
  const { weight, gx, gy, pixels } = moments;
  const cx = moments.x / weight;
  const cy = moments.y / weight;
  const xx = moments.xx / weight - cx * cx;
  const xy = moments.xy / weight - cx * cy;
  const yy = moments.yy / weight - cy * cy;
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  let alongX = Math.cos(angle);
  let alongY = Math.sin(angle);
  // The direction is chosen such that the gradient points to the right of it.
  if (-alongY * gx + alongX * gy < 0) [alongX, alongY] = [-alongX, -alongY];
  let [from, to] = [Infinity, -Infinity];
  for (const i of pixels) {
    const x = (i % w) - cx;
    const y = Math.floor(i / w) - cy;
    const t = x * alongX + y * alongY;
    if (t < from) from = t;
    if (t > to) to = t;
  }
  const aside = xx * alongY * alongY - 2 * xy * alongX * alongY + yy * alongX * alongX;
  return { moments, cx, cy, alongX, alongY, from, to, widthPx: 2 * Math.sqrt(12 * Math.max(0, aside)) * 0.5 };
}

/** Joins pieces of the same edge, unless the hole lies between them. */
function joinedPieces(level: Level, fits: readonly Fit[]): Fit[] {
  const open = fits.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MAX_PIECES);
  const joined: Fit[] = [];
  while (open.length > 0) {
    let fit = open.shift();
    if (fit === undefined) break;
    for (let k = 0; k < open.length; k++) {
      if (!isSameEdge(level, fit, open[k])) continue;
      fit = uniteFits(fit, open[k], level.widthPx);
      open.splice(k, 1);
      k = -1;
    }
    joined.push(fit);
  }
  return joined;
}

function isSameEdge(level: Level, a: Fit, b: Fit): boolean {
  const turn = Math.abs(a.alongX * b.alongY - a.alongY * b.alongX);
  if (turn > MAX_BEND || a.alongX * b.alongX + a.alongY * b.alongY < 0) return false;
  const aside = (t: number): number =>
    Math.abs((b.cx + t * b.alongX - a.cx) * a.alongY - (b.cy + t * b.alongY - a.cy) * a.alongX);
  if (aside(b.from) > MAX_ASIDE_PX || aside(b.to) > MAX_ASIDE_PX) return false;
  const middle = (b.cx - a.cx) * a.alongX + (b.cy - a.cy) * a.alongY;
  const [from, to] = [middle + b.from, middle + b.to];
  const gap = Math.max(from - a.to, a.from - to);
  if (gap > Math.min(MAX_GAP_PX, MAX_GAP_SHARE * (a.to - a.from + b.to - b.from))) return false;
  // Rejects a gap that crosses the hole.
  const [start, end] = from > a.to ? [a.to, from] : [to, a.from];
  for (let t = start; t <= end; t++) {
    const x = Math.round(a.cx + t * a.alongX);
    const y = Math.round(a.cy + t * a.alongY);
    if (level.hole[y * level.widthPx + x] === 1) return false;
  }
  return true;
}

function uniteFits({ moments: a }: Fit, { moments: b }: Fit, w: number): Fit {
  return fitMoments(
    {
      weight: a.weight + b.weight,
      x: a.x + b.x,
      y: a.y + b.y,
      xx: a.xx + b.xx,
      xy: a.xy + b.xy,
      yy: a.yy + b.yy,
      count: a.count + b.count,
      gx: a.gx + b.gx,
      gy: a.gy + b.gy,
      pixels: [...a.pixels, ...b.pixels],
    },
    w,
  );
}

function toSegment({ widthPx: w, heightPx: h, channels, samples, hole }: Level, fit: Fit): Segment {
  const { cx, cy, alongX, alongY, from, to, moments } = fit;
  const sides = [-1, 1].map((side) => {
    const sums = [0, 0, 0];
    let count = 0;
    for (let t = from; t <= to; t += 2) {
      const x = Math.round(cx + t * alongX - side * BESIDE_PX * alongY);
      const y = Math.round(cy + t * alongY + side * BESIDE_PX * alongX);
      if (x < 0 || y < 0 || x >= w || y >= h || hole[y * w + x] === 1) continue;
      for (let c = 0; c < 3; c++) sums[c] += samples[(y * w + x) * channels + c];
      count++;
    }
    return sums.map((sum) => sum / Math.max(1, count));
  });
  return {
    x0: cx + from * alongX,
    y0: cy + from * alongY,
    x1: cx + to * alongX,
    y1: cy + to * alongY,
    lengthPx: to - from,
    alongX,
    alongY,
    contrast: Math.hypot(moments.gx, moments.gy) / moments.count,
    darkSide: sides[0],
    brightSide: sides[1],
  };
}
