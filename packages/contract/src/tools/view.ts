/** How a product was seen when it was photographed: what a scene has to match. */
import { z } from 'zod';
import { productScaleSchema } from './product-scale.ts';

export const POSES = [
  'stands',
  /** On its side, or flat: a watch on a table, a T-shirt on the floor. */
  'lies',
  /** On a wall, a hook or a hanger. */
  'hangs',
  /** Nothing holds it. Never recognized, only chosen. */
  'floats',
] as const;
export type Pose = (typeof POSES)[number];

export const productViewSchema = z.strictObject({
  pose: z.enum(POSES),
  /** Of the camera above the horizon: 0 is eye level, 90 straight from above. */
  elevationDeg: z.number().min(0).max(90),
});
export type ProductView = Readonly<z.infer<typeof productViewSchema>>;

/** What is taken for granted where nothing is known. */
export const USUAL_VIEW: ProductView = { pose: 'stands', elevationDeg: 10 };

export const LIGHT_SIDES = ['left', 'right'] as const;

const shareSchema = z.number().min(0).max(1);

/** The same as the engine reads it from the photo. */
export const readViewSchema = z.object({
  pose: z.enum(POSES),
  elevationDeg: z.number().min(0).max(90),
  /** Where the main light comes from; null: from above or the front, or it cannot be told. */
  lightSide: z.enum(LIGHT_SIDES).nullable(),
  /** Where each part touches what it stands or lies on, in shares of the picture; the largest part first. Empty when it hangs. */
  footLines: z.array(z.object({ left: shareSchema, right: shareSchema, y: shareSchema })).readonly(),
  /** How probable it is that pose and elevation are about right: 0 to 1. */
  confidence: shareSchema,
  /** How large it is in life, where that was recognized: only furniture is. */
  scale: productScaleSchema.optional(),
});
export type ReadView = Readonly<z.infer<typeof readViewSchema>>;

/** From this confidence on, pose and elevation are more likely about right than not, and gone by as they were read. */
export const SURE_FROM = 0.5;

/** What was read, when it is sure enough to be said without doubt. */
export const sureView = (view: ReadView | null): ProductView | null =>
  view !== null && view.confidence >= SURE_FROM ? plain(view) : null;

/** Of what is only known to lie: most of it is photographed from above. */
export const LYING_FROM_DEG = 70;

/** An unsure answer leans to the middle; what stands is mostly seen from lower: from so much of it, which what is seen as steeply as what lies is takes whole again. */
const LEANING = { part: 0.7, fromDeg: 45, wholeDeg: 60 } as const;

/**
 * What is gone by without being sure: the elevation, which is nearer than the usual one even then. Only who is sure of it hangs a product up: most of what looks so is cloth
 * that lies, and the elevation that was read is that of things that hang. Null where nothing was read.
 */
export function likelyView(view: ReadView | null): ProductView | null {
  if (view === null || view.confidence >= SURE_FROM) return view && plain(view);
  const { pose, elevationDeg } = view;
  if (pose === 'hangs') return { pose: 'lies', elevationDeg: Math.max(elevationDeg, LYING_FROM_DEG) };
  return { pose, elevationDeg: pose === 'stands' ? withoutLeaning(elevationDeg) : elevationDeg };
}

function withoutLeaning(elevationDeg: number): number {
  const { part, fromDeg, wholeDeg } = LEANING;
  const back = Math.min(1, Math.max(0, (elevationDeg - fromDeg) / (wholeDeg - fromDeg)));
  return Math.round(elevationDeg * (part + (1 - part) * back));
}

const plain = ({ pose, elevationDeg }: ReadView): ProductView => ({ pose, elevationDeg });
