/** Light and floor in a user's picture into which a scene places a product. */
import { z } from 'zod';

/** Direction of the main light, as seen by a viewer of the product. */
export const lightDirectionSchema = z.strictObject({
  /** Angle around the product: 0 is the camera's side, 90 the right, -90 the left, 180 behind. */
  fromDeg: z.number().min(-180).max(180),
  /** Angle above the ground: 90 is straight above. */
  heightDeg: z.number().min(5).max(90),
});
export type LightDirection = Readonly<z.infer<typeof lightDirectionSchema>>;

/** User's corrections of the engine's estimates; null uses the estimate. */
export const surroundingsSchema = z.strictObject({
  light: lightDirectionSchema.nullable(),
  /** Row at which the ground ends, as a fraction of the picture's height from the top; 0 if the ground fills the picture. */
  groundLine: z.number().min(0).max(1).nullable(),
  /** Angle of the camera above the horizon: 0 is eye level, 90 straight from above. Older releases didn't store it. */
  elevationDeg: z.number().min(0).max(90).nullable().default(null),
  /** Color of the light on the product, compared with the light in the product's photo: -1 is colder, 1 warmer. */
  warmth: z.number().min(-1).max(1).nullable(),
  /** Brightness of the light on the product, compared with its photo: -1 is darker, 1 brighter. */
  brightness: z.number().min(-1).max(1).nullable(),
});
export type Surroundings = Readonly<z.infer<typeof surroundingsSchema>>;

export const ESTIMATED_SURROUNDINGS: Surroundings = {
  light: null,
  groundLine: null,
  elevationDeg: null,
  warmth: null,
  brightness: null,
};
