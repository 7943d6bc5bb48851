import type { Camera } from './camera.ts';
import { remember } from '../raster/remember.ts';
import type { DecodedStudioSet, LayerPlane } from './layers.ts';

/**
 * Function that reads the distance (decimeters along the view axis) at a position, given as shares of the square
 * rendered picture.
 */
export type DepthReader = (x: number, y: number) => number;

/**
 * Maximum depth difference between neighboring samples of one object, relative to their depth; a larger difference is
 * a gap between two objects.
 */
const ONE_SURFACE = 0.012;
/**
 * Difference of inverse depth (of 4095 steps) that counts as an edge; on smooth floors and walls neighbors differ by a
 * few tens.
 */
const SHARP_STEP = 160;
const SHARPENING_PASSES = 2;
/**
 * Maximum relative distance from the floor at which a surface counts as floor, because the stored depth is less
 * precise than the floor is flat.
 */
const IS_FLOOR = 0.01;
/** Number of samples around a region that may influence the depth at edges inside it. */
const FLOOR_REACH = 2;

/**
 * Removes compression artifacts at depth edges, in place. A sample between its nearest and farthest neighbors gets the
 * more similar of their two depths, because no surface exists between them.
 */
export function sharpenDepth({ samples, widthPx, heightPx }: LayerPlane<1>): void {
  const before = new Uint16Array(samples.length);
  for (let pass = 0; pass < SHARPENING_PASSES; pass++) {
    before.set(samples);
    for (let y = 1; y < heightPx - 1; y++) {
      for (let x = 1; x < widthPx - 1; x++) {
        const at = y * widthPx + x;
        let least = before[at];
        let most = least;
        for (let row = at - widthPx; row <= at + widthPx; row += widthPx) {
          for (let i = row - 1; i <= row + 1; i++) {
            if (before[i] < least) least = before[i];
            if (before[i] > most) most = before[i];
          }
        }
        if (most - least < SHARP_STEP) continue;
        samples[at] = before[at] - least < most - before[at] ? least : most;
      }
    }
  }
}

/**
 * Function that reads an edge between two objects: depth and share of the nearer object, depth and share of the
 * farther one (four numbers). The edge is interpolated smoothly between samples, which are coarser than the picture's
 * pixels. Returns false if the position isn't at an edge.
 */
export type DepthEdgeReader = (x: number, y: number, into: Float32Array) => boolean;

/**
 * Standard deviation in samples for smoothing an edge along its direction, the radius of the filter, and the factor by
 * which the edge is steepened afterward.
 */
const EDGE_SIGMA = 1.9;
const EDGE_REACH = 4;
const EDGE_STEEPNESS = 3;
const acrossWeights = new Float32Array(2 * EDGE_REACH + 1);
const downWeights = new Float32Array(2 * EDGE_REACH + 1);

/** Gaussian weights for the samples around a position, which is `t` after the center sample. */
function bellWeights(t: number, into: Float32Array): void {
  for (let i = 0; i < into.length; i++) {
    const distance = i - EDGE_REACH - t;
    into[i] = Math.exp((-distance * distance) / (2 * EDGE_SIGMA * EDGE_SIGMA));
  }
}

/**
 * Finds the edges between objects: for each sample, the sum of the nearest and the farthest of the 4 × 4 samples
 * around the position between it and the next ones; 0 if these show one surface.
 */
function findEdges({ widthPx, heightPx, samples, values }: LayerPlane<1>): Uint16Array {
  const [far, near] = [new Uint16Array(samples.length), new Uint16Array(samples.length)];
  for (let at = 1; at < samples.length - 2; at++) {
    far[at] = Math.min(samples[at - 1], samples[at], samples[at + 1], samples[at + 2]);
    near[at] = Math.max(samples[at - 1], samples[at], samples[at + 1], samples[at + 2]);
  }
  const edges = new Uint16Array(samples.length);
  for (let at = widthPx; at < (heightPx - 2) * widthPx; at++) {
    const [above, below, next] = [at - widthPx, at + widthPx, at + 2 * widthPx];
    const farthest = Math.min(far[above], far[at], far[below], far[next]);
    const nearest = Math.max(near[above], near[at], near[below], near[next]);
    if (values[farthest] - values[nearest] > ONE_SURFACE * values[nearest]) edges[at] = farthest + nearest;
  }
  return edges;
}

