import { boxMean } from '../../raster/box-filter.ts';
import { readBlurred } from '../../stage/blur-stack.ts';
import type { BlurStack } from '../../stage/blur-stack.ts';
import type { Camera } from '../../stage/camera.ts';
import type { Outline } from '../../stage/outline.ts';
import { outlineStack } from '../../stage/outline-stack.ts';
import { footFrontPx, thicknessPx } from '../../stage/placement.ts';
import type { Stand } from '../../stage/placement.ts';
import type { Vector3 } from '../../stage/studio-set.ts';
import type { Occluder } from '../../stage/volume.ts';

/**
 * Standing product seen from above, modeled as a body rather than a flat card: each row of its outline is as deep as
 * it is wide, within limits, and each foot touches the ground where the camera sees it. A point belongs to the body if
 * the camera sees it inside the outline and it is within the row's depth.
 */
interface Body {
  readonly stack: BlurStack;
  /** Half the depth of the body at each pixel of the blur stack's first level, in decimeters. */
  readonly halfDepthDm: Float32Array;
  /** Distance of each column's center behind the center of the base, in decimeters. */
  readonly behindDm: Float32Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pxPerDm: number;
  /** Position of the base's center in the blur stack, in pixels. */
  readonly baseX: number;
  readonly baseY: number;
  readonly farthestDm: number;
  readonly halfWidthDm: number;
}

/**
 * Minimum elevation of the camera for this model. From lower, the depth of a base looks like a line, and farther feet
 * are nearly as high in the picture.
 */
const SEEN_FROM_DEG = 14;
/** Longer side of the outline in the blur stack, and the margin around it for blurs, relative to the outline. */
const STACK_SIDE_PX = 208;
const MARGIN_SHARE = 0.4;
const OPAQUE = 0.5;
/**
 * Number of points at which a ray is tested for the body, and the share of the distance to the next point that each
 * test covers.
 */
const STEPS = 12;
const STEP_BLUR = 0.8;
const MIN_SIGMA_PX = 0.7;
/** Margin around the body for its blurred edges, in decimeters. */
const SOFT_DM = 0.04;
/**
 * Share of blocked light that counts as complete; continuing the search along the ray would show its steps as rings.
 */
const WHOLE = 0.97;
/** Minimum vertical component of a light's direction; a lower light would cast an endless shadow. */
const LEAST_RISE = 0.15;
/** Radius and number of passes for smoothing the depths in the blur stack. */
const SMOOTHING_PX = 2;
const SMOOTHING_PASSES = 2;
/**
 * Distance, as a share of the width, over which the foot (ground contact) in a column determines the depth of
 * neighboring columns.
 */
const REACH_SHARE = 0.12;

export const isSeenAsBody = (elevationDeg: number): boolean => elevationDeg >= SEEN_FROM_DEG;

/**
 * Shadow that the body casts in a light: `direction` points toward the light, `angularSizeDeg` is the light's apparent
 * size.
 */
