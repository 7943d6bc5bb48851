/**
 * Shape of a shadow on a flat background: the product's outline, projected on the ground or, if the product floats,
 * moved behind it. The live preview and the final picture share this code. Studio sets use physically based shadows
 * instead.
 */
import type { Pose, Shadow } from '@packshot/contract';

/** Poses in which the product touches the ground or the wall with its whole back side. */
const FLAT_ON_GROUND: ReadonlySet<Pose> = new Set(['lies', 'hangs']);

/**
 * Default direction of a shadow, in degrees clockwise from the right. A standing product is lit from the front left, so
 * its shadow falls to the right and away; a floating, lying or hanging product is lit from above, so its shadow falls
 * downward.
 * @param pose pose of the product; null if unknown, treated as standing
 */
export const flatDirectionDeg = (kind: Shadow['kind'], pose: Pose | null): number =>
  kind === 'floating' || (pose !== null && FLAT_ON_GROUND.has(pose)) ? 60 : 320;
export const FLAT_SOFTNESS = 0.5;

/** Length of a standing product's shadow on the ground, relative to its height, seen from slightly above. */
const LYING_LENGTH = 0.5;
/** Foreshortening of the shadow's component toward or away from the viewer. */
const FORESHORTENING = 0.6;
/** Offset of a floating product's shadow, relative to its height. */
const FLOATING_LENGTH = 0.09;
/**
 * Distance by which a lying product's shadow extends beyond its outline, relative to its size; the product is much
 * thinner than wide.
 */
const LYING_REACH = 0.02;
/** Half the depth of the contact with the ground relative to its width, seen from slightly above. */
const FOOT_DEPTH = 0.07;

export interface ShadowShape {
  /**
   * Affine transform of the picture's pixels, in the form of canvas and CSS: x' = a·x + c·y + e, y' = b·x + d·y + f.
   */
  readonly matrix: readonly [number, number, number, number, number, number];
  /** Standard deviation of the blur, in pixels of the picture. */
  readonly blurPx: number;
  /** Opacity of the shadow, from 0 to 1. */
  readonly opacity: number;
  /**
   * Contact shadow between product and ground. Null for a floating product, and for a lying or hanging one, which
   * touches the ground or the wall everywhere.
   */
  readonly contact: {
    readonly centerXPx: number;
    readonly centerYPx: number;
    readonly radiusXPx: number;
    readonly radiusYPx: number;
    readonly opacity: number;
  } | null;
}

/**
 * Computes the shadow's shape.
 * @param box size of the product in the picture
 * @param lowestPx bottom of the product's rotated box, in pixels of the picture
 * @param foot position and width of the product's contact with the ground, in pixels of the picture
 * @param pose decides for `contact` whether the product stands, or lies with its shadow close to the outline; null if
 * unknown, treated as standing
 * @returns null without a shadow
 */
export function shadowShape(
  settings: Shadow,
  box: { readonly widthPx: number; readonly heightPx: number },
  lowestPx: number,
  foot: { readonly centerXPx: number; readonly widthPx: number },
  pose: Pose | null,
): ShadowShape | null {
  const { kind, directionDeg, softness, opacity } = settings;
  if (kind === 'none' || opacity === 0) return null;
  const direction = ((directionDeg ?? flatDirectionDeg(kind, pose)) * Math.PI) / 180;
  const soft = softness ?? FLAT_SOFTNESS;
  const x = Math.cos(direction);
  const y = Math.sin(direction);
  if (kind === 'floating') {
    const dx = x * FLOATING_LENGTH * box.heightPx;
    const dy = y * FLOATING_LENGTH * box.heightPx;
    return {
      matrix: [1, 0, 0, 1, dx, dy],
      blurPx: (0.012 + 0.06 * soft) * box.heightPx,
      opacity: Math.min(1, 0.34 * opacity),
      contact: null,
    };
  }
  if (pose !== null && FLAT_ON_GROUND.has(pose)) {
    const reachPx = LYING_REACH * Math.sqrt(box.widthPx * box.heightPx);
    return {
      matrix: [1, 0, 0, 1, x * reachPx, y * reachPx],
      blurPx: (0.3 + 0.8 * soft) * reachPx,
      opacity: Math.min(1, 0.5 * opacity),
      contact: null,
    };
  }
  // A round base looks like an ellipse. The product stands on the ellipse's center, slightly above its lowest point.
  const depthPx = foot.widthPx * FOOT_DEPTH;
  const footPx = lowestPx - depthPx;
  // Shadow offset per unit of height: a point at height h casts its shadow this far times h from the product's base.
  const alongX = x * LYING_LENGTH;
  const alongY = y * LYING_LENGTH * FORESHORTENING;
  return {
    matrix: [1, 0, -alongX, -alongY, alongX * footPx, footPx + alongY * footPx],
    blurPx: (0.008 + 0.05 * soft) * box.heightPx,
    opacity: Math.min(1, 0.26 * opacity),
    contact: {
      centerXPx: foot.centerXPx,
      centerYPx: footPx,
      radiusXPx: foot.widthPx * 0.53,
      radiusYPx: Math.max(1, depthPx * 1.25),
      opacity: Math.min(1, 0.5 * opacity),
    },
  };
}

/**
 * Opacities of the layers whose combination gives a photo shadow's opacity: one layer up to 1, and a second one for
 * the part above 1.
 * @param opacity 0 is none, 1 as in the photo, 2 twice as dark
 */
export const layeredOpacities = (opacity: number): readonly number[] =>
  opacity > 1 ? [1, opacity - 1] : opacity > 0 ? [opacity] : [];
