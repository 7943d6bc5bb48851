import type { AlphaRaster, Box, RgbaRaster } from '../raster.ts';
import { portion } from '../work.ts';
import type { Work } from '../work.ts';
import { contactShadow } from './contact-shadow.ts';
import type { ContactShadow } from './contact-shadow.ts';
import { computeGrade } from './grade.ts';
import type { Grade } from './grade.ts';
import { missingGrain } from './grain.ts';
import { estimateCast } from './illuminant.ts';
import type { Cast } from './illuminant.ts';
import { facing, lightDirection, softBackground } from './light.ts';
import type { LightDirection, SoftBackground } from './light.ts';
import { sceneOf } from './scene.ts';
import type { Scene } from './scene.ts';
import { excessSharpness } from './sharpness.ts';
import { ramp, smooth } from './smooth.ts';
import { measureTones } from './tones.ts';

/** All estimates from the picture, which determine the change at full strength. */
export interface HarmonizePlan {
  readonly scene: Scene;
  readonly soft: SoftBackground;
  readonly sceneCast: Cast;
  readonly grade: Grade;
  readonly light: LightDirection;
  /** How much each cell faces the light, −1 to 1. */
  readonly facing: Float32Array;
  /** The Oklab b/L by which the brightest part of the scene is warmer (above 0) than the rest. */
  readonly lightWarmth: number;
  readonly shadow: ContactShadow | undefined;
  /** The standard deviation of the grain to add, in Oklab lightness. */
  readonly grain: number;
  /** The share of the finest detail to remove, 0 to 1. */
  readonly softening: number;
}

/**
 * The radius of the product's surroundings, as a share of the scene; beyond it background has less weight.
 */
const NEAR_SHARE = 0.14;
const FAR_WEIGHT = 0.25;
/** With less background than this (in cells) nothing can be matched. */
const MIN_BACKGROUND_CELLS = 24;
const MAX_WARMTH = 0.03;

/** Undefined when there is too little background, or too little product. */
export function* planFor(
  image: RgbaRaster,
  alpha: AlphaRaster,
  product: Box,
): Work<HarmonizePlan | undefined> {
  const scene = yield* portion(sceneOf(image, alpha), 0, 0.6);
  const { widthPx } = scene;
  const weight = nearnessWeight(scene);
  yield 0.62;
  const sceneTones = measureTones(scene.background, weight);
  const productWeight = scene.product.share;
  const productTones = measureTones(scene.product, productWeight);
  if (sceneTones === undefined || productTones === undefined) return undefined;
  if (scene.background.share.reduce((sum, share) => sum + share, 0) < MIN_BACKGROUND_CELLS) return undefined;
  const castWeight = weight.map((value, i) => value * midToneWeight(scene.background.lightness[i]));
  const sceneCast = estimateCast(scene.background, castWeight, widthPx);
  yield 0.65;
  const productCast = estimateCast(scene.product, productWeight, widthPx);
  yield 0.7;
  const soft = softBackground(scene);
  yield 0.72;
  const light = lightDirection(scene, soft, sceneTones.light);
  yield 0.75;
  const toward = yield* portion(facing(scene, light), 0.75, 0.85);
  const shadow = contactShadow(scene, light);
  yield 0.9;
  const bright = castWeight.map((value, i) =>
    scene.background.lightness[i] < sceneTones.middle ? 0 : value,
  );
  const brightCast = estimateCast(scene.background, bright, widthPx);
  const warmth = brightCast.confidence * sceneCast.confidence * (brightCast.b - sceneCast.b);
  const grain = (yield* portion(missingGrain(image, alpha), 0.9, 0.97)) / 255;
  return {
    scene,
    soft,
    sceneCast,
    grade: computeGrade({ cast: sceneCast, tones: sceneTones }, { cast: productCast, tones: productTones }),
    light,
    facing: toward,
    lightWarmth: Math.max(-MAX_WARMTH, Math.min(MAX_WARMTH, warmth)),
    shadow,
    grain,
    softening: excessSharpness(image, alpha, product),
  };
}

/** Background near the product has full weight, distant background FAR_WEIGHT, the product none. */
function nearnessWeight({ alpha, background, widthPx, heightPx }: Scene): Float32Array {
  const near = smooth(alpha, widthPx, heightPx, Math.max(1, NEAR_SHARE * Math.max(widthPx, heightPx)));
  let most = 1e-6;
  for (const value of near) most = Math.max(most, value);
  return background.share.map((share, i) => share * (FAR_WEIGHT + (1 - FAR_WEIGHT) * (near[i] / most)));
}

/** Deep shadows and clipped highlights say little about the light's color. */
const midToneWeight = (lightness: number): number =>
  (0.15 + 0.85 * ramp(lightness, 0.15, 0.4)) * (1 - 0.85 * ramp(lightness, 0.93, 0.99));
