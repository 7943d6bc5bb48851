import { rayThrough } from '../../stage/camera.ts';
import type { Camera } from '../../stage/camera.ts';
import type { LayerView } from './relight.ts';
import type { Occluder } from '../../stage/volume.ts';

/** Side of a block in pixels; larger blocks would miss the shadow of a strap. */
const BLOCK_PX = 4;
/**
 * Maximum difference between the shadow at a block's center and the mean of its corners for interpolating the block.
 */
const SAME_CAST = 0.006;
const [UNKNOWN, SMOOTH, UNEVEN] = [0, 1, 2];

/** Function that writes all shadows on the ground at a pixel; returns false if they must be computed for this pixel. */
export type GroundCasts = (x: number, y: number, into: Float32Array) => boolean;

/**
 * Shadows of several lights on level ground, computed at the corners and centers of small blocks. Pixels of a block
 * are interpolated if its center matches its corners.
 * @param sidePx side length of the set's full layers
 */
export function groundCasts(
  casts: readonly (Occluder | undefined)[],
  camera: Camera,
  groundZ: number,
  { part }: LayerView,
  sidePx: number,
): GroundCasts {
  const count = casts.length;
  const across = Math.ceil(part.widthPx / BLOCK_PX) + 4;
  const down = Math.ceil(part.heightPx / BLOCK_PX) + 4;
  const corners = new Float32Array(across * down * count);
  const isKnown = new Uint8Array(across * down);
  const blocks = new Uint8Array(across * down);
  const middle = new Float32Array(count);

  /** Computes the shadows at a pixel; returns false if the ground isn't visible at this pixel. */
  const compute = (x: number, y: number, into: Float32Array, at: number): boolean => {
    const ray = rayThrough(camera, (part.xPx + x + 0.5) / sidePx, (part.yPx + y + 0.5) / sidePx);
    const depth = (groundZ - camera.position[2]) / ray[2];
    if (!(depth > 0)) return false;
    const groundX = camera.position[0] + depth * ray[0];
    const groundY = camera.position[1] + depth * ray[1];
    for (let k = 0; k < count; k++) into[at + k] = casts[k]?.(groundX, groundY, groundZ) ?? 0;
    return true;
  };
  const cornerAt = (column: number, row: number): boolean => {
    const corner = row * across + column;
    if (isKnown[corner] === UNKNOWN) {
      const isSeen = compute(column * BLOCK_PX, row * BLOCK_PX, corners, corner * count);
      isKnown[corner] = isSeen ? SMOOTH : UNEVEN;
    }
    return isKnown[corner] === SMOOTH;
  };
  const classifyBlock = (column: number, row: number): number => {
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      if (!cornerAt(column + x, row + y)) return UNEVEN;
    }
    if (!compute((column + 0.5) * BLOCK_PX, (row + 0.5) * BLOCK_PX, middle, 0)) return UNEVEN;
    const first = (row * across + column) * count;
    const below = first + across * count;
    for (let k = 0; k < count; k++) {
      const interpolatedCast =
        (corners[first + k] + corners[first + count + k] + corners[below + k] + corners[below + count + k]) /
        4;
      if (Math.abs(interpolatedCast - middle[k]) > SAME_CAST) return UNEVEN;
    }
    return SMOOTH;
  };

  return (x, y, into) => {
    const column = Math.floor(x / BLOCK_PX);
    const row = Math.floor(y / BLOCK_PX);
    if (column < 0 || row < 0 || column >= across - 1 || row >= down - 1) return false;
    const block = row * across + column;
    const first = block * count;
    const fx = x / BLOCK_PX - column;
    const fy = y / BLOCK_PX - row;
    if (fx === 0 && fy === 0) {
      if (!cornerAt(column, row)) return false;
      for (let k = 0; k < count; k++) into[k] = corners[first + k];
      return true;
    }
    if (blocks[block] === UNKNOWN) blocks[block] = classifyBlock(column, row);
    if (blocks[block] === UNEVEN) return false;
    const below = first + across * count;
    for (let k = 0; k < count; k++) {
      const above = corners[first + k] + fx * (corners[first + count + k] - corners[first + k]);
      const under = corners[below + k] + fx * (corners[below + count + k] - corners[below + k]);
      into[k] = above + fy * (under - above);
    }
    return true;
  };
}
