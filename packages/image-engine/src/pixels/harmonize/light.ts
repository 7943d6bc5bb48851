import { distanceInside, DISTANCE_UNITS_PER_PX } from '../mask-distance.ts';
import { raster } from '../raster.ts';
import type { Work } from '../work.ts';
import type { Scene } from './scene.ts';
import { ramp, smooth, smoothWeighted } from './smooth.ts';

/** The direction of the light, as seen in the picture. */
export interface LightDirection {
  /** Toward the light, of length 1; y points down. */
  readonly x: number;
  readonly y: number;
  /** 0 for even or patchy lighting, up to 1. */
  readonly confidence: number;
}

/** The background's light without detail, continued behind the product. */
export interface SoftBackground {
  readonly lightness: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** Detail smaller than this share of the scene comes from objects rather than from light. */
const DETAIL_SHARE = 0.025;
/** A prior: lamps and windows are usually above. */
const FROM_ABOVE = 0.12;
/** The weight of the brightest tenth's position relative to the slope. */
const BRIGHTEST_WEIGHT = 0.15;
const FLAT_SLOPE = 0.04;
const CLEAR_SLOPE = 0.3;

/** Blurs the background by a share of the scene, filling in the product's area (normalized convolution). */
export function softBackground({ background, widthPx, heightPx }: Scene): SoftBackground {
  const sigmaPx = Math.max(1, DETAIL_SHARE * Math.max(widthPx, heightPx));
  const total = smooth(background.share, widthPx, heightPx, sigmaPx);
  const soften = (values: Float32Array): Float32Array =>
    smoothWeighted(values, total, background.share, widthPx, heightPx, sigmaPx);
  return {
    lightness: soften(background.lightness),
    a: soften(background.a),
    b: soften(background.b),
  };
}

/**
 * Fits a plane to the soft lightness of the background; its slope and the position of the brightest tenth
 * give the direction.
 */
export function lightDirection(
  { background, widthPx, heightPx }: Scene,
  { lightness }: SoftBackground,
  lightFrom: number,
): LightDirection {
  const side = Math.max(widthPx, heightPx);
  const weight = background.share;
  const mean = { x: 0, y: 0, l: 0, n: 0 };
  const bright = { x: 0, y: 0, n: 0 };
  for (let i = 0; i < weight.length; i++) {
    const [x, y] = [(i % widthPx) / side, Math.floor(i / widthPx) / side];
    mean.x += weight[i] * x;
    mean.y += weight[i] * y;
    mean.l += weight[i] * lightness[i];
    mean.n += weight[i];
    if (lightness[i] < lightFrom) continue;
    bright.x += weight[i] * x;
    bright.y += weight[i] * y;
    bright.n += weight[i];
  }
  if (mean.n < 1) return { x: 0, y: -1, confidence: 0 };
  mean.x /= mean.n;
  mean.y /= mean.n;
  mean.l /= mean.n;
  let [xx, yy, xl, yl, ll] = [0, 0, 0, 0, 0];
  for (let i = 0; i < weight.length; i++) {
    const x = (i % widthPx) / side - mean.x;
    const y = Math.floor(i / widthPx) / side - mean.y;
    const l = lightness[i] - mean.l;
    xx += weight[i] * x * x;
    yy += weight[i] * y * y;
    xl += weight[i] * x * l;
    yl += weight[i] * y * l;
    ll += weight[i] * l * l;
  }
  const slopeX = xx > 0 ? xl / xx : 0;
  const slopeY = yy > 0 ? yl / yy : 0;
  const explained = ll > 1e-6 ? (slopeX * xl + slopeY * yl) / ll : 0;
  const offset = bright.n > 0 ? [bright.x / bright.n - mean.x, bright.y / bright.n - mean.y] : [0, 0];
  const x = slopeX + BRIGHTEST_WEIGHT * offset[0];
  // A bright floor does not mean light from below.
  const y = Math.min(0, slopeY + BRIGHTEST_WEIGHT * offset[1]) - FROM_ABOVE;
  const length = Math.hypot(x, y);
  const clear = ramp(Math.hypot(slopeX, Math.min(0, slopeY)), FLAT_SLOPE, CLEAR_SLOPE);
  return { x: x / length, y: y / length, confidence: clear * (0.4 + 0.6 * explained) };
}

/** The ridge of the dome is rounded off over this part of its largest inner radius. */
const DOME_SMOOTHING_SHARE = 0.3;

/**
 * How much each cell of the product faces the light, about −1 to 1, with mean 0 over the product. The product
 * is modeled as a dome whose height follows the distance to its outline; the slope approximates the surface's
 * normal.
 */
export function* facing(scene: Scene, light: LightDirection): Work<Float32Array> {
  const { widthPx: w, heightPx: h, alpha } = scene;
  const mask = raster(
    Uint8Array.from(alpha, (value) => Math.round(value * 255)),
    w,
    h,
    1,
  );
  const distance = yield* distanceInside(mask, 128);
  let radius = 1;
  for (let i = 0; i < distance.length; i++) {
    const cells = distance[i] / DISTANCE_UNITS_PER_PX;
    if (cells > radius && cells < Math.max(w, h)) radius = cells;
  }
  const dome = Float32Array.from(distance, (units) => {
    const depth = Math.min(1, units / DISTANCE_UNITS_PER_PX / radius);
    return radius * Math.sqrt(depth * (2 - depth));
  });
  const height = smooth(dome, w, h, Math.max(1, DOME_SMOOTHING_SHARE * radius));
  const toward = new Float32Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      const slopeX = (height[x + 1 < w ? i + 1 : i] - height[x > 0 ? i - 1 : i]) / 2;
      const slopeY = (height[y + 1 < h ? i + w : i] - height[y > 0 ? i - w : i]) / 2;
      const steep = Math.max(1, Math.hypot(slopeX, slopeY));
      toward[i] = -(slopeX * light.x + slopeY * light.y) / steep;
    }
  }
  let [sum, total] = [0, 0];
  for (let i = 0; i < toward.length; i++) {
    sum += alpha[i] * toward[i];
    total += alpha[i];
  }
  const mean = total > 0 ? sum / total : 0;
  return toward.map((value) => value - mean);
}
