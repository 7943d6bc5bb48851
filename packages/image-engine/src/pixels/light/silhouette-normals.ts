import { distanceInside, DISTANCE_UNITS_PER_PX } from '../raster/mask-distance.ts';
import { raster } from '../raster/raster.ts';
import { finish } from '../raster/work.ts';
import { smooth } from '../raster/smooth.ts';

/** Surface normals in camera coordinates: x right, y down, z toward the camera, of length 1, interleaved. */
type Normals = Float32Array;

/** Distance, as a share of the largest distance to the outline, over which the ridge of the dome is rounded. */
const SMOOTHING_SHARE = 0.3;
/** Roundness relative to a sphere; less than 1, because many products are flat. */
const ROUNDNESS = 0.8;
/** Alpha, of 255, from which a cell belongs to the product. */
const INSIDE_FROM = 128;

/**
 * Estimates normals from a product's outline alone, assuming a dome whose height follows the distance to the outline
 * and whose inside is smooth. `alpha` is 0 to 1.
 */
export function silhouetteNormals(alpha: Float32Array, widthPx: number, heightPx: number): Normals {
  // Adds a margin of one cell, so that the outline of a product that fills its box is inside the grid.
  const [w, h] = [widthPx + 2, heightPx + 2];
  const mask = new Uint8Array(w * h);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) mask[(y + 1) * w + x + 1] = Math.round(alpha[y * widthPx + x] * 255);
  }
  const distance = finish(distanceInside(raster(mask, w, h, 1), INSIDE_FROM));
  let radius = 1;
  for (const units of distance) {
    const cells = units / DISTANCE_UNITS_PER_PX;
    if (cells > radius && cells < Math.max(w, h)) radius = cells;
  }
  const dome = Float32Array.from(distance, (units) => {
    const depth = Math.min(1, units / DISTANCE_UNITS_PER_PX / radius);
    return radius * Math.sqrt(depth * (2 - depth));
  });
  const height = smooth(dome, w, h, Math.max(1, SMOOTHING_SHARE * radius));
  const normals = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = (y + 1) * w + x + 1;
      const slopeX = (ROUNDNESS * (height[i + 1] - height[i - 1])) / 2;
      const slopeY = (ROUNDNESS * (height[i + w] - height[i - w])) / 2;
      const length = Math.hypot(slopeX, slopeY, 1);
      normals.set([-slopeX / length, -slopeY / length, 1 / length], (y * widthPx + x) * 3);
    }
  }
  return normals;
}