export function bodyShadow(
  outline: Outline,
  stand: Stand,
  camera: Camera,
  elevationDeg: number,
): (direction: Vector3, angularSizeDeg: number) => Occluder {
  const body = createBody(outline, stand, elevationDeg);
  const { groundDm, liftDm } = stand;
  const flat = Math.hypot(camera.right[0], camera.right[1]);
  const [rx, ry] = [camera.right[0] / flat, camera.right[1] / flat];
  const angle = (elevationDeg * Math.PI) / 180;
  const [downForBehind, downForUp] = [-Math.sin(angle) * body.pxPerDm, -Math.cos(angle) * body.pxPerDm];
  const { stack, pxPerDm, baseX, baseY, widthPx, heightPx, halfDepthDm, behindDm } = body;
  return ([lx, ly, lz], angularSizeDeg) => {
    const length = Math.hypot(lx, ly, Math.max(LEAST_RISE, lz));
    const across = (lx * rx + ly * ry) / length;
    const behind = (ly * rx - lx * ry) / length;
    const up = Math.max(LEAST_RISE, lz) / length;
    const spread = 0.5 * Math.tan((Math.min(120, angularSizeDeg) * Math.PI) / 360);
    const pxAlong = Math.hypot(across * pxPerDm, behind * downForBehind + up * downForUp);
    return (x, y, z) => {
      const dx = x - groundDm[0];
      const dy = y - groundDm[1];
      const a = dx * rx + dy * ry;
      const b = dy * rx - dx * ry;
      const h = z - groundDm[2] - liftDm;
      // Starts the ray at the height of the product's lower end.
      let from = h < 0 ? -h / up : 0;
      let to = Infinity;
      // Written out for both directions instead of as a loop over arrays, because it runs for every pixel; arrays and
      // `Math.hypot` would take most of the time.
      const wide = body.halfWidthDm + SOFT_DM;
      if (Math.abs(across) < 1e-6) {
        if (Math.abs(a) > wide) return 0;
      } else {
        const middle = -a / across;
        const half = Math.abs(wide / across);
        from = Math.max(from, middle - half);
        to = middle + half;
      }
      const deepMiddle = b - body.farthestDm / 2;
      const deepReach = body.farthestDm / 2 + wide;
      if (Math.abs(behind) < 1e-6) {
        if (Math.abs(deepMiddle) > deepReach) return 0;
      } else {
        const middle = -deepMiddle / behind;
        const half = Math.abs(deepReach / behind);
        from = Math.max(from, middle - half);
        to = Math.min(to, middle + half);
      }
      // Ends the ray at the outline's upper edge.
      const rowAt = baseY + b * downForBehind + h * downForUp;
      const rowStep = behind * downForBehind + up * downForUp;
      if (rowStep < 0) to = Math.min(to, -rowAt / rowStep);
      if (!(to > from) || !Number.isFinite(to)) return 0;
      const step = (to - from) / STEPS;
      const stepBlurPx = 0.5 * STEP_BLUR * step * pxAlong;
      let most = 0;
      for (let k = 0; k < STEPS; k++) {
        const t = from + (k + 0.5) * step;
        const px = baseX + (a + t * across) * pxPerDm;
        const py = rowAt + t * rowStep;
        const column = px | 0;
        const row = py | 0;
        if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) continue;
        const blurDm = t * spread;
        // Interpolates between the stack's pixels, whose steps would otherwise be visible along the shadow's edge.
        const cell = row * widthPx + column;
        const right = column + 1 < widthPx ? 1 : 0;
        const below = row + 1 < heightPx ? widthPx : 0;
        const fx = px - column;
        const fy = py - row;
        const upper = halfDepthDm[cell] + fx * (halfDepthDm[cell + right] - halfDepthDm[cell]);
        const lower =
          halfDepthDm[cell + below] + fx * (halfDepthDm[cell + below + right] - halfDepthDm[cell + below]);
        const deep = upper + fy * (lower - upper);
        const middle = behindDm[column] + fx * (behindDm[column + right] - behindDm[column]);
        const beside = Math.abs(b + t * behind - middle) - deep;
        const rim = 0.02 + blurDm + STEP_BLUR * step * Math.abs(behind);
        if (beside > rim) continue;
        const blurPx = blurDm * pxPerDm;
        const sigmaPx = Math.sqrt(blurPx * blurPx + stepBlurPx * stepBlurPx);
        const blockedShare = readBlurred(stack, px, py, Math.max(MIN_SIGMA_PX, sigmaPx));
        const value = beside < -rim ? blockedShare : blockedShare * (0.5 - (0.5 * beside) / rim);
        if (value > most) most = value;
        if (most > WHOLE) return 1;
      }
      return most / WHOLE;
    };
  };
}

function createBody(outline: Outline, stand: Stand, elevationDeg: number): Body {
  const { stack, data, w, h, margin, scale, ...size } = outlineStack(outline, STACK_SIDE_PX, MARGIN_SHARE);
  const { widthPx: stackW, heightPx: stackH } = size;
  const pxPerDm = scale / stand.dmPerPx;
  const deepest = (thicknessPx(outline) * scale) / 2;
  const halfDepthDm = new Float32Array(stackW * stackH);
  const least = 2 * Math.sin((elevationDeg * Math.PI) / 180);
  for (let y = margin; y < margin + h; y++)
    fillDepths(data, halfDepthDm, y * stackW, stackW, deepest, pxPerDm);
  // Limits the depth to what the camera sees: from above, a disk or a bar is as deep as it looks.
  for (let x = margin; x < margin + w; x++) limitDepths(data, halfDepthDm, x, stackW, least * pxPerDm);
  smoothDepths(halfDepthDm, stackW, stackH);
  const front = footFrontPx(outline, elevationDeg);
  const behindDm = depthsOfFeet(outline, stand, elevationDeg, front, { scale, margin, stackW });
  return {
    stack,
    halfDepthDm,
    behindDm,
    widthPx: stackW,
    heightPx: stackH,
    pxPerDm,
    baseX: margin + outline.baseX * scale,
    baseY: margin + (outline.groundY - front) * scale,
    farthestDm: Math.max(0, ...behindDm),
    halfWidthDm: (Math.max(outline.baseX, outline.widthPx - outline.baseX) * scale) / pxPerDm,
  };
}

