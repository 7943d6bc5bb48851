import type { Placement, ProductView, Shadow, ShadowSource } from '@packshot/contract';
import type { Camera } from '../../stage/camera.ts';
import { placedLean } from '../lay-photo-shadow.ts';
import type { PhotoShadow } from '../lay-photo-shadow.ts';
import { isHangingIn, isPlain } from '../../stage/set-kinds.ts';
import type { LitLayer } from './relight.ts';
import { findKeyLight } from './shadow-light.ts';
import type { StudioSet } from '../../stage/studio-set.ts';

/** Pose and camera elevation of the product in its photo, or null if unknown. */
export interface SeenFrom {
  readonly pose: ProductView['pose'] | null;
  readonly elevationDeg: number | null;
}

/** Pose and camera elevation of a product's view; null for an unknown view. */
export const seenFrom = (view: ProductView | null): SeenFrom => ({
  pose: view?.pose ?? null,
  elevationDeg: view?.elevationDeg ?? null,
});

/**
 * Maximum difference between the camera elevations of photo and set; beyond it, the photo's shadow visibly lies on
 * another ground plane than the set's.
 */
const TOLERANCE_DEG = 12;
/** Larger tolerance for plain sets, whose ground hardly shows the camera's elevation. */
const PLAIN_TOLERANCE_DEG = 25;
/** Minimum sideways offset of a shadow, in widths of the product, from which it counts as falling to one side. */
export const LEANS_FROM = 0.06;
/** Camera elevation from which a shadow that falls up or down in the picture also counts as falling to a side. */
const STEEP_FROM_DEG = 40;
/** Minimum share of the key light in all light, from which the photo's shadow must agree with the set's shadows. */
const KEY_SHARE = 0.3;

/**
 * Minimum depth of the photo's shadow for a standing and a lying product. A fainter shadow comes from an overexposed
 * background, so it isn't used.
 */
const FAINT_BELOW = { stands: 0.15, lies: 0.2 } as const;
/** Minimum `bulk` assumed if the photo's shadow is faint; its measured bulk may make the product seem too thin. */
const LEAST_FAINT_BULK = 0.035;

/**
 * Angular size below which a light casts shadows with a sharp edge, and the share of all light from which this edge is
 * visible.
 */
const HARD = { belowDeg: 12, keyShare: 0.45 } as const;

interface ShadowChoice {
  /** Shadow that the user chose; undefined if it is chosen automatically. */
  readonly requestedShadow: Shadow | undefined;
  readonly photo: PhotoShadow | undefined;
  readonly productView: SeenFrom;
  readonly set: StudioSet;
  readonly camera: Camera;
  readonly placement: Placement;
  readonly layers: readonly LitLayer[];
  /** Share of the key light in all light at the product's position, and the factor of its angular size. */
  readonly keyShare: number;
  readonly keySoftness: number;
}

/**
 * Chooses a product's shadow: the one that the user chose, else the photo's shadow if its view and light match those of
 * the set, else a computed shadow.
 */
export function chooseShadow(choice: ShadowChoice): ShadowSource {
  const { requestedShadow, photo } = choice;
  if (requestedShadow === undefined && isFaint(choice)) return 'computed';
  if (requestedShadow?.kind === 'none') return 'none';
  if (photo === undefined || (requestedShadow !== undefined && requestedShadow.kind !== 'photo'))
    return 'computed';
  const fits =
    !isHangingIn(choice.set) &&
    isSeenAlike(choice) &&
    !isFromAnotherSide(choice, photo) &&
    !hasHardLight(choice);
  return requestedShadow !== undefined || fits ? 'photo' : 'computed';
}

/**
 * True if the photo's shadow is too faint to use. Requires a known view: a computed shadow could make a lying product
 * seem to stand.
 */
const isFaint = ({ productView: { pose, elevationDeg }, photo }: ShadowChoice): boolean =>
  (pose === 'stands' || pose === 'lies') &&
  elevationDeg !== null &&
  photo !== undefined &&
  photo.depth < FAINT_BELOW[pose];

/** Bulk of the photo's shadow, with a minimum for faint shadows. */
export const bulkBeside = (photo: Pick<PhotoShadow, 'bulk' | 'depth'>): number =>
  photo.depth < FAINT_BELOW.lies ? Math.max(LEAST_FAINT_BULK, photo.bulk) : photo.bulk;

function isSeenAlike({ productView: { pose, elevationDeg }, set }: ShadowChoice): boolean {
  if (pose === 'hangs' || pose === 'floats') return false;
  if (elevationDeg === null) return isPlain(set);
  const tolerance = isPlain(set) ? PLAIN_TOLERANCE_DEG : TOLERANCE_DEG;
  return Math.abs(elevationDeg - set.camera.elevationDeg) <= tolerance;
}

/**
 * True if objects in the set cast their shadows clearly to another side than the product's photo. A plain set has no
 * such objects.
 */
function isFromAnotherSide(choice: ShadowChoice, photo: PhotoShadow): boolean {
  const { set, camera, placement, layers, keyShare } = choice;
  const key = findKeyLight(layers);
  if (isPlain(set) || key === undefined || keyShare < KEY_SHARE) return false;
  const own = placedLean(photo, placement);
  const fall = shadowOnPicture(key.direction, camera);
  // At low elevations only the horizontal direction of a shadow in the picture is meaningful, not its vertical one.
  const y = set.camera.elevationDeg < STEEP_FROM_DEG ? 0 : 1;
  const [ownLength, fallLength] = [Math.hypot(own.x, y * own.y), Math.hypot(fall.x, y * fall.y)];
  if (ownLength < LEANS_FROM || fallLength < LEANS_FROM) return false;
  return own.x * fall.x + y * own.y * fall.y < 0;
}

/** True if objects in the set cast shadows with a sharp edge, which would make the photo's soft shadow look wrong. */
function hasHardLight({ set, layers, keyShare, keySoftness }: ShadowChoice): boolean {
  const key = findKeyLight(layers);
  return (
    !isPlain(set) &&
    key !== undefined &&
    key.angularSizeDeg * keySoftness < HARD.belowDeg &&
    keyShare >= HARD.keyShare
  );
}

/**
 * Direction of a light's shadow on the ground as seen in the picture, per unit of the object's height; down is
 * positive.
 */
function shadowOnPicture(
  [lightX, lightY, lightZ]: readonly [number, number, number],
  { right, up }: Camera,
): { x: number; y: number } {
  const rise = Math.max(0.1, lightZ);
  const [x, y] = [-lightX / rise, -lightY / rise];
  return { x: x * right[0] + y * right[1], y: -(x * up[0] + y * up[1]) };
}
