// Measures of a composite, compared with the path-traced picture of the same product in the same scene.
import { boxMean } from '../../packages/image-engine/src/pixels/raster/box-filter.ts';
import { luminance } from '../../packages/image-engine/src/pixels/color/oklab.ts';
import { colorDifference, toLab, toLinear } from '../../packages/image-engine/src/pixels/color/color-difference.ts';
import { flip } from './flip.ts';

/** Pictures of one size in sRGB with three samples per pixel, and the alpha of the product. */
export interface SceneTruth {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Path-traced picture of the product in the set. */
  readonly truth: Uint8Array;
  /** Path-traced picture of the set without the product. */
  readonly bare: Uint8Array;
  readonly alpha: Uint8Array;
}

export interface SceneJudgment {
  /** Mean CIEDE2000 difference over the product. */
  readonly product: number;
  /** Mean FLIP of the picture, 0 to 1. */
  readonly flip: number;
  /** Mean color difference where either picture has a shadow. */
  readonly shadowDifference: number | null;
  readonly shadowSimilarity: number | null;
  /** Light that the shadow removes, relative to the truth. */
  readonly shadowDepth: number | null;
  /**
   * Additional distance in pixels from the product to dark ground, compared with the truth; positive if the product
   * seems to hover. Null if nothing touches the ground.
   */
  readonly contactGapPx: number | null;
  /**
   * Angle between the directions of both shadows, 0 to 180; null if one of them is too round or too faint to have a
   * direction.
   */
  readonly shadowAngleDeg: number | null;
}

const SOLID = 243;
const BESIDE = 3;
/** Share of the bare ground's light below which a pixel counts as shadow. */
const SHADOW_BELOW = 0.92;
/** Radius of the mean around a pixel, so that noise and texture don't count as shadow. */
const SMOOTH_RADIUS_PX = 2;
/** Largest distance of a shadow from the product, as a share of the product's longer side. */
const REACH = 1.1;
/** Smallest luminance of the ground at which ratios are meaningful. */
const DARKEST = 0.004;
/** Smallest number of shadow pixels that have a direction. */
const LEAST_SHADOW_PX = 150;
/**
 * Ratio of length to width from which a shadow's axis is its direction; the direction of other shadows is their
 * position.
 */
const LONG_FROM = 1.6;
/** Contact: number of pixels examined below the product, and the distance within which the truth must be dark. */
const CONTACT_REACH_PX = 14;
const TOUCHES_WITHIN_PX = 3;
const TOUCHES_BELOW = 0.8;

const degrees = (radians: number): number => (radians * 180) / Math.PI;

function blurPlane(plane: Float32Array, widthPx: number, heightPx: number, radiusPx: number): Float32Array {
  const out = new Float32Array(plane.length);
  boxMean(plane, out, widthPx, heightPx, radiusPx, new Float32Array(plane.length));
  return out;
}

function computeLight(data: Uint8Array): Float32Array {
  return Float32Array.from({ length: data.length / 3 }, (_, i) =>
    luminance(toLinear(data[i * 3]), toLinear(data[i * 3 + 1]), toLinear(data[i * 3 + 2])),
  );
}

/** Share of the bare ground's light that remains beside the product, 1 on the product; smoothed. */
function computeDarkening({ bare, alpha, widthPx, heightPx }: SceneTruth, data: Uint8Array): Float32Array {
  const open = Float32Array.from(alpha, (value) => (value <= BESIDE ? 1 : 0));
  const mean = (plane: Float32Array): Float32Array =>
    blurPlane(
      plane.map((v, i) => v * open[i]),
      widthPx,
      heightPx,
      SMOOTH_RADIUS_PX,
    );
  const [seen, ground] = [mean(computeLight(data)), mean(computeLight(bare))];
  const weight = blurPlane(open, widthPx, heightPx, SMOOTH_RADIUS_PX);
  return seen.map((value, i) => {
    if (open[i] === 0) return 1;
    const least = DARKEST * weight[i];
    return (value + least) / (ground[i] + least);
  });
}

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function findBounds({ alpha, widthPx, heightPx }: SceneTruth): Bounds {
  let [left, right, top, bottom] = [widthPx, 0, heightPx, 0];
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] <= BESIDE) continue;
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { left, right, top, bottom };
}

