import { windowExtremes } from '../../raster/box-filter.ts';
import { blurStack, readBlurred } from '../../stage/blur-stack.ts';
import type { BlurStack } from '../../stage/blur-stack.ts';
import type { Camera } from '../../stage/camera.ts';
import type { SeenFrom } from './choose-shadow.ts';
import type { RenderCrop } from '../../stage/crop.ts';
import type { Outline } from '../../stage/outline.ts';
import { outlineStack } from '../../stage/outline-stack.ts';
import { remember } from '../../raster/remember.ts';
import type { OutlineStack } from '../../stage/outline-stack.ts';
import type { Stand } from '../../stage/placement.ts';
import { isLyingOn } from '../../stage/set-kinds.ts';
import type { StudioSet, Vector3 } from '../../stage/studio-set.ts';
import type { Occluder } from '../../stage/volume.ts';

/**
 * Thickness of a lying product as a share of its smaller side, and its maximum in decimeters. `TALL` applies to
 * standing products seen from straight above.
 */
const FLAT = { share: 0.1, maxDm: 0.3 } as const;
/**
 * Factor from the `bulk` of the photo's shadow to the product's thickness, and the minimum thickness. Products with a
 * thin shadow are cloth.
 */
const BY_SHADOW = { perBulk: 1.2, least: 0.012 } as const;
/** Minimum ambient occlusion around cloth, relative to a product of default thickness. */
const LEAST_AMBIENT = 0.3;
const TALL = { share: 0.22, maxDm: 0.6 } as const;
const LEAST_DESCENT = 0.3;
/** Longer side of the outline in the blur stack, and the margin around it for blurs, relative to the outline. */
const STACK_SIDE_PX = 288;
const MARGIN_SHARE = 0.3;
/**
 * Number of heights at which a ray is tested against the outline, and the share of the distance between two heights
 * over which each test is blurred.
 */
const SLICES = 12;
const STEP_BLUR = 0.7;
/** Number of outlines at rising heights, of which the product's model consists. */
const TIERS = 4;
/** Minimum vertical component of a light's direction; a lower light would cast an endless shadow. */
const LEAST_RISE = 0.25;
const MIN_SIGMA_PX = 0.7;
/**
 * Share of blocked light that counts as complete; continuing the search along the ray would show its slices as rings.
 */
const WHOLE = 0.97;
/**
 * Ambient occlusion as a sum of blurred outlines: widths of the blurs relative to the product's smaller side, and the
 * share of light that each blocks.
 */
const AMBIENT = [
  { sigmaShare: 0.012, density: 0.5 },
  { sigmaShare: 0.045, density: 0.4 },
  { sigmaShare: 0.16, density: 0.36 },
] as const;

/**
 * Camera elevation from which a standing product shows only its top, so that its shadow begins at its outline, like
 * the shadow of a lying product.
 */
const STRAIGHT_FROM_DEG = 80;

/**
 * Outlines at rising heights, each without the parts that are too thin to be that high. A lying product is assumed to
 * be nowhere higher than wide: a cable is flat, and the handle of a pan is lower than the pan.
 */
function createTiers(outline: OutlineStack, thicknessPx: number): BlurStack[] {
  const radii = Array.from({ length: TIERS }, (_, k) => Math.round((k * thicknessPx) / TIERS / 2));
  return remember(outline, `tiers ${radii.join(' ')}`, () => buildTiers(outline, radii));
}

function buildTiers({ stack, data, widthPx, heightPx }: OutlineStack, radii: readonly number[]): BlurStack[] {
  const covered = Uint8Array.from(data, (value) => 255 * value);
  return radii.map((radius) => {
    if (radius === 0) return stack;
    const { min } = windowExtremes(covered, widthPx, heightPx, radius);
    const { max } = windowExtremes(min, widthPx, heightPx, radius);
    return blurStack(
      Float32Array.from(max, (value) => value / 255),
      widthPx,
      heightPx,
    );
  });
}

/**
 * Peak of a parabola through three values if the middle one is the highest, else the middle value. It makes the shadow
 * of a thin part as dark between two tested heights as at one.
 */
const parabolaPeak = (before: number, middle: number, after: number): number =>
  middle > before && middle >= after
    ? middle + (before - after) ** 2 / (8 * (2 * middle - before - after))
    : middle;

