/** Pose and camera angle of a product in its photo; a scene has to use the same ones. */
import { z } from 'zod';
import { productScaleSchema } from './product-scale.ts';

export const POSES = [
  'stands',
  /** Lies on its side or flat: a watch on a table, a T-shirt on the floor. */
  'lies',
  /** Hangs on a wall, a hook or a hanger. */
  'hangs',
  /** Floats without support. The engine never recognizes this pose; only users choose it. */
  'floats',
] as const;
export type Pose = (typeof POSES)[number];

export const productViewSchema = z.strictObject({
  pose: z.enum(POSES),
  /** Angle of the camera above the horizon: 0 is eye level, 90 straight from above. */
  elevationDeg: z.number().min(0).max(90),
});
export type ProductView = Readonly<z.infer<typeof productViewSchema>>;

export const USUAL_VIEW: ProductView = { pose: 'stands', elevationDeg: 10 };

export const LIGHT_SIDES = ['left', 'right'] as const;

const shareSchema = z.number().min(0).max(1);

export const readViewSchema = z.object({
  pose: z.enum(POSES),
  elevationDeg: z.number().min(0).max(90),
  /** Side from which the main light comes, or null if it comes from above or the front or is unclear. */
  lightSide: z.enum(LIGHT_SIDES).nullable(),
  /**
   * Contact lines: where segments of the product touch the surface on which they stand or lie, as fractions of the
   * picture; the largest segment comes first. Empty if the product hangs.
   */
  footLines: z.array(z.object({ left: shareSchema, right: shareSchema, y: shareSchema })).readonly(),
  /** Probability that the estimated pose and elevation are about right, from 0 to 1. */
  confidence: shareSchema,
  /** Real-world size of the product, if the engine recognizes it. Only furniture is recognized. */
  scale: productScaleSchema.optional(),
});
export type ReadView = Readonly<z.infer<typeof readViewSchema>>;

/** Confidence from which the estimated pose and elevation are used unchanged, because they are probably about right. */
export const SURE_FROM = 0.5;

export const sureView = (view: ReadView | null): ProductView | null =>
  view !== null && view.confidence >= SURE_FROM ? plain(view) : null;

/**
 * Elevation from which a photo was taken from straight above: no scene may show its product upright, as from the front.
 */
export const STRAIGHT_ABOVE_DEG = 65;

/** Camera elevation assumed if only the lying pose is known: most lying products are photographed from above. */
export const LYING_FROM_DEG = 70;

/**
 * Correction of unsure elevations of standing products. The engine's estimates tend toward medium angles, so elevations
 * are multiplied by `part`. Between `fromDeg` and `wholeDeg`, the factor rises to 1.
 */
const LEANING = { part: 0.7, fromDeg: 45, wholeDeg: 60 } as const;

/**
 * Best guess for the view, or null without an estimate. Confident estimates are used unchanged. An unsure elevation of
 * a standing product is corrected. Any other unsure product is assumed to lie, seen from above as most lying products
 * are: most supposedly hanging products are cloth that lies flat.
 */
export function likelyView(view: ReadView): ProductView;
export function likelyView(view: ReadView | null): ProductView | null;
export function likelyView(view: ReadView | null): ProductView | null {
  if (view === null || view.confidence >= SURE_FROM) return view && plain(view);
  const { pose, elevationDeg } = view;
  if (pose === 'stands') return { pose, elevationDeg: withoutLeaning(elevationDeg) };
  return { pose: 'lies', elevationDeg: Math.max(elevationDeg, LYING_FROM_DEG) };
}

function withoutLeaning(elevationDeg: number): number {
  const { part, fromDeg, wholeDeg } = LEANING;
  const back = Math.min(1, Math.max(0, (elevationDeg - fromDeg) / (wholeDeg - fromDeg)));
  return Math.round(elevationDeg * (part + (1 - part) * back));
}

const plain = ({ pose, elevationDeg }: ReadView): ProductView => ({ pose, elevationDeg });
