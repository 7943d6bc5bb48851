import { REVIEW_FROM } from '@packshot/contract';
import type { Doubt, DoubtReason, Review } from '@packshot/contract';
import { visibleBounds } from '../../raster/alpha.ts';
import { placeOf, sharesOf } from './doubts.ts';
import { INSIDE } from './finding.ts';
import type { AlphaRaster } from '../../raster/raster.ts';

/** Reasons of a review that hold for any place; each other one is said as a part that may be missing. */
const NAMED: readonly DoubtReason[] = ['weak-contrast', 'see-through'];

/**
 * Doubts with one for a cut-out that its score alone calls in question, so that all who show it mark the same place.
 * @param alpha as it was examined
 */
export function doubtsWith(review: Review, doubts: Doubt[], alpha: AlphaRaster): Doubt[] {
  if (doubts.length > 0 || review.score < REVIEW_FROM) return doubts;
  const object = visibleBounds(alpha, INSIDE - 1);
  if (object === undefined) return doubts;
  const { widthPx, heightPx } = alpha;
  const [gravest] = review.reasons;
  const reason = NAMED.find((named) => named === gravest) ?? 'looks-differ';
  const cells =
    review.box === null
      ? object
      : {
          xPx: review.box.x * widthPx,
          yPx: review.box.y * heightPx,
          widthPx: review.box.width * widthPx,
          heightPx: review.box.height * heightPx,
        };
  return [{ reason, place: placeOf(cells, object), box: review.box ?? sharesOf(object, alpha) }];
}