/**
 * Limits for a long outline that leans to a side, such as a shoe's; such a product lies on the ground. A standing
 * product is upright in the picture.
 */
const LEANING = { fromDeg: 30, leastDeg: 22, mostDeg: 75, elongation: 1.5 } as const;

/** True if a product lies on the set's ground, so that its outline is its footprint. */
export function liesOn(
  set: Pick<StudioSet, 'camera'>,
  { pose }: Pick<SeenFrom, 'pose'>,
  outline: Pick<Outline, 'alpha' | 'widthPx' | 'heightPx'>,
): boolean {
  const { elevationDeg } = set.camera;
  if (pose === 'lies') return true;
  if (pose === 'stands' && elevationDeg >= STRAIGHT_FROM_DEG) return true;
  return (elevationDeg >= LEANING.fromDeg && isLeaning(outline)) || (pose === null && isLyingOn(set));
}

/** True if the outline's long axis, computed from its second moments, is clearly neither upright nor level. */
function isLeaning({ alpha, widthPx, heightPx }: Pick<Outline, 'alpha' | 'widthPx' | 'heightPx'>): boolean {
  let [sum, sx, sy, xx, yy, xy] = [1e-6, 0, 0, 0, 0, 0];
  for (let y = 0; y < heightPx; y += 2) {
    for (let x = 0; x < widthPx; x += 2) {
      const weight = alpha[y * widthPx + x];
      sum += weight;
      sx += weight * x;
      sy += weight * y;
      xx += weight * x * x;
      yy += weight * y * y;
      xy += weight * x * y;
    }
  }
  const [across, down, both] = [
    xx / sum - (sx / sum) ** 2,
    yy / sum - (sy / sum) ** 2,
    xy / sum - (sx * sy) / sum ** 2,
  ];
  const spread = Math.hypot(across - down, 2 * both);
  const elongation = Math.sqrt((across + down + spread) / Math.max(1e-6, across + down - spread));
  const fromUprightDeg = Math.abs((Math.atan2(2 * both, down - across) * 90) / Math.PI);
  return (
    elongation >= LEANING.elongation &&
    fromUprightDeg >= LEANING.leastDeg &&
    fromUprightDeg <= LEANING.mostDeg
  );
}

/** Light that a lying product blocks on the ground. */
export interface LyingShadow {
  /** Shadow in a light: `direction` points toward the light, `angularSizeDeg` is the light's apparent size. */
  cast(direction: Vector3, angularSizeDeg: number): Occluder;
  readonly ambient: Occluder;
}

/** Product in a picture, as the set's camera sees it. */
export interface SeenProduct {
  readonly outline: Outline;
  readonly stand: Stand;
  /** Position in the picture, in pixels, of the outline's top left corner. */
  readonly xPx: number;
  readonly yPx: number;
  readonly camera: Camera;
  readonly crop: RenderCrop;
  readonly picture: { readonly widthPx: number; readonly heightPx: number };
}

interface LyingProduct extends SeenProduct {
  /** True if the product stands and is seen from straight above. */
  readonly isTall?: boolean;
  /** Bulk of the photo's shadow, if the photo shows one; it distinguishes cloth from solid products. */
  readonly bulk?: number | undefined;
}

/**
 * Shadow of a lying product, modeled as a slab with its outline. The shadow touches the outline, and ends at the
 * outline on the side of the light.
 */
