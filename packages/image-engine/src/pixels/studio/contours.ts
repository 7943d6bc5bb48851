import { boxMean } from '../box-filter.ts';
import type { LinearPicture } from './layers.ts';

/** The structure tensor is smoothed over several steps of a jagged contour, so that its direction is the contour's. */
const TENSOR_RADIUS = 2;
const TENSOR_PASSES = 2;
/** The squared contrast, in encoded light (0 to 1) per pixel, from which an edge counts; fully at so many times that. */
const EDGE_FROM = 0.0002;
const EDGE_FULL_TIMES = 5;
/** How much of the contrast must lie in one direction: corners and texture have less. */
const COHERENT_FROM = 0.45;
const COHERENT_FULL = 0.8;
/** How far along an edge light is averaged, to either side, and the standard deviation, in pixels. */
const REACH_PX = 6;
const SIGMA_PX = 2.6;

const WEIGHTS = Float32Array.from({ length: REACH_PX + 1 }, (_, k) =>
  Math.exp(-(k * k) / (2 * SIGMA_PX ** 2)),
);

/**
 * Averages a picture along its contours, in place: steps between pixels, which an enlargement would make as large as they are wide, become smooth lines,
 * and nothing is blurred across them.
 */
export function smoothContours({ data, widthPx, heightPx }: LinearPicture): void {
  const { xx, xy, yy } = structureOf(data, widthPx, heightPx);
  const count = widthPx * heightPx;
  // The contour's direction at each edge, and how sure it is.
  const alongX = new Float32Array(count);
  const alongY = new Float32Array(count);
  const share = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const energy = xx[i] + yy[i];
    if (energy < EDGE_FROM) continue;
    const apart = Math.sqrt((xx[i] - yy[i]) ** 2 + 4 * xy[i] * xy[i]);
    const coherent = (apart / energy - COHERENT_FROM) / (COHERENT_FULL - COHERENT_FROM);
    if (coherent <= 0) continue;
    const angle = 0.5 * Math.atan2(2 * xy[i], xx[i] - yy[i]);
    alongX[i] = -Math.sin(angle);
    alongY[i] = Math.cos(angle);
    const strong = (energy / EDGE_FROM - 1) / (EDGE_FULL_TIMES - 1);
    share[i] = Math.min(1, coherent) * Math.min(1, strong);
  }
  const before = data.slice();
  const sum = new Float32Array(3);
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const i = y * widthPx + x;
      if (share[i] === 0) continue;
      sum.fill(0);
      let weight = 0;
      for (const way of [1, -1]) {
        let [px, py] = [x, y];
        let [dx, dy] = [way * alongX[i], way * alongY[i]];
        for (let k = way > 0 ? 0 : 1; k <= REACH_PX; k++) {
          if (k > 0) {
            px += dx;
            py += dy;
          }
          if (px < 0 || py < 0 || px >= widthPx - 1 || py >= heightPx - 1) break;
          addAt(before, widthPx, px, py, WEIGHTS[k], sum);
          weight += WEIGHTS[k];
          // Follows a bent contour, as far as there is one.
          const at = Math.round(py) * widthPx + Math.round(px);
          if (share[at] === 0) break;
          const turn = dx * alongX[at] + dy * alongY[at] < 0 ? -1 : 1;
          dx = turn * alongX[at];
          dy = turn * alongY[at];
        }
      }
      for (let c = 0; c < 3; c++) {
        const own = before[i * 3 + c];
        data[i * 3 + c] = own + share[i] * (sum[c] / weight - own);
      }
    }
  }
}

function addAt(
  data: Float32Array,
  widthPx: number,
  x: number,
  y: number,
  weight: number,
  into: Float32Array,
): void {
  const left = x | 0;
  const top = y | 0;
  const fx = x - left;
  const fy = y - top;
  const at = (top * widthPx + left) * 3;
  const below = at + widthPx * 3;
  for (let c = 0; c < 3; c++) {
    const above = data[at + c] + fx * (data[at + 3 + c] - data[at + c]);
    const under = data[below + c] + fx * (data[below + 3 + c] - data[below + c]);
    into[c] += weight * (above + fy * (under - above));
  }
}

/** The structure tensor of a picture's encoded luminance, smoothed. */
function structureOf(
  data: Float32Array,
  widthPx: number,
  heightPx: number,
): { xx: Float32Array; xy: Float32Array; yy: Float32Array } {
  const count = widthPx * heightPx;
  const light = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    light[i] = Math.sqrt(Math.max(0, 0.25 * data[at] + 0.65 * data[at + 1] + 0.1 * data[at + 2]));
  }
  const [xx, xy, yy] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let y = 1; y < heightPx - 1; y++) {
    for (let i = y * widthPx + 1, end = (y + 1) * widthPx - 1; i < end; i++) {
      const dx = (light[i + 1] - light[i - 1]) / 2;
      const dy = (light[i + widthPx] - light[i - widthPx]) / 2;
      xx[i] = dx * dx;
      xy[i] = dx * dy;
      yy[i] = dy * dy;
    }
  }
  for (const plane of [xx, xy, yy]) {
    for (let pass = 0; pass < TENSOR_PASSES; pass++) {
      boxMean(plane, plane, widthPx, heightPx, TENSOR_RADIUS, light);
    }
  }
  return { xx, xy, yy };
}