/** Shadow pixels beside the product and near enough to it. */
function shadowIn(truth: SceneTruth, left: Float32Array): Uint8Array {
  const box = findBounds(truth);
  const reach = REACH * Math.max(box.right - box.left, box.bottom - box.top);
  return Uint8Array.from(left, (value, i) => {
    const [x, y] = [i % truth.widthPx, Math.floor(i / truth.widthPx)];
    const away = Math.hypot(
      Math.max(0, box.left - x, x - box.right),
      Math.max(0, box.top - y, y - box.bottom),
    );
    return truth.alpha[i] <= BESIDE && away <= reach && value < SHADOW_BELOW ? 1 : 0;
  });
}

/** Direction of a shadow: its longer axis, away from the product, or its position; null without a shadow. */
function findDirection(truth: SceneTruth, left: Float32Array, region: Uint8Array): number | null {
  const { alpha, widthPx } = truth;
  const middle = { x: 0, y: 0, weight: 0 };
  const shadow = { x: 0, y: 0, weight: 0, count: 0 };
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
    if (alpha[i] > BESIDE) {
      middle.x += x;
      middle.y += y;
      middle.weight++;
    } else if (region[i] === 1) {
      const weight = 1 - left[i];
      shadow.x += weight * x;
      shadow.y += weight * y;
      shadow.weight += weight;
      shadow.count++;
    }
  }
  if (shadow.count < LEAST_SHADOW_PX || middle.weight === 0) return null;
  const [cx, cy] = [shadow.x / shadow.weight, shadow.y / shadow.weight];
  const lean = Math.atan2(cy - middle.y / middle.weight, cx - middle.x / middle.weight);
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < alpha.length; i++) {
    if (region[i] !== 1) continue;
    const [dx, dy, weight] = [(i % widthPx) - cx, Math.floor(i / widthPx) - cy, 1 - left[i]];
    xx += weight * dx * dx;
    xy += weight * dx * dy;
    yy += weight * dy * dy;
  }
  const spread = Math.hypot((xx - yy) / 2, xy);
  const mean = (xx + yy) / 2;
  if (mean + spread < LONG_FROM ** 2 * (mean - spread)) return degrees(lean);
  const axis = Math.atan2(2 * xy, xx - yy) / 2;
  return degrees(Math.cos(axis - lean) < 0 ? axis + Math.PI : axis);
}

function angleBetween(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return null;
  const turn = Math.abs(one - other) % 360;
  return Math.min(turn, 360 - turn);
}

/**
 * Mean over the columns in which the product touches the ground in the truth: additional distance to ground that is
 * half as dark as the truth's contact.
 */
