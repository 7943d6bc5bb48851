import { boxMean } from '../raster/box-filter.ts';
import type { LinearPicture } from '../raster/light-raster.ts';
import type { Size } from '../raster/box.ts';

/**
 * Settings for smoothing a picture along its contours: they separate contours from texture and control the averaging;
 * lengths in pixels.
 */
export interface ContourOptions {
  /**
   * Radius for smoothing the structure tensor. It covers several steps of a jagged contour, so that the computed
   * direction is the contour's.
   */
  readonly tensorRadius: number;
  /**
   * Squared contrast (0 to 1) per pixel from which an edge is smoothed; it is smoothed fully at a multiple of this
   * value.
   */
  readonly edgeFrom: number;
  /**
   * Distance along a contour over which samples are averaged in each direction, and the number of steps. The standard
   * deviation is slightly less than half of the distance.
   */
  readonly reachPx: number;
  readonly steps: number;
}

const TENSOR_PASSES = 2;
const EDGE_FULL_TIMES = 5;
/**
 * Range of coherence (the share of contrast in one direction) over which an edge counts as a contour; corners and
 * texture have less.
 */
const COHERENT_FROM = 0.45;
const COHERENT_FULL = 0.8;
const SIGMA_SHARE = 2.6 / 6;

/** Settings for the background of a scene, applied before it is enlarged. */
const OF_PICTURES: ContourOptions = { tensorRadius: 2, edgeFrom: 0.0002, reachPx: 6, steps: 6 };

/**
 * Averages a picture along its contours, in place. Jagged pixel steps, which enlarging would make visible, become
 * smooth lines; nothing is blurred across a contour.
 */
export function smoothContours({ data, widthPx, heightPx }: LinearPicture): void {
  const light = new Float32Array(widthPx * heightPx);
  for (let i = 0, at = 0; i < light.length; i++, at += 3) {
    light[i] = Math.sqrt(Math.max(0, 0.25 * data[at] + 0.65 * data[at + 1] + 0.1 * data[at + 2]));
  }
  averageAlong(data, 3, light, { widthPx, heightPx }, OF_PICTURES);
}

/** Maximum brightness of a dark speck, relative to both neighbors on an axis. */
const SPECK_BELOW = 0.8;

/**
 * Fills dark specks of one pixel's width, in place. They appear along contours, like stitches, if a set's light and
 * paint were anti-aliased separately. A speck gets the color of its brightest pair of opposite neighbors, where a pair
 * is rated by its darker pixel.
 */
export function fillSpecks({ data, widthPx, heightPx }: LinearPicture): void {
  const light = new Float32Array(widthPx * heightPx);
  for (let i = 0, at = 0; i < light.length; i++, at += 3)
    light[i] = 0.25 * data[at] + 0.65 * data[at + 1] + 0.1 * data[at + 2];
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1, i = y * widthPx + 1; x < widthPx - 1; x++, i++) {
      // Written out without a loop or `Math.min`, because it runs for every pixel, and specks are rare.
      const [above, below] = [i - widthPx, i + widthPx];
      const level = light[i - 1] < light[i + 1] ? light[i - 1] : light[i + 1];
      const upright = light[above] < light[below] ? light[above] : light[below];
      const falling = light[above - 1] < light[below + 1] ? light[above - 1] : light[below + 1];
      const rising = light[above + 1] < light[below - 1] ? light[above + 1] : light[below - 1];
      let most = level > upright ? level : upright;
      if (falling > most) most = falling;
      if (rising > most) most = rising;
      if (light[i] >= SPECK_BELOW * most) continue;
      const across =
        most === level ? 1 : most === upright ? widthPx : most === falling ? widthPx + 1 : widthPx - 1;
      const share = most / (light[i - across] + light[i + across]);
      for (let c = 0; c < 3; c++)
        data[i * 3 + c] = share * (data[(i - across) * 3 + c] + data[(i + across) * 3 + c]);
    }
  }
}

/** Averages interleaved samples, in place, along the contours of the picture `guide`. */
export function averageAlong(
  data: Float32Array,
  channels: number,
  guide: Float32Array,
  { widthPx, heightPx }: Size,
  options: ContourOptions,
): void {
  const { alongX, alongY, share } = findContours(guide, { widthPx, heightPx }, options);
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
          // Follows a curved contour until it ends.
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
  /** Direction of the contour at each pixel, and its confidence from 0 to 1. */
  readonly alongX: Float32Array;
  readonly alongY: Float32Array;
  readonly share: Float32Array;
}

function findContours(
  guide: Float32Array,
  { widthPx, heightPx }: Size,
  { tensorRadius, edgeFrom }: ContourOptions,
): Contours {
  const { xx, xy, yy } = computeStructure(guide, widthPx, heightPx, tensorRadius);
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

/** Smoothed structure tensor of a picture with one channel. */
function computeStructure(
  guide: Float32Array,
  widthPx: number,
  heightPx: number,
  radius: number,
): { xx: Float32Array; xy: Float32Array; yy: Float32Array } {
  const count = widthPx * heightPx;
  const [xx, xy, yy] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let y = 1; y < heightPx - 1; y++) {
    for (let i = y * widthPx + 1, end = (y + 1) * widthPx - 1; i < end; i++) {
      const dx = (guide[i + 1] - guide[i - 1]) / 2;
      const dy = (guide[i + widthPx] - guide[i - widthPx]) / 2;
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
