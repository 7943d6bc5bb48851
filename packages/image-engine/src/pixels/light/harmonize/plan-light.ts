import { ESTIMATED_SURROUNDINGS } from '@packshot/contract';
import type { Surroundings } from '@packshot/contract';
import type { AlphaRaster, Box, RgbaRaster } from '../../raster/raster.ts';
import { portion } from '../../raster/work.ts';
import type { Work } from '../../raster/work.ts';
import { castShift } from './cast-shift.ts';
import type { LightShift } from './cast-shift.ts';
import { findBase } from './contact-base.ts';
import type { Base } from './contact-base.ts';
import { castShadow } from './cast-shadow.ts';
import { contactShadow, missingShadow } from './contact-shadow.ts';
import type { ContactShadow } from './contact-shadow.ts';
import { estimateCast } from './illuminant.ts';
import type { Cast } from './illuminant.ts';
import { darkeningBeside } from './background-beside.ts';
import { outOfFocus } from './background-focus.ts';
import { estimateLevel } from './light-level.ts';
import { ownLight } from './product-own-light.ts';
import { productGains } from './product-light.ts';
import type { ProductGains } from './product-light.ts';
import { measureTint } from './scene-tint.ts';
import { createScene } from './composite-cells.ts';
import type { CompositeCells } from './composite-cells.ts';
import { ramp, smooth, smoothWeighted } from '../../raster/smooth.ts';
import { estimateElevation, estimateSurroundings } from './surroundings.ts';
import type { EstimatedSurroundings, Standing } from './surroundings.ts';

/** Estimates from the picture, and the change at full strength that follows from them. */
export interface HarmonizePlan {
  readonly scene: CompositeCells;
  readonly soft: SoftBackground;
  readonly sceneCast: Cast;
  readonly shift: LightShift;
  /** Brightness of the scene's light relative to the product's, at most 1. */
  readonly level: number;
  readonly estimated: EstimatedSurroundings;
  readonly light: ProductGains;
  /** Contact shadow to add below the product; undefined if the picture needs none. */
  readonly shadow: ContactShadow | undefined;
  /** Shadow to add that the product casts away from the light; undefined if the picture needs none. */
  readonly thrown: ContactShadow | undefined;
}

/**
 * Blur of the product's mask, as a share of the scene's longer side, by which background near the product weighs more.
 * Distant background has the weight `FAR_WEIGHT`.
 */
const NEAR_SHARE = 0.14;
const FAR_WEIGHT = 0.25;
/** Minimum number of background cells for estimating the scene's light. */
const MIN_BACKGROUND_CELLS = 24;

export interface PlanOptions {
  /** Properties of light and background that the user set; the others are estimated. */
  readonly surroundings?: Surroundings | undefined;
  /** Whether the product rests on a surface, on which it casts shadows, if one is visible. Default true. */
  readonly isResting?: boolean | undefined;
}

/** Plans the change of a product and its shadows; undefined if too little background or product is visible. */
export function* planFor(
  image: RgbaRaster,
  alpha: AlphaRaster,
  product: Box,
  { surroundings: set = ESTIMATED_SURROUNDINGS, isResting = true }: PlanOptions = {},
): Work<HarmonizePlan | undefined> {
  const scene = yield* portion(createScene(image, alpha), 0, 0.6);
  const { widthPx } = scene;
  const weight = nearnessWeight(scene);
  yield 0.62;
  const productWeight = scene.product.share;
  if (sumShares(productWeight) < 1e-6 || sumShares(scene.background.share) < MIN_BACKGROUND_CELLS)
    return undefined;
  const castWeight = weight.map((value, i) => value * midToneWeight(scene.background.lightness[i]));
  const sceneCast = estimateCast(scene.background, castWeight, widthPx);
  yield 0.65;
  const productCast = estimateCast(scene.product, productWeight, widthPx);
  yield 0.7;
  const soft = softBackground(scene);
  yield 0.72;
  const base = isResting ? findBase(scene) : undefined;
  const estimated = estimateSurroundings(scene, base && toStanding(scene, base));
  yield 0.78;
  const own = ownLight(scene);
  yield 0.82;
  const tint = measureTint(scene, weight);
  const shift = castShift(sceneCast, tint, productCast);
  const level = estimateLevel(scene, shift, tint);
  const light = productGains(scene, product, { estimated, set, own, shift, tint, level, base });
  yield 0.85;
  const shadows = base === undefined ? NO_SHADOWS : planShadows(scene, base, estimated, set);
  yield 0.9;
  return {
    scene,
    soft,
    sceneCast,
    shift,
    level,
    estimated,
    light,
    ...shadows,
  };
}