function measureContactGap(scene: SceneTruth, composite: Uint8Array): number | null {
  const { alpha, widthPx, heightPx, bare } = scene;
  const [whole, real, made] = [computeLight(bare), computeLight(scene.truth), computeLight(composite)];
  const gaps: number[] = [];
  for (let x = 0; x < widthPx; x++) {
    let lowest = heightPx - 1;
    while (lowest >= 0 && alpha[lowest * widthPx + x] < SOLID) lowest--;
    if (lowest < 0 || lowest + CONTACT_REACH_PX >= heightPx) continue;
    const below = (light: Float32Array): number[] =>
      Array.from({ length: CONTACT_REACH_PX }, (_, k) => {
        const i = (lowest + 1 + k) * widthPx + x;
        return alpha[i] > BESIDE ? 1 : (light[i] + DARKEST) / (whole[i] + DARKEST);
      });
    const [truth, mine] = [below(real), below(made)];
    const clear = truth.findIndex((_, k) => alpha[(lowest + 1 + k) * widthPx + x] <= BESIDE);
    const darkest = Math.min(...truth.slice(0, Math.max(0, clear) + TOUCHES_WITHIN_PX));
    if (clear < 0 || darkest > TOUCHES_BELOW) continue;
    const half = (1 + darkest) / 2;
    const from = (ratios: number[]): number => {
      const at = ratios.findIndex((ratio) => ratio < half);
      return at < 0 ? CONTACT_REACH_PX : at;
    };
    gaps.push(from(mine) - from(truth));
  }
  return gaps.length === 0 ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

/** SSIM (Wang, Bovik, Sheikh, Simoncelli, 2004) of luminance around each pixel, over square windows. */
function measureSimilarity(a: Uint8Array, b: Uint8Array, widthPx: number, heightPx: number): Float32Array {
  const gray = (data: Uint8Array): Float32Array =>
    Float32Array.from({ length: data.length / 3 }, (_, i) =>
      luminance(data[i * 3], data[i * 3 + 1], data[i * 3 + 2]),
    );
  const [p, q] = [gray(a), gray(b)];
  const radius = 3;
  const mean = (plane: Float32Array): Float32Array => blurPlane(plane, widthPx, heightPx, radius);
  const [meanP, meanQ] = [mean(p), mean(q)];
  const square = (one: Float32Array, other: Float32Array): Float32Array =>
    mean(one.map((value, i) => value * other[i]));
  const [pp, qq, pq] = [square(p, p), square(q, q), square(p, q)];
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  return meanP.map((m, i) => {
    const n = meanQ[i];
    const [varP, varQ, both] = [pp[i] - m * m, qq[i] - n * n, pq[i] - m * n];
    return ((2 * m * n + c1) * (2 * both + c2)) / ((m * m + n * n + c1) * (varP + varQ + c2));
  });
}

function differenceAt(a: Uint8Array, b: Uint8Array, i: number): number {
  const lab = (data: Uint8Array): ReturnType<typeof toLab> =>
    toLab(data[i * 3], data[i * 3 + 1], data[i * 3 + 2]);
  return colorDifference(lab(a), lab(b));
}

function meanWhere(length: number, where: (i: number) => boolean, of: (i: number) => number): number | null {
  let [sum, count] = [0, 0];
  for (let i = 0; i < length; i++) {
    if (!where(i)) continue;
    sum += of(i);
    count++;
  }
  return count === 0 ? null : sum / count;
}

export function judgeScene(scene: SceneTruth, composite: Uint8Array): SceneJudgment {
  const { truth, alpha, widthPx, heightPx } = scene;
  const [real, made] = [computeDarkening(scene, truth), computeDarkening(scene, composite)];
  const [realShadow, madeShadow] = [shadowIn(scene, real), shadowIn(scene, made)];
  const isShaded = (i: number): boolean => realShadow[i] === 1 || madeShadow[i] === 1;
  const count = alpha.length;
  const similarity = measureSimilarity(truth, composite, widthPx, heightPx);
  const takeShare = (left: Float32Array, region: Uint8Array): number =>
    left.reduce((sum, value, i) => sum + (region[i] === 1 ? 1 - value : 0), 0);
  const most = takeShare(real, realShadow);
  const differences = flip({ data: truth, widthPx, heightPx }, { data: composite, widthPx, heightPx });
  return {
    product:
      meanWhere(
        count,
        (i) => alpha[i] >= SOLID,
        (i) => differenceAt(truth, composite, i),
      ) ?? 0,
    flip: differences.reduce((sum, value) => sum + value, 0) / count,
    shadowDifference: meanWhere(count, isShaded, (i) => differenceAt(truth, composite, i)),
    shadowSimilarity: meanWhere(count, isShaded, (i) => similarity[i]),
    shadowDepth: most > 0 ? takeShare(made, madeShadow) / most : null,
    contactGapPx: measureContactGap(scene, composite),
    shadowAngleDeg: angleBetween(findDirection(scene, real, realShadow), findDirection(scene, made, madeShadow)),
  };
}
