/**
 * The shadow on a flat background: the product's outline, laid on the ground (or, when it floats, moved behind it).
 * One shape for the live preview and for the composite. A studio set throws its own, true one.
 */
import type { Pose, Shadow } from '@packshot/contract';

/** Poses of what touches the ground, or the wall, with all of its back. */
const FLAT_ON_GROUND: ReadonlySet<Pose> = new Set(['lies', 'hangs']);

/**
 * Where a shadow falls when nobody says. Light from the front left throws that of what stands to the right and away,
 * where it lifts the product off its ground; what floats or lies has its light above.
 * @param pose of the product; null: not known, it stands
 */
export const flatDirectionDeg = (kind: Shadow['kind'], pose: Pose | null): number =>
  kind === 'floating' || (pose !== null && FLAT_ON_GROUND.has(pose)) ? 60 : 320;
export const FLAT_SOFTNESS = 0.5;

/** Length of a lying shadow for the product's height, seen from a little above. */
const LYING_LENGTH = 0.5;
/** How much of that is left of what runs toward or away from the viewer. */
const FORESHORTENING = 0.6;
/** How far a floating product's shadow is moved, for its height. */
const FLOATING_LENGTH = 0.09;
/** How far the shadow of what lies reaches beyond its outline, for its size: it is a good deal thinner than that. */
const LYING_REACH = 0.02;
/** Half the depth of a foot for its width, from a little above. */
const FOOT_DEPTH = 0.07;

export interface ShadowShape {
  /** Affine map of the frame's pixels, as canvas and CSS write it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
  readonly matrix: readonly [number, number, number, number, number, number];
  /** Standard deviation of the blur, in the frame's pixels. */
  readonly blurPx: number;
  /** 0 to 1. */
  readonly opacity: number;
  /** The dark line where product and ground meet; null for what floats, and for what lies, which meets it everywhere. */
  readonly contact: {
    readonly centerXPx: number;
    readonly centerYPx: number;
    readonly radiusXPx: number;
    readonly radiusYPx: number;
    readonly opacity: number;
  } | null;
}

/**
 * @param box of the product in the frame
 * @param lowestPx where its turned box ends below, in the frame's pixels
 * @param foot what of it touches the ground, in the frame's pixels
 * @param pose what `contact` means: whether the product stands, or lies so that its shadow hugs its outline; null: not known, it stands
 * @returns null when there is none
 */
export function shadowShape(
  wanted: Shadow,
  box: { readonly widthPx: number; readonly heightPx: number },
  lowestPx: number,
  foot: { readonly centerXPx: number; readonly widthPx: number },
  pose: Pose | null,
): ShadowShape | null {
  const { kind, directionDeg, softness, opacity } = wanted;
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
  // A round foot is seen as an ellipse: the product stands on its middle, a little above its lowest point.
  const depthPx = foot.widthPx * FOOT_DEPTH;
  const footPx = lowestPx - depthPx;
  // A point h above the foot casts its shadow h times this far from where it stands.
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
 * Opacities with which the photo's own shadow is laid over itself: once, and again for what is more than it was.
 * @param opacity 0 is none, 1 as in the photo, 2 twice that
 */
export const layeredOpacities = (opacity: number): readonly number[] =>
  opacity > 1 ? [1, opacity - 1] : opacity > 0 ? [opacity] : [];
