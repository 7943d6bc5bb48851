/** Corrects how a photo's product is seen by what the product is: watches don't stand on the tips of their straps. */
import { likelyView, SURE_FROM } from '@packshot/contract';
import type { ProductView, ReadView } from '@packshot/contract';
import type { SeenInLife } from './product-nouns.ts';

/**
 * Elevation of a product that lies flat in a picture from the front: spread out, it is seen from straight above. Below
 * `fromDeg`, no lying product is photographed.
 */
const FLAT = { fromDeg: 20, elevationDeg: 88 } as const;
/** Maximum elevation from which furniture on the floor is photographed. */
const HIGHEST_OF_FURNITURE_DEG = 48;

/** Pose and elevation of a product that is seen as usual in life; unchanged if they don't contradict each other. */
export function viewInLife(view: ProductView, seen: SeenInLife): ProductView {
  const { pose, elevationDeg } = view;
  if (pose === 'floats' || seen === 'stands' || pose === seen) return view;
  if (seen === 'floor')
    return { pose: 'stands', elevationDeg: Math.min(elevationDeg, HIGHEST_OF_FURNITURE_DEG) };
  if (seen === 'hangs') return { pose: 'hangs', elevationDeg };
  if (pose === 'hangs') return view;
  return { pose: 'lies', elevationDeg: elevationDeg < FLAT.fromDeg ? FLAT.elevationDeg : elevationDeg };
}

/** Camera view read from a photo, corrected by what is known about the product in it. */
export function readInLife(view: ReadView, seen: SeenInLife): ReadView {
  if (seen === 'stands') return view;
  return {
    ...view,
    ...viewInLife(likelyView(view), seen),
    confidence: Math.max(view.confidence, SURE_FROM),
    ...(seen === 'floor' && { scale: 'furniture' }),
  };
}
