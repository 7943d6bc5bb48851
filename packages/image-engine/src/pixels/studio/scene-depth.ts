import type { Camera } from './camera.ts';
import { depthOfLevel } from './camera.ts';
import type { DecodedStudioSet } from './layers.ts';

/** How far away what is seen at a place of the picture is (decimetres along the view axis); places are shares of the square render. */
export type DepthReader = (x: number, y: number) => number;

/** Neighbours that differ by more than this belong to two things, between which there is nothing. */
const ONE_SURFACE = 0.012;
/** What is this near to the floor, as a share of its distance, is the floor: depth is coarser than the floor is flat. */
const IS_FLOOR = 0.01;

/** Reads a set's depth smoothly within surfaces and sharply between them; mirrored when the picture is. */
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

/** Depth with the floor at `heightDm` made as flat as it is. */
export function withFloor(camera: Camera, depthAt: DepthReader, heightDm: number): DepthReader {
  return (x, y) => {
    const seen = depthAt(x, y);
    const floor = depthOfLevel(camera, x, y, heightDm);
    return floor !== undefined && Math.abs(seen - floor) < IS_FLOOR * floor ? floor : seen;
  };
}
