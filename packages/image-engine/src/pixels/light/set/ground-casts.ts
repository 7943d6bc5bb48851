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
  { position, right, up, forward, halfAtUnitDepth }: Camera,
  groundZ: number,
  { part }: LayerView,
  sidePx: number,
): GroundCasts {
  const count = casts.length;
  const columns = Math.ceil(part.widthPx / BLOCK_PX) + 4;
  const down = Math.ceil(part.heightPx / BLOCK_PX) + 4;
  const corners = new Float32Array(columns * down * count);
  const isKnown = new Uint8Array(columns * down);
  const blocks = new Uint8Array(columns * down);
  const middle = new Float32Array(count);

  /** Computes the shadows at a pixel; returns false if the ground isn't visible at this pixel. */
  const compute = (x: number, y: number, into: Float32Array, at: number): boolean => {
    // Written out instead of calling `rayThrough`, whose arrays would take time for so many points.
    const across = (2 * ((part.xPx + x + 0.5) / sidePx) - 1) * halfAtUnitDepth;
    const upwards = (1 - 2 * ((part.yPx + y + 0.5) / sidePx)) * halfAtUnitDepth;
    const depth = (groundZ - position[2]) / (forward[2] + across * right[2] + upwards * up[2]);
    if (!(depth > 0)) return false;
    const groundX = position[0] + depth * (forward[0] + across * right[0] + upwards * up[0]);
    const groundY = position[1] + depth * (forward[1] + across * right[1] + upwards * up[1]);
    for (let k = 0; k < count; k++) into[at + k] = casts[k]?.(groundX, groundY, groundZ) ?? 0;
    return true;
  };
  const cornerAt = (column: number, row: number): boolean => {
    const corner = row * columns + column;
    if (isKnown[corner] === UNKNOWN) {
      const isSeen = compute(column * BLOCK_PX, row * BLOCK_PX, corners, corner * count);
      isKnown[corner] = isSeen ? SMOOTH : UNEVEN;
    }
    return isKnown[corner] === SMOOTH;
  };
  const classifyBlock = (column: number, row: number): number => {
    if (!cornerAt(column, row) || !cornerAt(column + 1, row)) return UNEVEN;
    if (!cornerAt(column, row + 1) || !cornerAt(column + 1, row + 1)) return UNEVEN;
    if (!compute((column + 0.5) * BLOCK_PX, (row + 0.5) * BLOCK_PX, middle, 0)) return UNEVEN;
    const first = (row * columns + column) * count;
    const below = first + columns * count;
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
    if (column < 0 || row < 0 || column >= columns - 1 || row >= down - 1) return false;
    const block = row * columns + column;
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
    const below = first + columns * count;
    for (let k = 0; k < count; k++) {
      const above = corners[first + k] + fx * (corners[first + count + k] - corners[first + k]);
      const under = corners[below + k] + fx * (corners[below + count + k] - corners[below + k]);
      into[k] = above + fy * (under - above);
    }
    return true;
  };
}
