import type { Placement, ProductView, Shadow, ShadowSource } from '@packshot/contract';
import type { Camera } from '../../stage/camera.ts';
import { placedLean } from '../lay-photo-shadow.ts';
import type { PhotoShadow } from '../lay-photo-shadow.ts';
import { isHangingIn, isPlain } from '../../stage/set-kinds.ts';
import type { LitLayer } from './relight.ts';
import { keyLightOf } from './shadow-light.ts';
import type { StudioSet } from '../../stage/studio-set.ts';

/** What is known of how the product was seen. */
export interface SeenFrom {
  readonly pose: ProductView['pose'] | null;
  readonly elevationDeg: number | null;
}

/** Seen from heights that differ by more, the photo's shadow lies on another ground than the set's. */
const TOLERANCE_DEG = 12;
/** A plain ground tells little of its own height. */
const PLAIN_TOLERANCE_DEG = 25;
/** A shadow that leans less, in widths of the product, falls to no side. */
export const LEANS_FROM = 0.06;
/** Seen from this height on, what is up and down in the picture are sides as well. */
const STEEP_FROM_DEG = 40;
/** A light with less of all light throws no shadow that would contradict. */
const KEY_SHARE = 0.3;

/** A shadow fainter than this holds nothing down that stands, or that lies: its ground was burnt out. */
const FAINT_BELOW = { stands: 0.15, lies: 0.2 } as const;
/** What such a shadow says of how thick something is: nothing but that it may be thin. */
const LEAST_FAINT_BULK = 0.035;

/** A light of less than this throws a shadow with an edge; with this share of all light, it shows. */
const HARD = { belowDeg: 12, keyShare: 0.45 } as const;

interface ShadowChoice {
  /** Undefined: whatever fits. */
  readonly asked: Shadow | undefined;
  readonly photo: PhotoShadow | undefined;
  readonly seen: SeenFrom;
  readonly set: StudioSet;
  readonly camera: Camera;
  readonly placement: Placement;
  readonly layers: readonly LitLayer[];
  /** The key light's share of all light on the stage, and the factor of its angular size. */
  readonly keyShare: number;
  readonly keySoftness: number;
}

/** The shadow that a product gets: the photo's own where it was taken as the set is seen, and from the same side; a computed one elsewhere. */
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

/** Under a computed shadow, something of which the view is unknown might stand where it lay. */
const isFaint = ({ seen: { pose, elevationDeg }, photo }: ShadowChoice): boolean =>
  (pose === 'stands' || pose === 'lies') &&
  elevationDeg !== null &&
  photo !== undefined &&
  photo.depth < FAINT_BELOW[pose];

/** How much light a lying product takes beside it, as far as the shadow in its photo tells. */
export const bulkBeside = (photo: Pick<PhotoShadow, 'bulk' | 'depth'>): number =>
  photo.depth < FAINT_BELOW.lies ? Math.max(LEAST_FAINT_BULK, photo.bulk) : photo.bulk;

function isSeenAlike({ seen: { pose, elevationDeg }, set }: ShadowChoice): boolean {
  if (pose === 'hangs' || pose === 'floats') return false;
  if (elevationDeg === null) return isPlain(set);
  const tolerance = isPlain(set) ? PLAIN_TOLERANCE_DEG : TOLERANCE_DEG;
  return Math.abs(elevationDeg - set.camera.elevationDeg) <= tolerance;
}

/** Whether what stands in the set throws its shadow clearly to another side. On a plain ground nothing does. */
function isFromAnotherSide(choice: ShadowChoice, photo: PhotoShadow): boolean {
  const { set, camera, placement, layers, keyShare } = choice;
  const key = keyLightOf(layers);
  if (isPlain(set) || key === undefined || keyShare < KEY_SHARE) return false;
  const own = placedLean(photo, placement);
  const fall = shadowOnPicture(key.direction, camera);
  // Seen flatly a shadow's height in the picture says nothing: only its side does.
  const y = set.camera.elevationDeg < STEEP_FROM_DEG ? 0 : 1;
  const [ownLength, fallLength] = [Math.hypot(own.x, y * own.y), Math.hypot(fall.x, y * fall.y)];
  if (ownLength < LEANS_FROM || fallLength < LEANS_FROM) return false;
  return own.x * fall.x + y * own.y * fall.y < 0;
}

/** Whether things in the set throw shadows with an edge, beside which a soft one of a photo would look wrong. */
function hasHardLight({ set, layers, keyShare, keySoftness }: ShadowChoice): boolean {
  const key = keyLightOf(layers);
  return (
    !isPlain(set) &&
    key !== undefined &&
    key.angularSizeDeg * keySoftness < HARD.belowDeg &&
    keyShare >= HARD.keyShare
  );
}

/** Where a light's shadow falls in the picture of a ground, for each unit of height; down is positive. */
function shadowOnPicture(
  [lightX, lightY, lightZ]: readonly [number, number, number],
  { right, up }: Camera,
): { x: number; y: number } {
  const rise = Math.max(0.1, lightZ);
  const [x, y] = [-lightX / rise, -lightY / rise];
  return { x: x * right[0] + y * right[1], y: -(x * up[0] + y * up[1]) };
}
