import type { ProductReading } from '../../stage/scene-plan.ts';
import { isPlain } from '../../stage/set-kinds.ts';
import { VIEW_TOLERANCE_DEG } from './fitting-views.ts';
import type { ScenePromptReading } from './reading.ts';
import { withGrounds } from './rigs.ts';
import { asksForView } from './score-sets.ts';
import type { SetScore } from './score-sets.ts';

/** A set that is farther off than the nearest one by no more than this is as good. */
const AS_NEAR_DEG = 10;

/** From a camera this far off, a product looks pasted in whatever stands around it; on plain paper little tells where the camera was. */
const WRONG_FROM_DEG = 25;

const missOf = ({ profile }: SetScore, elevationDeg: number): number =>
  Math.abs(profile.set.camera.elevationDeg - elevationDeg);

/**
 * Of sets that show what was asked for, those that are seen as the product was, or the nearest where none is: a product
 * from another height looks pasted in wherever it stands. All of them where that height is unknown or words name another.
 */
export function withNearestViews(
  scores: readonly SetScore[],
  reading: ScenePromptReading,
  product: ProductReading | null,
): readonly SetScore[] {
  const elevationDeg = product?.elevationDeg ?? null;
  if (elevationDeg === null || asksForView(reading, product)) return scores;
  const nearest = Math.min(...scores.map((score) => missOf(score, elevationDeg)));
  const most = Math.max(VIEW_TOLERANCE_DEG, nearest + AS_NEAR_DEG);
  return scores.filter((score) => missOf(score, elevationDeg) <= most);
}

/**
 * What comes before sets that show what was asked for, but from a wrong height: other sets on the same ground that are seen as the product was, or plain
 * grounds where there are none. Nothing where a set is seen nearly so, or where words name the height.
 * @param open all sets that nothing speaks against
 */
export function seenRightInstead(
  chosen: readonly SetScore[],
  open: readonly SetScore[],
  reading: ScenePromptReading,
  product: ProductReading | null,
): readonly SetScore[] {
  const elevationDeg = product?.elevationDeg ?? null;
  if (elevationDeg === null || asksForView(reading, product)) return [];
  if (chosen.some((score) => missOf(score, elevationDeg) < WRONG_FROM_DEG)) return [];
  const right = open.filter((score) => missOf(score, elevationDeg) <= VIEW_TOLERANCE_DEG);
  const onSameGround = withGrounds(right, reading, ({ profile }) => profile);
  if (onSameGround.length < right.length) return onSameGround;
  return right.filter((score) => isPlain(score.profile.set));
}
