import { boxMean } from '../raster/box-filter.ts';
import type { LinearPicture } from '../raster/light-raster.ts';

/** How contours are told from texture, and how far along them is averaged; lengths in pixels. */
export interface ContourOptions {
  /** The structure tensor is smoothed over several steps of a jagged contour, so that its direction is the contour's. */
  readonly tensorRadius: number;
  /** The squared contrast (0 to 1) per pixel from which an edge counts; fully at so many times that. */
  readonly edgeFrom: number;
  /** How far along an edge is averaged, to either side, in so many steps; the standard deviation is a little less than half of it. */
  readonly reachPx: number;
  readonly steps: number;
}

const TENSOR_PASSES = 2;
const EDGE_FULL_TIMES = 5;
/** How much of the contrast must lie in one direction: corners and texture have less. */
const COHERENT_FROM = 0.45;
const COHERENT_FULL = 0.8;
const SIGMA_SHARE = 2.6 / 6;

/** Of the ground of a scene, before it is enlarged. */
const OF_PICTURES: ContourOptions = { tensorRadius: 2, edgeFrom: 0.0002, reachPx: 6, steps: 6 };

/**
 * Averages a picture along its contours, in place: steps between pixels, which an enlargement would make as large as they are wide, become smooth lines,
 * and nothing is blurred across them.
 */
export function smoothContours({ data, widthPx, heightPx }: LinearPicture): void {
  const light = new Float32Array(widthPx * heightPx);
  for (let i = 0, at = 0; i < light.length; i++, at += 3) {
    light[i] = Math.sqrt(Math.max(0, 0.25 * data[at] + 0.65 * data[at + 1] + 0.1 * data[at + 2]));
  }
  averageAlong(data, 3, light, { widthPx, heightPx }, OF_PICTURES);
}

/** A pixel with so little of the light of both its neighbors, in any direction, is a speck. */
const SPECK_BELOW = 0.8;

/**
 * Fills specks of one pixel's width, in place: where a set's light and its paint were anti-aliased apart, single dark pixels line its contours, and look like
 * stitches. A speck gets the color of the two neighbors, on opposite sides of it, the darker of which is brightest.
 */
export function fillSpecks({ data, widthPx, heightPx }: LinearPicture): void {
  const light = new Float32Array(widthPx * heightPx);
  for (let i = 0, at = 0; i < light.length; i++, at += 3)
    light[i] = 0.25 * data[at] + 0.65 * data[at + 1] + 0.1 * data[at + 2];
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1, i = y * widthPx + 1; x < widthPx - 1; x++, i++) {
      // Written out, because it runs for every pixel, hardly any of which is a speck.
      const level = Math.min(light[i - 1], light[i + 1]);
      const upright = Math.min(light[i - widthPx], light[i + widthPx]);
      const falling = Math.min(light[i - widthPx - 1], light[i + widthPx + 1]);
      const rising = Math.min(light[i - widthPx + 1], light[i + widthPx - 1]);
      const most = Math.max(level, upright, falling, rising);
      if (light[i] >= SPECK_BELOW * most) continue;
      const across =
        most === level ? 1 : most === upright ? widthPx : most === falling ? widthPx + 1 : widthPx - 1;
      const share = most / (light[i - across] + light[i + across]);
      for (let c = 0; c < 3; c++)
        data[i * 3 + c] = share * (data[(i - across) * 3 + c] + data[(i + across) * 3 + c]);
    }
  }
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Averages interleaved samples along the contours of `seen`, in place. */
export function averageAlong(
  data: Float32Array,
  channels: number,
  seen: Float32Array,
  { widthPx, heightPx }: Size,
  options: ContourOptions,
): void {
  const { alongX, alongY, share } = contoursOf(seen, { widthPx, heightPx }, options);
  const { steps, reachPx } = options;
  const stepPx = reachPx / steps;
  const weights = Float32Array.from({ length: steps + 1 }, (_, k) =>
    Math.exp(-((k / (SIGMA_SHARE * steps)) ** 2) / 2),
  );
  const before = data.slice();
  const sum = new Float32Array(channels);
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const i = y * widthPx + x;
      if (share[i] === 0) continue;
      sum.fill(0);
      let weight = 0;
      for (const way of [1, -1]) {
        let [px, py] = [x, y];
        let [dx, dy] = [way * alongX[i], way * alongY[i]];
        for (let k = way > 0 ? 0 : 1; k <= steps; k++) {
          if (k > 0) {
            px += stepPx * dx;
            py += stepPx * dy;
          }
          if (px < 0 || py < 0 || px >= widthPx - 1 || py >= heightPx - 1) break;
          addAt(before, channels, widthPx, px, py, weights[k], sum);
          weight += weights[k];
          // Follows a bent contour, as far as there is one.
          const at = Math.round(py) * widthPx + Math.round(px);
          if (share[at] === 0) break;
          const turn = dx * alongX[at] + dy * alongY[at] < 0 ? -1 : 1;
          dx = turn * alongX[at];
          dy = turn * alongY[at];
        }
      }
      for (let c = 0; c < channels; c++) {
        const own = before[i * channels + c];
        data[i * channels + c] = own + share[i] * (sum[c] / weight - own);
      }
    }
  }
}

