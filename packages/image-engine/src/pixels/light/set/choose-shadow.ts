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

/** Maximum difference in elevation; beyond it, the photo's shadow lies on a visibly different ground than the set's. */
const TOLERANCE_DEG = 12;
/** Larger tolerance for plain sets, whose ground shows little of its height. */
const PLAIN_TOLERANCE_DEG = 25;
/** Minimum lean of a shadow to one side, in widths of the product. */
export const LEANS_FROM = 0.06;
/** Elevation from which up and down in the picture count as sides, too. */
const STEEP_FROM_DEG = 40;
/** Minimum share of the key light at which its shadows can contradict the photo's. */
const KEY_SHARE = 0.3;

/** Minimum depth of the photo's shadow for a standing and a lying product. A fainter one comes from an overexposed background. */
const FAINT_BELOW = { stands: 0.15, lies: 0.2 } as const;
/** Minimum bulk after a faint shadow, which may suggest that the product is too thin. */
const LEAST_FAINT_BULK = 0.035;

/** Angular size below which a light casts shadows with an edge, and the light share from which the edge is visible. */
const HARD = { belowDeg: 12, keyShare: 0.45 } as const;

interface ShadowChoice {
  /** Shadow that the user chose; undefined for an automatic choice. */
  readonly asked: Shadow | undefined;
  readonly photo: PhotoShadow | undefined;
  readonly seen: SeenFrom;
  readonly set: StudioSet;
  readonly camera: Camera;
  readonly placement: Placement;
  readonly layers: readonly LitLayer[];
  /** Share of the key light in all light on the stage, and the factor of its angular size. */
  readonly keyShare: number;
  readonly keySoftness: number;
}

/** Chooses a product's shadow: the photo's if its view and light match those of the set, otherwise a computed one. */
export function chooseShadow(choice: ShadowChoice): ShadowSource {
  const { asked, photo } = choice;
  if (asked === undefined && isFaint(choice)) return 'computed';
  if (asked?.kind === 'none') return 'none';
  if (photo === undefined || (asked !== undefined && asked.kind !== 'photo')) return 'computed';
  const fits =
    !isHangingIn(choice.set) &&
    isSeenAlike(choice) &&
    !isFromAnotherSide(choice, photo) &&
    !hasHardLight(choice);
  return asked !== undefined || fits ? 'photo' : 'computed';
}

/** True if the photo's shadow is too faint. Requires a known view, because a computed shadow could make a lying product stand. */
const isFaint = ({ seen: { pose, elevationDeg }, photo }: ShadowChoice): boolean =>
  (pose === 'stands' || pose === 'lies') &&
  elevationDeg !== null &&
  photo !== undefined &&
  photo.depth < FAINT_BELOW[pose];

/** Bulk of a lying product's photo shadow, with a minimum for faint shadows. */
export const bulkBeside = (photo: Pick<PhotoShadow, 'bulk' | 'depth'>): number =>
  photo.depth < FAINT_BELOW.lies ? Math.max(LEAST_FAINT_BULK, photo.bulk) : photo.bulk;

function isSeenAlike({ seen: { pose, elevationDeg }, set }: ShadowChoice): boolean {
  if (pose === 'hangs' || pose === 'floats') return false;
  if (elevationDeg === null) return isPlain(set);
  const tolerance = isPlain(set) ? PLAIN_TOLERANCE_DEG : TOLERANCE_DEG;
  return Math.abs(elevationDeg - set.camera.elevationDeg) <= tolerance;
}

/** True if objects in the set cast their shadows clearly to another side. A plain set has no such objects. */
function isFromAnotherSide(choice: ShadowChoice, photo: PhotoShadow): boolean {
  const { set, camera, placement, layers, keyShare } = choice;
  const key = findKeyLight(layers);
  if (isPlain(set) || key === undefined || keyShare < KEY_SHARE) return false;
  const own = placedLean(photo, placement);
  const fall = shadowOnPicture(key.direction, camera);
  // At low elevations only the side of a shadow is meaningful, not its height in the picture.
  const y = set.camera.elevationDeg < STEEP_FROM_DEG ? 0 : 1;
  const [ownLength, fallLength] = [Math.hypot(own.x, y * own.y), Math.hypot(fall.x, y * fall.y)];
  if (ownLength < LEANS_FROM || fallLength < LEANS_FROM) return false;
  return own.x * fall.x + y * own.y * fall.y < 0;
}

/** True if objects in the set cast shadows with an edge, beside which the photo's soft shadow would look wrong. */
function hasHardLight({ set, layers, keyShare, keySoftness }: ShadowChoice): boolean {
  const key = findKeyLight(layers);
  return (
    !isPlain(set) &&
    key !== undefined &&
    key.angularSizeDeg * keySoftness < HARD.belowDeg &&
    keyShare >= HARD.keyShare
  );
}

/** Direction of a light's shadow in the picture of a ground, per unit of height; down is positive. */
function shadowOnPicture(
  [lightX, lightY, lightZ]: readonly [number, number, number],
  { right, up }: Camera,
): { x: number; y: number } {
  const rise = Math.max(0.1, lightZ);
  const [x, y] = [-lightX / rise, -lightY / rise];
  return { x: x * right[0] + y * right[1], y: -(x * up[0] + y * up[1]) };
}
