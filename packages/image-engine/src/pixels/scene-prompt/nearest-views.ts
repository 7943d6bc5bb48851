import type { ProductReading } from '../studio/scene-plan.ts';
import { VIEW_TOLERANCE_DEG } from './fitting-views.ts';
import type { ScenePromptReading } from './reading.ts';
import { asksForView } from './score-sets.ts';
import type { SetScore } from './score-sets.ts';

/** A set that is farther off than the nearest one by no more than this is as good. */
const AS_NEAR_DEG = 10;

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
  if (elevationDeg === null || asksForView(reading)) return scores;
  const missOf = ({ profile }: SetScore): number => Math.abs(profile.set.camera.elevationDeg - elevationDeg);
  const most = Math.max(VIEW_TOLERANCE_DEG, Math.min(...scores.map(missOf)) + AS_NEAR_DEG);
  return scores.filter((score) => missOf(score) <= most);
}