/**
 * Writes half-depths in the shape of half an ellipse over each run of a row; at the run's ends at least a fifth of the
 * greatest depth, because blurs read beyond them.
 */
function fillDepths(
  data: Float32Array,
  into: Float32Array,
  start: number,
  length: number,
  deepest: number,
  pxPerDm: number,
): void {
  for (let x = 0; x < length; x++) {
    if (data[start + x] < OPAQUE) continue;
    let end = x;
    while (end < length && data[start + end] >= OPAQUE) end++;
    const half = (end - x) / 2;
    const depth = Math.min(half, deepest) / pxPerDm;
    for (let at = x; at < end; at++) {
      const side = (at + 0.5 - x - half) / half;
      into[start + at] = depth * Math.sqrt(Math.max(0.04, 1 - side * side));
    }
    x = end;
  }
}

/**
 * Limits the half-depths in one column of the stack, so that a run of opaque pixels never seems deeper than it is
 * high.
 * @param start index of the column's first pixel
 * @param step distance between the column's pixels
 * @param perDm height in the picture, in pixels, of one decimeter of half-depth
 */
function limitDepths(
  data: Float32Array,
  depths: Float32Array,
  start: number,
  step: number,
  perDm: number,
): void {
  for (let at = start; at < data.length; at += step) {
    if (data[at] < OPAQUE) continue;
    let end = at;
    while (end < data.length && data[end] >= OPAQUE) end += step;
    const most = (end - at) / step / perDm;
    for (; at < end; at += step) depths[at] = Math.min(depths[at], most);
  }
}

/**
 * Smooths the depths between rows; otherwise the shadow of leaves and slats would have gaps. Cells beside the outline
 * get the depth of the outline's edge.
 */
function smoothDepths(depths: Float32Array, widthPx: number, heightPx: number): void {
  const share = new Float32Array(depths.length);
  for (let i = 0; i < depths.length; i++) if (depths[i] > 0) share[i] = 1;
  const scratch = new Float32Array(depths.length);
  for (const plane of [depths, share]) {
    for (let pass = 0; pass < SMOOTHING_PASSES; pass++)
      boxMean(plane, plane, widthPx, heightPx, SMOOTHING_PX, scratch);
  }
  for (let i = 0; i < depths.length; i++) if (share[i] > 0) depths[i] /= share[i];
}

/**
 * Distance of each column behind the nearest foot (ground contact), estimated from the heights in the picture at which
 * the feet meet the ground.
 */
function depthsOfFeet(
  { feet, groundY, widthPx }: Outline,
  { dmPerPx }: Stand,
  elevationDeg: number,
  front: number,
  { scale, margin, stackW }: { scale: number; margin: number; stackW: number },
): Float32Array {
  const depths = new Float32Array(stackW);
  if (feet.length < 2) return depths;
  const sin = Math.sin((elevationDeg * Math.PI) / 180);
  const reach = REACH_SHARE * widthPx;
  const places = feet.map(({ left, right, bottom }) => {
    const own = Math.min(front, ((right - left) / 2) * sin);
    const behind = Math.max(0, groundY - front - (bottom - own)) / sin;
    return { left, right, behind: behind * dmPerPx };
  });
  for (let x = 0; x < stackW; x++) {
    const column = (x + 0.5 - margin) / scale;
    let [sum, weight] = [0, 1e-9];
    for (const { left, right, behind } of places) {
      const away = Math.max(0, left - column, column - right);
      const w = Math.exp(-((away / reach) ** 2)) + 1e-6;
      sum += w * behind;
      weight += w;
    }
    depths[x] = sum / weight;
  }
  return depths;
}
