import { normalAt } from '../../stage/placement.ts';
import { smooth, smoothWeighted } from '../../raster/smooth.ts';
import { project, unproject } from '../../stage/camera.ts';
import type { Camera } from '../../stage/camera.ts';
import type { LayerPlane } from '../../stage/layers.ts';
import type { DepthReader } from '../../stage/scene-depth.ts';
import type { StudioLight, Vector3 } from '../../stage/studio-set.ts';

/**
 * Positions of a light field's cells in a studio set: as shares of the rendered picture, and by distance along the
 * view.
 */
export interface CellsInSet {
  readonly columns: number;
  readonly rows: number;
  /** Center of a cell, as shares of the rendered picture. */
  readonly at: (column: number, row: number) => { readonly x: number; readonly y: number };
  readonly depthDm: number;
}

/** Number of steps along a ray, length of the first step in decimeters, and growth of each step. */
const STEPS = 28;
const FIRST_STEP_DM = 0.12;
const LONGER = 1.14;
/**
 * Maximum distance between a ray and the surface in front of it, relative to the step, at which the ray hits the
 * surface; with a larger distance, the ray passes behind the surface.
 */
const BEHIND_SHARE = 2.2;
/** Distance of the points from which a surface's normal is computed, as a share of the rendered picture. */
const NORMAL_REACH = 0.012;
/** Minimum cosine between light and surface; light at a grazing angle reveals little of the pattern. */
const LEAST_FACING = 0.2;
/** Blur of the pattern in cells, and the larger blur, as a share, that gives the light's overall falloff. */
const SOFTENED_CELLS = 0.8;
const SMOOTH_SHARE = 0.4;
/** Strength of the pattern on the product, and its limits relative to the mean light. */
const STRENGTH = 0.75;
const LEAST = 0.3;
const MOST = 1.5;

/**
 * Pattern that a light casts on a product, such as the bars of a window or the shadows of leaves: the factor of light
 * on each cell, about 1 on average. Light that passes a point of the product would hit the set's surface behind the
 * point, where the light's layer shows the pattern.
 */
export function fallingLight(
  cells: CellsInSet,
  { direction }: StudioLight,
  plane: LayerPlane<3>,
  { camera, depthAt, isMirrored }: { camera: Camera; depthAt: DepthReader; isMirrored: boolean },
): Float32Array {
  const { columns, rows, depthDm } = cells;
  const count = columns * rows;
  const facingValues = new Float32Array(count);
  const isKnown = new Float32Array(count);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const { x, y } = cells.at(column, row);
      const hit = behind(unproject(camera, x, y, depthDm), direction, camera, depthAt);
      if (hit === undefined) continue;
      const facing = computeFacing(hit, direction, camera, depthAt);
      if (facing === undefined || facing < LEAST_FACING) continue;
      facingValues[i] = Math.log(Math.max(1e-3, lightAt(plane, hit, isMirrored) / facing));
      isKnown[i] = 1;
    }
  }
  const flat = new Float32Array(count).fill(1);
  const reach = SMOOTH_SHARE * Math.max(columns, rows);
  const nearby = smooth(isKnown, columns, rows, reach);
  if (!isKnown.includes(1)) return flat;
  const usual = smoothWeighted(facingValues, nearby, isKnown, columns, rows, reach);
  const pattern = facingValues.map((value, i) => isKnown[i] * (value - usual[i]));
  const softened = smooth(pattern, columns, rows, SOFTENED_CELLS);
  return softened.map((value) => Math.min(MOST, Math.max(LEAST, Math.exp(STRENGTH * value))));
}

/**
 * Position in the rendered picture, as shares, at which the light that passes a point hits a visible surface of the
 * set.
 */
function behind(
  from: Vector3,
  direction: Vector3,
  camera: Camera,
  depthAt: DepthReader,
): { readonly x: number; readonly y: number } | undefined {
  let step = FIRST_STEP_DM;
  let way = step;
  for (let i = 0; i < STEPS; i++, step *= LONGER, way += step) {
    const point: Vector3 = [
      from[0] - way * direction[0],
      from[1] - way * direction[1],
      from[2] - way * direction[2],
    ];
    const { x, y, depthDm } = project(camera, point);
    if (x < 0 || y < 0 || x > 1 || y > 1 || depthDm <= 0) return undefined;
    const depth = depthAt(x, y);
    if (depth > depthDm) continue;
    return depthDm - depth < BEHIND_SHARE * step ? { x, y } : undefined;
  }
  return undefined;
}

/** Cosine between the light and the normal of the surface visible at a position; undefined at edges of objects. */
function computeFacing(
  { x, y }: { readonly x: number; readonly y: number },
  direction: Vector3,
  camera: Camera,
  depthAt: DepthReader,
): number | undefined {
  if (Math.min(x, y) < NORMAL_REACH || Math.max(x, y) > 1 - NORMAL_REACH) return undefined;
  const normal = normalAt(camera, depthAt, { x, y }, NORMAL_REACH);
  const length = Math.hypot(...normal);
  if (length === 0) return undefined;
  return (normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]) / length;
}

/** Mean light of a layer around a position. */
function lightAt(
  { samples, values, widthPx, heightPx }: LayerPlane<3>,
  { x, y }: { readonly x: number; readonly y: number },
  isMirrored: boolean,
): number {
  const column = Math.min(widthPx - 2, Math.max(1, Math.floor((isMirrored ? 1 - x : x) * widthPx)));
  const row = Math.min(heightPx - 2, Math.max(1, Math.floor(y * heightPx)));
  let sum = 0;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const at = ((row + dy) * widthPx + column + dx) * 3;
      sum += values[samples[at]] + 2 * values[samples[at + 1]] + values[samples[at + 2]];
    }
  }
  return sum / 36;
}