interface Contours {
  /** The contour's direction at each edge, and how sure it is: 0 to 1. */
  readonly alongX: Float32Array;
  readonly alongY: Float32Array;
  readonly share: Float32Array;
}

function contoursOf(
  seen: Float32Array,
  { widthPx, heightPx }: Size,
  { tensorRadius, edgeFrom }: ContourOptions,
): Contours {
  const { xx, xy, yy } = structureOf(seen, widthPx, heightPx, tensorRadius);
  const count = widthPx * heightPx;
  const alongX = new Float32Array(count);
  const alongY = new Float32Array(count);
  const share = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const energy = xx[i] + yy[i];
    if (energy < edgeFrom) continue;
    const apart = Math.sqrt((xx[i] - yy[i]) ** 2 + 4 * xy[i] * xy[i]);
    const coherent = (apart / energy - COHERENT_FROM) / (COHERENT_FULL - COHERENT_FROM);
    if (coherent <= 0) continue;
    const angle = 0.5 * Math.atan2(2 * xy[i], xx[i] - yy[i]);
    alongX[i] = -Math.sin(angle);
    alongY[i] = Math.cos(angle);
    const strong = (energy / edgeFrom - 1) / (EDGE_FULL_TIMES - 1);
    share[i] = Math.min(1, coherent) * Math.min(1, strong);
  }
  return { alongX, alongY, share };
}

function addAt(
  data: Float32Array,
  channels: number,
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
  const at = (top * widthPx + left) * channels;
  const below = at + widthPx * channels;
  for (let c = 0; c < channels; c++) {
    const above = data[at + c] + fx * (data[at + channels + c] - data[at + c]);
    const under = data[below + c] + fx * (data[below + channels + c] - data[below + c]);
    into[c] += weight * (above + fy * (under - above));
  }
}

/** The structure tensor of a plane, smoothed. */
function structureOf(
  seen: Float32Array,
  widthPx: number,
  heightPx: number,
  radius: number,
): { xx: Float32Array; xy: Float32Array; yy: Float32Array } {
  const count = widthPx * heightPx;
  const [xx, xy, yy] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let y = 1; y < heightPx - 1; y++) {
    for (let i = y * widthPx + 1, end = (y + 1) * widthPx - 1; i < end; i++) {
      const dx = (seen[i + 1] - seen[i - 1]) / 2;
      const dy = (seen[i + widthPx] - seen[i - widthPx]) / 2;
      xx[i] = dx * dx;
      xy[i] = dx * dy;
      yy[i] = dy * dy;
    }
  }
  const scratch = new Float32Array(count);
  for (const plane of [xx, xy, yy]) {
    for (let pass = 0; pass < TENSOR_PASSES; pass++)
      boxMean(plane, plane, widthPx, heightPx, radius, scratch);
  }
  return { xx, xy, yy };
}
