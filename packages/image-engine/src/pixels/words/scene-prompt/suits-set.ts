import { STRAIGHT_ABOVE_DEG } from '@packshot/contract';
import type { ProductScale, ProductView } from '@packshot/contract';
import { isHangingIn, isPlain } from '../../stage/set-kinds.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { WRONG_FROM_DEG } from './nearest-views.ts';
import { isOfScale } from './of-its-size.ts';

/** Properties of a product that a set may not suit; view and scale are null if unknown. */
interface SetProduct {
  readonly view: ProductView | null;
  readonly scale: ProductScale | null;
  /** True if a cord holds the product from above the photo, so that it hangs in any set. */
  readonly hangsFromEdge?: boolean | undefined;
}

/**
 * False if a set shows a product wrongly: of another real-world size, lying in the photo but not under the set's
 * camera, hanging without a rail or hook, or standing where the set hangs it up.
 */
export function suitsSet(
  set: Pick<StudioSet, 'scale' | 'camera' | 'stage' | 'tints' | 'measured'>,
  { view, scale, hangsFromEdge = false }: SetProduct,
): boolean {
  if (scale !== null && !isPlain(set) && !isOfScale(set, scale)) return false;
  if (view === null || hangsFromEdge) return true;
  // Clothes that were photographed lying hang well.
  if (isHangingIn(set)) return view.pose !== 'stands';
  if (view.pose === 'hangs') return false;
  const isFromAbove = view.pose === 'lies' && view.elevationDeg >= STRAIGHT_ABOVE_DEG;
  return !isFromAbove || Math.abs(set.camera.elevationDeg - view.elevationDeg) < WRONG_FROM_DEG;
}
