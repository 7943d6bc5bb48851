import type { Cast } from './illuminant.ts';
import { ramp } from './smooth.ts';
import type { Tones } from './tones.ts';

/** One color change for the whole product, at full strength. */
export interface Grade {
  /** A 3 x 3 matrix by rows: maps an Oklab color to its appearance under the scene's light. */
  readonly adaptation: readonly number[];
  /** Scales lightness and chroma together, as less light does. */
  readonly exposure: number;
  /** Added to the lightness of black; lighter tones get less. */
  readonly blackShift: number;
  readonly saturation: number;
}

/**
 * People adapt to most of a color cast, and so does a photographer's white balance: this much of the cast is
 * applied.
 */
const CAST_SHARE = 0.85;
const MAX_CAST = 0.045;
/**
 * Illuminants vary along this line (a/L, b/L); a deviation from it is mostly reflected from painted surfaces,
 * and counts half.
 */
const LAMP_AXIS = [0.21, 0.978] as const;
const OFF_AXIS_SHARE = 0.5;
/** A product's own cast is less reliable than a scene's, because its grays may be paint. */
const PRODUCT_CAST_TRUST = 0.5;
const EXPOSURE_SHARE = 0.6;
/**
 * The scene's light tones may be darker than the product's by this ratio before the scene counts as dimmer.
 */
const DIMMER_THAN_SHARE = 0.92;
const MIN_EXPOSURE = 0.8;
const MAX_EXPOSURE = 1.06;
/** A scene whose darkest tones are lighter than this contains no black, and says nothing about haze. */
const HAS_BLACK_BELOW = 0.42;
const MAX_BLACK_LIFT = 0.035;
const MAX_BLACK_DROP = 0.03;
const MIN_SATURATION = 0.85;

/** Between cone responses (cube roots) and Oklab: Ottosson's second matrix and its inverse. */
const OKLAB_OF_CONES = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
] as const;
const CONES_OF_OKLAB = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
] as const;

/** The grade that makes the product look lit by the scene. */
export function computeGrade(
  scene: { readonly cast: Cast; readonly tones: Tones },
  product: { readonly cast: Cast; readonly tones: Tones },
): Grade {
  return {
    adaptation: adaptation(castShift(scene.cast, product.cast)),
    exposure: exposure(scene.tones, product.tones, scene.cast.confidence),
    blackShift: blackShift(scene.tones, product.tones),
    saturation: saturation(scene.tones, product.tones),
  };
}

function castShift(scene: Cast, product: Cast): readonly [number, number] {
  const own = PRODUCT_CAST_TRUST * product.confidence;
  const share = CAST_SHARE * scene.confidence;
  const difference = [scene.a - own * product.a, scene.b - own * product.b];
  const along = difference[0] * LAMP_AXIS[0] + difference[1] * LAMP_AXIS[1];
  const [a, b] = [0, 1].map((axis) => {
    const onAxis = along * LAMP_AXIS[axis];
    return share * (onAxis + OFF_AXIS_SHARE * (difference[axis] - onAxis));
  });
  const length = Math.hypot(a, b);
  const scale = length > MAX_CAST ? MAX_CAST / length : 1;
  return [a * scale, b * scale];
}

/** Von Kries adaptation in the cone space of Oklab, where scaling light also scales the cube roots. */
function adaptation([a, b]: readonly [number, number]): number[] {
  const gains = CONES_OF_OKLAB.map((row) => row[0] + row[1] * a + row[2] * b);
  return OKLAB_OF_CONES.flatMap((row) =>
    [0, 1, 2].map((column) =>
      row.reduce((sum, value, cone) => sum + value * gains[cone] * CONES_OF_OKLAB[cone][column], 0),
    ),
  );
}

/**
 * Brightness separates a product's paint from its light only at the extremes: a product lighter than almost
 * everything around it is overlit; one darker than the scene's middle may be lifted slightly, unless it is
 * simply dark. A scene without grays (a red wall) may be dark because of its paint, so it is weighted by
 * `confidence`.
 */
function exposure(scene: Tones, product: Tones, confidence: number): number {
  const share = EXPOSURE_SHARE * confidence;
  const ratio = scene.light / Math.max(0.05, DIMMER_THAN_SHARE * product.light);
  if (ratio < 1) return Math.max(MIN_EXPOSURE, ratio ** share);
  const lift = (scene.middle / Math.max(0.05, product.light)) ** share;
  if (lift <= 1) return 1;
  return 1 + (Math.min(MAX_EXPOSURE, lift) - 1) * ramp(product.middle, 0.25, 0.45);
}

function blackShift(scene: Tones, product: Tones): number {
  if (scene.dark > HAS_BLACK_BELOW) return 0;
  const difference = 0.5 * (scene.dark - product.dark);
  return Math.max(-MAX_BLACK_DROP, Math.min(MAX_BLACK_LIFT, difference));
}

function saturation(scene: Tones, product: Tones): number {
  const muted = 1 - ramp(scene.strongChroma, 0.02, 0.07);
  return 1 - (1 - MIN_SATURATION) * muted * ramp(product.strongChroma, 0.06, 0.14);
}
