import { rayThrough } from '../stage/camera.ts';
import type { Camera } from '../stage/camera.ts';
import type { RenderCrop } from '../stage/crop.ts';
import { thicknessPx } from '../stage/placement.ts';
import type { Stand, PosedProduct } from '../stage/placement.ts';
import type { DepthReader } from '../stage/scene-depth.ts';
import type { Outline } from '../stage/outline.ts';

/** Height above the ground, in decimeters, below which a surface counts as ground and can't hide the product's base. */
const GROUND_DM = 0.05;
/** Spacing in pixels of the points at which the set is tested for objects in front of the product. */
const PROBE_PX = 2;
/**
 * Maximum depth difference between neighboring test points of one object, relative to their distance from the camera.
 */
const ONE_THING = 0.02;
/**
 * Distance behind the product's center, in product thicknesses, beyond which a surface can't hide the product, even if
 * other parts of the same object are nearer to the camera.
 */
const BESIDE_SHARE = 1;
/** Minimum distance, in decimeters, of an object in front of a hanging product's plane for hiding the product. */
const CLEAR_DM = 0.08;
/**
 * Share of an object that must be nearer to the camera than the product's center for the object to count as in front.
 */
const IN_FRONT_SHARE = 0.5;
/**
 * Standard deviation for smoothing the edge of an object in front, in test points, and the factor by which the edge is
 * steepened afterward.
 */
const EDGE_SIGMA = 1.1;
const EDGE_STEEPNESS = 1.8;

interface StandingProduct {
  readonly posed: PosedProduct;
  readonly outline: Outline;
  readonly stand: Stand;
  readonly camera: Camera;
  readonly depthAt: DepthReader;
  /** Region of the rendered set that the picture shows. */
  readonly crop: RenderCrop;
  readonly picture: { readonly widthPx: number; readonly heightPx: number };
  /** True if the product hangs: it is then treated as flat, and everything in front of its plane hides it. */
  readonly isHanging?: boolean;
}

/**
 * Hides the parts of the product that are behind nearer objects of the set, in place, with soft edges. An object is
 * completely in front of the product or behind it, depending on most of its area, because objects don't intersect.
 */
export function hideBehindSet({
  posed: { raster, veil, xPx, yPx },
  outline,
  stand,
  camera,
  depthAt,
  crop,
  picture,
  isHanging = false,
}: StandingProduct): void {
  const across = Math.ceil(raster.widthPx / PROBE_PX) + 1;
  const down = Math.ceil(raster.heightPx / PROBE_PX) + 1;
  const sceneDepths = new Float32Array(across * down).fill(NaN);
  const nearer = new Float32Array(across * down);
  const besideDm = isHanging ? -CLEAR_DM : BESIDE_SHARE * thicknessPx(outline) * stand.dmPerPx;
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const x = crop.x + ((xPx + column * PROBE_PX) / picture.widthPx) * crop.width;
      const y = crop.y + ((yPx + row * PROBE_PX) / picture.heightPx) * crop.height;
      if (x < 0 || y < 0 || x > 1 || y > 1) continue;
      const depth = depthAt(x, y);
      const height = (outline.groundY - row * PROBE_PX) * stand.dmPerPx + stand.liftDm;
      // In a view from above, the top of an upright product is nearer to the camera than its base.
      const ahead = stand.depthDm + height * camera.forward[2] - depth;
      const z = camera.position[2] + depth * rayThrough(camera, x, y)[2];
      if (ahead < -besideDm || z - stand.groundDm[2] < GROUND_DM) continue;
      sceneDepths[row * across + column] = depth;
      nearer[row * across + column] = ahead;
    }
  }
  const hidden = thingsInFront(sceneDepths, nearer, across, down);
  if (hidden === undefined) return;
  const soft = smoothMarks(hidden, across, down);
  fade(raster, soft, across);
  if (veil !== undefined) fade(veil, soft, across);
}

/** Finds the objects of the set at the test points, and marks those in front of the product; undefined if none is. */
function thingsInFront(
  sceneDepths: Float32Array,
  nearer: Float32Array,
  across: number,
  down: number,
): Float32Array | undefined {
  const isVisited = new Uint8Array(sceneDepths.length);
  const hidden = new Float32Array(sceneDepths.length);
  let isAny = false;
  for (let start = 0; start < sceneDepths.length; start++) {
    if (isVisited[start] === 1 || Number.isNaN(sceneDepths[start])) continue;
    const thing = [start];
    isVisited[start] = 1;
    let inFront = 0;
    for (let k = 0; k < thing.length; k++) {
      const at = thing[k];
      if (nearer[at] > 0) inFront++;
      const column = at % across;
      const beside = [
        column > 0 ? at - 1 : -1,
        column < across - 1 ? at + 1 : -1,
        at - across,
        at + across < across * down ? at + across : -1,
      ];
      for (const next of beside) {
        if (next < 0 || isVisited[next] === 1 || Number.isNaN(sceneDepths[next])) continue;
        if (Math.abs(sceneDepths[next] - sceneDepths[at]) > ONE_THING * sceneDepths[at]) continue;
        isVisited[next] = 1;
        thing.push(next);
      }
    }
    if (inFront < IN_FRONT_SHARE * thing.length) continue;
    isAny = true;
    for (const at of thing) hidden[at] = 1;
  }
  return isAny ? hidden : undefined;
}

/** Smooths the edges of the marked area, and steepens them afterward. */
function smoothMarks(marks: Float32Array, across: number, down: number): Float32Array {
  const weights = [-2, -1, 0, 1, 2].map((i) => Math.exp((-i * i) / (2 * EDGE_SIGMA * EDGE_SIGMA)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const blur = (
    source: Float32Array,
    step: number,
    length: number,
    index: (at: number) => number,
  ): Float32Array =>
    source.map((_, at) => {
      let sum = 0;
      for (let i = -2; i <= 2; i++) {
        const place = index(at) + i;
        sum += weights[i + 2] * source[at + (Math.min(length - 1, Math.max(0, place)) - index(at)) * step];
      }
      return sum / whole;
    });
  const wide = blur(marks, 1, across, (at) => at % across);
  const soft = blur(wide, across, down, (at) => Math.floor(at / across));
  return soft.map((value) => Math.min(1, Math.max(0, (value - 0.5) * EDGE_STEEPNESS + 0.5)));
}

/** Fades out the hidden part of the product, interpolated between the test points. */
function fade(
  { data, widthPx, heightPx }: PosedProduct['raster'],
  hidden: Float32Array,
  across: number,
): void {
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const px = (x + 0.5) / PROBE_PX;
      const py = (y + 0.5) / PROBE_PX;
      const at = (py | 0) * across + (px | 0);
      const fx = px - (px | 0);
      const above = hidden[at] + fx * (hidden[at + 1] - hidden[at]);
      const below = hidden[at + across] + fx * (hidden[at + across + 1] - hidden[at + across]);
      const share = 1 - (above + (py - (py | 0)) * (below - above));
      if (share >= 1) continue;
      for (let c = 0; c < 4; c++) data[(y * widthPx + x) * 4 + c] *= share;
    }
  }
}