export function lyingShadow({
  outline,
  stand,
  xPx,
  yPx,
  camera,
  crop,
  picture,
  isTall = false,
  bulk,
}: LyingProduct): LyingShadow {
  const { widthPx, heightPx } = outline;
  const small = outlineStack(outline, STACK_SIDE_PX, MARGIN_SHARE);
  const { stack, w, h, margin, scale } = small;
  const pxPerDm = scale / stand.dmPerPx;
  // The lower the camera, the more depth on the ground is foreshortened.
  const descent = Math.max(LEAST_DESCENT, -camera.forward[2]);
  const sideDm = Math.min(widthPx, heightPx / descent) * stand.dmPerPx;
  const { share, maxDm } = isTall ? TALL : FLAT;
  const thinner =
    isTall || bulk === undefined
      ? 1
      : Math.min(1, Math.max(BY_SHADOW.least, BY_SHADOW.perBulk * bulk) / share);
  const thicknessDm = thinner * Math.min(maxDm, share * sideDm);
  const ambientDm = sideDm * Math.max(LEAST_AMBIENT, thinner);
  const tiers = isTall ? [stack] : createTiers(small, thicknessDm * pxPerDm);
  // Result of `look`, which projects a point at any height to pixels of the blur stack.
  const stackPoint = { x: 0, y: 0 };
  const { position, right, up: above, forward, halfAtUnitDepth } = camera;
  const [acrossPx, downPx] = [
    (picture.widthPx / crop.width) * scale,
    (picture.heightPx / crop.height) * scale,
  ];
  const [originX, originY] = [
    margin - crop.x * acrossPx - xPx * scale,
    margin - crop.y * downPx - yPx * scale,
  ];
  const look = (x: number, y: number, z: number): void => {
    const [fx, fy, fz] = [x - position[0], y - position[1], z - position[2]];
    const side = 2 * halfAtUnitDepth * (fx * forward[0] + fy * forward[1] + fz * forward[2]);
    stackPoint.x = originX + (0.5 + (fx * right[0] + fy * right[1] + fz * right[2]) / side) * acrossPx;
    stackPoint.y = originY + (0.5 - (fx * above[0] + fy * above[1] + fz * above[2]) / side) * downPx;
  };
  const isNear = (reachPx: number): boolean =>
    stackPoint.x > margin - reachPx &&
    stackPoint.y > margin - reachPx &&
    stackPoint.x < margin + w + reachPx &&
    stackPoint.y < margin + h + reachPx;
  const farthestPx = 2 + 3 * Math.hypot(AMBIENT[2].sigmaShare * ambientDm, 0.5 * stand.liftDm) * pxPerDm;
  return {
    cast([dx, dy, dz], angularSizeDeg) {
      const rise = Math.max(LEAST_RISE, dz);
      const spread = (0.5 * Math.tan((Math.min(120, angularSizeDeg) * Math.PI) / 360)) / rise;
      const step = (STEP_BLUR * thicknessDm * Math.hypot(dx, dy)) / rise / SLICES;
      const highest = stand.liftDm + thicknessDm;
      const reachPx = 2 + 1.2 * pxPerDm * (highest * (Math.hypot(dx, dy) / rise + 1 + 3 * spread) + 3 * step);
      return (x, y, z) => {
        look(x, y, z);
        if (!isNear(reachPx)) return 0;
        const [startX, startY] = [stackPoint.x, stackPoint.y];
        // Computes only two points exactly, because perspective is nearly linear over this short distance.
        look(x + (highest * dx) / rise, y + (highest * dy) / rise, z + highest);
        const [wayX, wayY] = [(stackPoint.x - startX) / highest, (stackPoint.y - startY) / highest];
        let most = 0;
        let before = 0;
        let last = 0;
        for (let i = 1; i <= SLICES; i++) {
          const up = stand.liftDm + (thicknessDm * i) / SLICES;
          const wide = up * spread;
          const sigma = Math.max(MIN_SIGMA_PX, Math.sqrt(wide * wide + step * step) * pxPerDm);
          const tier = tiers[Math.floor(((i - 1) * tiers.length) / SLICES)];
          const value = readBlurred(tier, startX + up * wayX, startY + up * wayY, sigma);
          if (value > WHOLE) return 1;
          if (last > most) most = Math.max(most, parabolaPeak(before, last, value));
          before = last;
          last = value;
        }
        return Math.min(1, Math.max(most, last) / WHOLE);
      };
    },
    ambient: (x, y, z) => {
      look(x, y, z);
      if (!isNear(farthestPx)) return 0;
      const { x: px, y: py } = stackPoint;
      let open = 1;
      for (const { sigmaShare, density } of AMBIENT) {
        const sigmaDm = Math.hypot(sigmaShare * ambientDm, 0.5 * stand.liftDm);
        open *= 1 - density * readBlurred(stack, px, py, Math.max(MIN_SIGMA_PX, sigmaDm * pxPerDm));
      }
      return 1 - open;
    },
  };
}
