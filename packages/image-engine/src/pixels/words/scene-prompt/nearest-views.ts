import { STRAIGHT_ABOVE_DEG } from '@packshot/contract';
import type { ProductScale } from '@packshot/contract';
import type { ProductReading } from '../../stage/scene-plan.ts';
import { isHangingIn, isPlain } from '../../stage/set-kinds.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { VIEW_TOLERANCE_DEG } from './fitting-views.ts';
import { STRAIGHT_DOWN_DEG } from './followed.ts';
import type { ScenePromptReading } from './reading.ts';
import { withGrounds } from './rigs.ts';
import { asksForView } from './score-sets.ts';
import type { SetScore } from './score-sets.ts';
import { getProfile } from './set-profile.ts';

/** Maximum additional difference in elevation at which a set is treated like the one with the smallest difference. */
const AS_NEAR_DEG = 10;

/**
 * Difference between the elevations of product and set from which the product looks pasted in; on plain paper it is
 * less noticeable.
 */
export const WRONG_FROM_DEG = 25;

const measureMiss = ({ profile }: SetScore, elevationDeg: number): number =>
  Math.abs(profile.set.camera.elevationDeg - elevationDeg);

/**
 * Keeps the sets whose camera elevation is closest to the product's, because a product photographed from another
 * height looks pasted in. Keeps all sets if the elevation is unknown or the prompt asks for a different one.
 */
export function withNearestViews(
  scores: readonly SetScore[],
  reading: ScenePromptReading,
  product: ProductReading | null,
): readonly SetScore[] {
  const elevationDeg = product?.elevationDeg ?? null;
  if (elevationDeg === null || asksForView(reading, product)) return scores;
  const nearest = Math.min(...scores.map((score) => measureMiss(score, elevationDeg)));
  const most = Math.max(VIEW_TOLERANCE_DEG, nearest + AS_NEAR_DEG);
  return scores.filter((score) => measureMiss(score, elevationDeg) <= most);
}

/**
 * Sets to prefer if all matching sets have the wrong elevation: other sets with a similar ground and the right
 * elevation, or plain backgrounds. Empty if a matching set has nearly the right elevation, or if the prompt asks for
 * an elevation.
 * @param open all sets that aren't excluded
 */
export function seenRightInstead(
  selectedScores: readonly SetScore[],
  open: readonly SetScore[],
  reading: ScenePromptReading,
  product: ProductReading | null,
): readonly SetScore[] {
  const elevationDeg = product?.elevationDeg ?? null;
  if (elevationDeg === null || asksForView(reading, product)) return [];
  if (selectedScores.some((score) => measureMiss(score, elevationDeg) < WRONG_FROM_DEG)) return [];
  const right = open.filter((score) => measureMiss(score, elevationDeg) <= VIEW_TOLERANCE_DEG);
  const onSameGround = withGrounds(right, reading, ({ profile }) => profile);
  if (onSameGround.length < right.length) return onSameGround;
  return right.filter((score) => isPlain(score.profile.set));
}

/** True if the product was photographed from straight above, so that no set may show it upright. */
const isFromAbove = (product: ProductReading | null): boolean =>
  (product?.elevationDeg ?? 0) >= STRAIGHT_ABOVE_DEG;

/** True if a set of the product's elevation has to replace the selected ones in all variants. */
export const isUprightWrong = (reading: ScenePromptReading, product: ProductReading | null): boolean =>
  isFromAbove(product) && !asksForView(reading, product);

/**
 * Sets of the family that the user chose. Sets with a similar ground, or plain ones, replace them if they would show
 * a lying product upright that was photographed from straight above, or put furniture on a table.
 */
export function setsOfFamily(
  family: string,
  sets: readonly StudioSet[],
  reading: ScenePromptReading,
  { product, scale }: { readonly product: ProductReading | null; readonly scale: ProductScale | null },
): readonly StudioSet[] {
  const own = sets.filter((set) => set.family === family);
  if (product === null) return own;
  // A ball has the outline of a plate seen from above, so a product that seems to stand stays in the chosen scene.
  const isLying = product.pose === 'lies' && isUprightWrong(reading, product);
  const cameraDeg = isLying ? product.elevationDeg : null;
  const isFurniture = scale === 'furniture';
  const isRightIn = (set: StudioSet, toleranceDeg: number): boolean =>
    (!isFurniture || isPlain(set) || set.scale === 'room') &&
    (isFurniture || (set.scale ?? 'tabletop') === 'tabletop') &&
    (cameraDeg === null || Math.abs(set.camera.elevationDeg - cameraDeg) <= toleranceDeg);
  if ((cameraDeg === null && !isFurniture) || own.some((set) => isRightIn(set, WRONG_FROM_DEG))) return own;
  const right = sets.filter((set) => isRightIn(set, VIEW_TOLERANCE_DEG) && !isHangingIn(set));
  const grounds = new Set(own.map((set) => getProfile(set).ground));
  const alike = right.filter((set) => grounds.has(getProfile(set).ground));
  const [most] = [alike, right.filter(isPlain), right, own].filter((some) => some.length > 0);
  return most ?? own;
}

/**
 * Keeps sets that show their walls if the prompt names a wall, or all sets if there are none. A product that was
 * photographed from straight above can't stand before a wall.
 */
export function withAskedWall(
  scores: readonly SetScore[],
  { wants }: ScenePromptReading,
  product: ProductReading | null,
): readonly SetScore[] {
  if (isFromAbove(product) || !wants.some(({ id, isNegated }) => id === 'wall' && !isNegated)) return scores;
  const showing = scores.filter(
    ({ profile: { shows, set } }) => shows.has('wall') && set.camera.elevationDeg < STRAIGHT_DOWN_DEG,
  );
  return showing.length > 0 ? showing : scores;
}

/**
 * Keeps sets seen from straight above if the prompt asks for a flat lay, or all sets if there are none: the camera's
 * position changes a picture more than its colors do.
 */
export function withAskedView<Scored>(
  scores: readonly Scored[],
  { wants }: ScenePromptReading,
  getElevationsDeg: (scored: Scored) => readonly number[],
): readonly Scored[] {
  if (!wants.some(({ id, isNegated }) => id === 'flat-lay' && !isNegated)) return scores;
  const right = scores.filter((scored) => getElevationsDeg(scored).some((deg) => deg >= STRAIGHT_DOWN_DEG));
  return right.length > 0 ? right : scores;
}