type Shadows = Pick<HarmonizePlan, 'shadow' | 'thrown'>;
const NO_SHADOWS: Shadows = { shadow: undefined, thrown: undefined };
const NEGLIGIBLE = 0.02;
const STEEP_FROM_DEG = 55;
/**
 * Darkening of the ground around the product's base, as a logarithm of light: at the first value it has a contact
 * shadow, at the second none.
 */
const [HAS_CONTACT, NO_CONTACT] = [-0.3, -0.1];
/**
 * Darkening at which the ground has a cast shadow, and at which it has none. The limits are strict, because a second
 * shadow on another side would be more noticeable than a shadow that is slightly too dark.
 */
const [HAS_THROWN, NO_THROWN] = [-0.16, -0.05];
/**
 * Maximum density of a cast shadow. For an estimated light it is multiplied by the directed share of all light; for a
 * light that the user has set it isn't.
 */
const DEEPEST = 0.95;
const DEEPEST_WHEN_SET = 0.95;

/** Shadows that the product lacks; empty if the background shows them already. */
function planShadows(
  scene: CompositeCells,
  base: Base,
  estimated: EstimatedSurroundings,
  set: Surroundings,
): Shadows {
  // A product in front of a blurred background rests on nothing that the picture shows, unless the user says how the
  // surface is lit or seen.
  const isSet = set.light !== null || set.groundLine !== null || set.elevationDeg !== null;
  const visible = isSet ? 1 : 1 - outOfFocus(scene, base);
  // If the ground is darker all around the product's base, it has a soft shadow already, even if the lightness below
  // the base doesn't show it.
  const beside = darkeningBeside(scene, base);
  const amount = visible * missingShadow(scene, base) * ramp(beside, HAS_CONTACT, NO_CONTACT);
  if (amount < NEGLIGIBLE) return NO_SHADOWS;
  const light = set.light ?? estimated.light;
  const missing = amount * ramp(beside, HAS_THROWN, NO_THROWN);
  const density = missing * (set.light === null ? DEEPEST * estimated.directed : DEEPEST_WHEN_SET);
  const sure = set.light === null ? estimated.confidence.light : 1;
  const aside = -Math.sin((light.fromDeg * Math.PI) / 180) * sure;
  const elevationDeg =
    set.elevationDeg ??
    (set.groundLine === null ? estimated.elevationDeg : estimateElevation(set.groundLine, 1));
  // In a steep view from above, the picture doesn't contain a horizon line of the ground.
  const visibleGroundLine = elevationDeg > STEEP_FROM_DEG ? 0 : estimated.groundLine;
  const groundLine = set.groundLine ?? visibleGroundLine * Math.round(estimated.confidence.groundLine);
  return {
    shadow: contactShadow(scene, base, aside, amount),
    thrown:
      density < NEGLIGIBLE
        ? undefined
        : castShadow(scene, base, { light, groundLine, elevationDeg, density }),
  };
}

const sumShares = (shares: Float32Array): number => shares.reduce((sum, share) => sum + share, 0);

const toStanding = ({ heightPx }: CompositeCells, { top, bottom }: Base): Standing => ({
  bottom: (bottom + 1) / heightPx,
  height: (bottom + 1 - top) / heightPx,
});

/**
 * Weights of cells for estimates: up to 1 for background near the product, falling to `FAR_WEIGHT` with the distance,
 * and 0 for the product.
 */
function nearnessWeight({ alpha, background, widthPx, heightPx }: CompositeCells): Float32Array {
  const near = smooth(alpha, widthPx, heightPx, Math.max(1, NEAR_SHARE * Math.max(widthPx, heightPx)));
  let most = 1e-6;
  for (const value of near) most = Math.max(most, value);
  return background.share.map((share, i) => share * (FAR_WEIGHT + (1 - FAR_WEIGHT) * (near[i] / most)));
}

/** Weight of a cell for estimating the light's color; lower for deep shadows and clipped highlights. */
const midToneWeight = (lightness: number): number =>
  (0.15 + 0.85 * ramp(lightness, 0.15, 0.4)) * (1 - 0.85 * ramp(lightness, 0.93, 0.99));

/** Light of the background without small details, interpolated behind the product. */
interface SoftBackground {
  readonly lightness: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** Size of details to be smoothed, as a share of the scene; they come from objects rather than light. */
const DETAIL_SHARE = 0.025;

/** Blurs the background by a share of the scene, filling in the product's area (normalized convolution). */
function softBackground({ background, widthPx, heightPx }: CompositeCells): SoftBackground {
  const sigmaPx = Math.max(1, DETAIL_SHARE * Math.max(widthPx, heightPx));
  const total = smooth(background.share, widthPx, heightPx, sigmaPx);
  const soften = (values: Float32Array): Float32Array =>
    smoothWeighted(values, total, background.share, widthPx, heightPx, sigmaPx);
  return {
    lightness: soften(background.lightness),
    a: soften(background.a),
    b: soften(background.b),
  };
}
