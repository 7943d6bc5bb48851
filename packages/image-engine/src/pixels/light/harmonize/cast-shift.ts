import { linearRamp } from '../../raster/smooth.ts';
import type { Cast } from './illuminant.ts';
import type { SceneTint, Tint } from './scene-tint.ts';

/** Shift of white, as Oklab a/L and b/L, with its parts along and across the axis of illuminants. */
export interface LightShift extends Tint {
  /** Shift along the axis: positive is warmer, negative is colder. */
  readonly warmth: number;
  /** Shift across the axis: positive is toward magenta, negative toward green. */
  readonly magenta: number;
}

/**
 * Axis (Oklab a/L, b/L) along which the colors of illuminants vary. A deviation from the axis mostly comes from
 * painted surfaces and counts less.
 */
const LAMP_AXIS = { a: 0.21, b: 0.978 } as const;
const OFF_AXIS_SHARE = 0.75;
/** Greenness relative to warmth from which a warm scene is assumed to be foliage, and at which it certainly is. */
const [FOLIAGE_FROM, FOLIAGE_SURE] = [0.12, 0.42];
/** Greenness relative to coldness from which a cold scene is assumed to be painted teal, and at which it certainly is. */
const [TEAL_FROM, TEAL_SURE] = [0.5, 1.2];
/** Range of lightness (see `SceneTint`) up to which a scene is a wall of one color, and from which it has shapes. */
const [ONE_SURFACE, SURFACES] = [0.03, 0.15];
/** Lightness of the surroundings' brighter parts up to which they are black, and from which they are visible. */
const [BLACK, VISIBLE] = [0.2, 0.4];
/** Size of a cast up to which white balance differs between any two photos. */
const USUAL_CAST = 0.01;
/** Limit of the shift, which large casts approach, because people and cameras adapt to most of a strong cast. */
const MAX_CAST = 0.08;
/** Share of the mean color that counts as light if it is cold or magenta, because few large surfaces are. */
const DUSK_SHARE = 0.9;
/**
 * Spread of colors relative to their mean (see `SceneTint`), up to which they may be a carpet or paper, and from which
 * they are a sky and more.
 */
const [CARPET, SKY] = [0.18, 0.3];
/** Saturation of the mean color that light can have without any variety, and that only paint has. */
const [DEEP_LIGHT, PAINT] = [0.135, 0.18];
const WARM_SHARE = 0.65;
/** Share of the picture that the product hides, up to which a scene is visible, and from which hardly any is. */
const [CLOSE, CLOSEST] = [0.2, 0.5];

const alongAxis = ({ a, b }: Tint): number => a * LAMP_AXIS.a + b * LAMP_AXIS.b;
const acrossAxis = ({ a, b }: Tint): number => a * LAMP_AXIS.b - b * LAMP_AXIS.a;

/**
 * Shift of white from the product's light to the scene's. Small casts are ignored and larger ones are followed nearly
 * fully. A product whose own grays already lean toward the scene's light is shifted less.
 */
export function castShift(cast: Cast, tint: SceneTint, product: Cast): LightShift {
  const light = withDusk(cast, tint);
  const size = Math.hypot(light.a, light.b);
  if (size < 1e-9) return { a: 0, b: 0, warmth: 0, magenta: 0 };
  const [warmth, magenta] = [alongAxis(light), acrossAxis(light)];
  const greenness = Math.max(
    ...[light, tint.mean].map((one) => -acrossAxis(one) / Math.max(1e-9, Math.abs(alongAxis(one)))),
  );
  const painted =
    warmth > 0
      ? linearRamp(greenness, FOLIAGE_FROM, FOLIAGE_SURE)
      : linearRamp(greenness, TEAL_FROM, TEAL_SURE);
  const alike = (product.confidence * (product.a * light.a + product.b * light.b)) / (size * size);
  const missing = 1 - Math.max(0, Math.min(1, alike));
  const wanted = Math.max(0, size - USUAL_CAST) * (1 - painted) * missing * readability(tint);
  const scale = wanted / Math.hypot(1, wanted / MAX_CAST) / size;
  const [along, across] = [scale * warmth, OFF_AXIS_SHARE * scale * magenta];
  return {
    a: along * LAMP_AXIS.a + across * LAMP_AXIS.b,
    b: along * LAMP_AXIS.b - across * LAMP_AXIS.a,
    warmth: along,
    magenta: across,
  };
}

/**
 * Share, 0 to 1, to which surroundings show the light on the product: not if they are black, as around a product in a
 * spot of light, a wall or a carpet of one color, or a close-up of the product.
 */
export const readability = (tint: SceneTint): number =>
  linearRamp(tint.bright, BLACK, VISIBLE) *
  linearRamp(tint.contrast, ONE_SURFACE, SURFACES) *
  (1 - linearRamp(tint.hidden, CLOSE, CLOSEST)) *
  (1 - linearRamp(saturation(tint.mean), DEEP_LIGHT, PAINT) * (1 - variety(tint)));

const variety = ({ mean, spread }: SceneTint): number =>
  linearRamp(spread / Math.max(1e-3, Math.hypot(mean.a, mean.b)), CARPET, SKY);

/** Distance from gray, in which warm colors count less, because lamps and the sun have them. */
const saturation = (tint: Tint): number => {
  const warmth = alongAxis(tint);
  return Math.hypot(warmth > 0 ? WARM_SHARE * warmth : warmth, acrossAxis(tint));
};

/** Size of a cold or magenta color; 0 for a warm or green one, which many surfaces have. */
function measureDusk(tint: Tint): number {
  const [warmth, magenta] = [alongAxis(tint), acrossAxis(tint)];
  const size = Math.hypot(Math.min(0, warmth), Math.max(0, magenta));
  return Math.max(0, size - Math.max(0, warmth) - Math.max(0, -magenta));
}

/** Estimated cast, or the mean color of varied surroundings if that shows dusk, night or neon more clearly. */
function withDusk(cast: Cast, tint: SceneTint): Tint {
  const { mean } = tint;
  const share = (DUSK_SHARE * variety(tint) * measureDusk(mean)) / Math.max(1e-9, Math.hypot(mean.a, mean.b));
  return Math.hypot(mean.a, mean.b) * share > Math.hypot(cast.a, cast.b) * cast.confidence
    ? { a: share * mean.a, b: share * mean.b }
    : { a: cast.confidence * cast.a, b: cast.confidence * cast.b };
}