/** Like `depthReader`, but returns the depths of both objects at an edge between them. */
export function depthEdgeReader({ depth }: DecodedStudioSet, isMirrored: boolean): DepthEdgeReader {
  const { widthPx, heightPx, samples, values } = depth;
  const edges = remember(depth, 'edges', () => findEdges(depth));
  return (x, y, into) => {
    const px = (isMirrored ? 1 - x : x) * widthPx - 0.5;
    const py = y * heightPx - 0.5;
    const left = Math.floor(px);
    const top = Math.floor(py);
    if (left < 1 || top < 1 || left > widthPx - 3 || top > heightPx - 3) return false;
    const edge = edges[top * widthPx + left];
    if (edge === 0) return false;
    const middle = edge / 2;
    bellWeights(px - left, acrossWeights);
    bellWeights(py - top, downWeights);
    let nearShare = 0;
    let whole = 0;
    let nearWeight = -1;
    let farWeight = -1;
    for (let row = -EDGE_REACH; row <= EDGE_REACH; row++) {
      if (top + row < 0 || top + row >= heightPx) continue;
      for (let column = -EDGE_REACH; column <= EDGE_REACH; column++) {
        if (left + column < 0 || left + column >= widthPx) continue;
        const sample = samples[(top + row) * widthPx + left + column];
        const weight = acrossWeights[column + EDGE_REACH] * downWeights[row + EDGE_REACH];
        whole += weight;
        if (sample > middle) {
          nearShare += weight;
          if (weight > nearWeight) {
            nearWeight = weight;
            into[0] = values[sample];
          }
        } else if (weight > farWeight) {
          farWeight = weight;
          into[2] = values[sample];
        }
      }
    }
    const steep = Math.min(1, Math.max(0, (nearShare / whole - 0.5) * EDGE_STEEPNESS + 0.5));
    into[1] = steep;
    into[3] = 1 - steep;
    return true;
  };
}

/**
 * Returns a reader of a set's depth, which is smooth within surfaces and sharp between them; mirrored if the picture
 * is.
 */
export function depthReader({ depth }: DecodedStudioSet, isMirrored: boolean): DepthReader {
  const { widthPx, heightPx, samples, values } = depth;
  return (x, y) => {
    const px = Math.min(widthPx - 1.001, Math.max(0, (isMirrored ? 1 - x : x) * widthPx - 0.5));
    const py = Math.min(heightPx - 1.001, Math.max(0, y * heightPx - 0.5));
    const left = px | 0;
    const top = py | 0;
    const at = top * widthPx + left;
    const a = values[samples[at]];
    const b = values[samples[at + 1]];
    const c = values[samples[at + widthPx]];
    const d = values[samples[at + widthPx + 1]];
    const fx = px - left;
    const fy = py - top;
    const nearest = Math.min(a, b, c, d);
    if (Math.max(a, b, c, d) - nearest > ONE_SURFACE * nearest) {
      return fy < 0.5 ? (fx < 0.5 ? a : b) : fx < 0.5 ? c : d;
    }
    return a + fx * (b - a) + fy * (c - a) + fx * fy * (a + d - b - c);
  };
}

/** Replaces a depth that is close to the floor's by the floor's exact depth. */
export const flattenDepth = (depthDm: number, floorDm: number): number =>
  floorDm > 0 && Math.abs(depthDm - floorDm) < IS_FLOOR * floorDm ? floorDm : depthDm;

/**
 * Function that returns true if only the floor is visible in a region of the picture and a small distance around it.
 * Positions are shares of the square rendered picture.
 */
export type FloorReader = (left: number, top: number, right: number, bottom: number) => boolean;

/**
 * Returns a floor reader for a set.
 * @param floorZ height of the floor, in decimeters
 */
export function floorReader(
  { depth }: DecodedStudioSet,
  isMirrored: boolean,
  { position, right, up, forward, halfAtUnitDepth }: Camera,
  floorZ: number,
): FloorReader {
  const { widthPx, heightPx, samples, values } = depth;
  const below = floorZ - position[2];
  return (x0, y0, x1, y1) => {
    const [from, to] = isMirrored ? [1 - x1, 1 - x0] : [x0, x1];
    const firstX = Math.max(0, Math.floor(from * widthPx - 0.5) - FLOOR_REACH);
    const lastX = Math.min(widthPx - 1, Math.ceil(to * widthPx - 0.5) + FLOOR_REACH);
    const firstY = Math.max(0, Math.floor(y0 * heightPx - 0.5) - FLOOR_REACH);
    const lastY = Math.min(heightPx - 1, Math.ceil(y1 * heightPx - 0.5) + FLOOR_REACH);
    for (let y = firstY; y <= lastY; y++) {
      const upwards = (1 - (2 * (y + 0.5)) / heightPx) * halfAtUnitDepth;
      const descent = forward[2] + upwards * up[2];
      for (let x = firstX; x <= lastX; x++) {
        const side = (2 * (x + 0.5)) / widthPx - 1;
        const across = (isMirrored ? -side : side) * halfAtUnitDepth;
        const floorDm = below / (descent + across * right[2]);
        const seenDm = values[samples[y * widthPx + x]];
        if (!(floorDm > 0) || Math.abs(seenDm - floorDm) >= IS_FLOOR * floorDm) return false;
      }
    }
    return true;
  };
}
