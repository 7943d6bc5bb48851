/** What a picture of the user's own shows of its light and its ground, where a product is put into it. */
import { z } from 'zod';

/** Where the main light comes from, as seen by who looks at the product. */
export const lightDirectionSchema = z.strictObject({
  /** Around the product: 0 is the camera's side, 90 the right, -90 the left, 180 behind. */
  fromDeg: z.number().min(-180).max(180),
  /** Above the ground: 90 is straight above. */
  heightDeg: z.number().min(5).max(90),
});
export type LightDirection = Readonly<z.infer<typeof lightDirectionSchema>>;

/** What people say of it; null is left to the estimate. */
export const surroundingsSchema = z.strictObject({
  light: lightDirectionSchema.nullable(),
  /** The row at which the ground ends, as a share of the picture's height from the top; 0 where all is ground. */
  groundLine: z.number().min(0).max(1).nullable(),
  /** Of the camera above the horizon: 0 is eye level, 90 straight from above. Older releases kept none. */
  elevationDeg: z.number().min(0).max(90).nullable().default(null),
  /** Of the light on the product, against its photo's: -1 is colder, 1 warmer. */
  warmth: z.number().min(-1).max(1).nullable(),
  /** The same: -1 is darker, 1 brighter. */
  brightness: z.number().min(-1).max(1).nullable(),
});
export type Surroundings = Readonly<z.infer<typeof surroundingsSchema>>;

/** All is left to the estimate. */
export const ESTIMATED_SURROUNDINGS: Surroundings = {
  light: null,
  groundLine: null,
  elevationDeg: null,
  warmth: null,
  brightness: null,
};
