/** Defines the scene lock: the properties that all pictures in a series of different products have in common. */
import type { Pose, SceneLock, Shadow, ShadowSource } from '@packshot/contract';
import { DEFAULT_SHADOW } from '@packshot/contract';
import { LEANS_FROM } from '../light/set/choose-shadow.ts';
import type { SeriesPlace } from './place-in-series.ts';
import type { PicturePlan } from '../stage/scene-plan.ts';
import type { PhotoShadow } from '../light/lay-photo-shadow.ts';

/** Scene lock of a series, without its scene plan. */
export type SeriesLock = Pick<SceneLock, 'place' | 'shadowSource' | 'shadowFallsDeg' | 'grain'>;

/** Source and direction of the first product's shadow, with which the shadows of other products agree. */
export type ShadowOfSeries = Pick<SeriesLock, 'shadowSource' | 'shadowFallsDeg'>;

/** Maximum angle between two shadows that count as falling to the same side. */
const SAME_SIDE_DEG = 60;

type Lean = PhotoShadow['lean'];

/**
 * Direction in which a shadow falls in the picture, in degrees clockwise from the right; null if it doesn't clearly
 * fall to one side.
 */
export function shadowDirection({ x, y }: Lean): number | null {
  if (Math.hypot(x, y) < LEANS_FROM) return null;
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

/**
 * True if the shadow from a product's photo fits the series: the series also uses shadows from photos, and the shadows
 * don't clearly fall to different sides.
 */
export function isOfSeries(lean: Lean, { shadowSource, shadowFallsDeg }: ShadowOfSeries): boolean {
  if (shadowSource !== 'photo') return false;
  const falls = shadowDirection(lean);
  if (falls === null || shadowFallsDeg === null) return true;
  const apart = Math.abs(falls - shadowFallsDeg);
  return Math.min(apart, 360 - apart) <= SAME_SIDE_DEG;
}

/**
 * Settings for a computed shadow that falls in the direction of the series; the default settings if the series has
 * none.
 */
export const seriesShadow = (series: ShadowOfSeries | undefined): Shadow =>
  series === undefined || series.shadowFallsDeg === null
    ? DEFAULT_SHADOW
    : { ...DEFAULT_SHADOW, directionDeg: series.shadowFallsDeg };

/** Plan of a picture with a scene lock, without facts for the user. */
export function planWithLock(sceneLock: SceneLock): PicturePlan {
  const { setId, isMirrored, framing, lights, exposure, keySoftness, tints, seenTints, isBurntOut } =
    sceneLock;
  return {
    setId,
    isMirrored,
    framing,
    lights,
    exposure,
    keySoftness,
    tints,
    seenTints,
    isBurntOut,
    ...(isPlannedWithoutShadow(sceneLock) && { hasNoShadow: true }),
  };
}

/**
 * True if the prompt of the first picture asked for no shadow. A scene lock doesn't record that directly; only this
 * request gives a picture without a shadow although the user didn't choose one.
 */
const isPlannedWithoutShadow = ({ shadow, shadowSource }: SceneLock): boolean =>
  shadow === null && shadowSource === 'none';

/** Shadow of a picture for which the user has chosen none; undefined if the set's light decides. */
function usualShadow(pose: Pose | null, { hasNoShadow }: PicturePlan): Shadow | undefined {
  if (hasNoShadow === true) return { ...DEFAULT_SHADOW, kind: 'none' };
  return pose === 'floats' ? { ...DEFAULT_SHADOW, kind: 'floating' } : undefined;
}

/** Shadow of a product, as the user or the series chose it or its pose needs it; undefined if the set's light decides. */
export const requestedShadow = (
  chosen: Shadow | undefined,
  pose: Pose | null,
  plan: PicturePlan,
  look: Pick<SceneLock, 'shadow'> | null | undefined,
): Shadow | undefined => chosen ?? usualShadow(pose, plan) ?? look?.shadow ?? undefined;

/** Scene lock that the first picture of a series defines. */
export const seriesLock = (
  place: SeriesPlace,
  shadowSource: ShadowSource,
  lean: Lean | undefined,
  grain: number,
): SeriesLock => ({
  place,
  ...shadowOfSeries(shadowSource, lean),
  grain,
});

export const shadowOfSeries = (shadowSource: ShadowSource, lean: Lean | undefined): ShadowOfSeries => ({
  shadowSource,
  shadowFallsDeg: shadowSource === 'photo' && lean ? shadowDirection(lean) : null,
});
