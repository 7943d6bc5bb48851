/** Defines the scene lock: the properties that pictures of different products in a series have in common. */
import type { SceneLook, Shadow, ShadowSource } from '@packshot/contract';
import { DEFAULT_SHADOW } from '@packshot/contract';
import { LEANS_FROM } from '../light/set/choose-shadow.ts';
import type { LookPlace } from './place-in-series.ts';
import type { PhotoShadow } from '../light/lay-photo-shadow.ts';

/** Scene lock of a series, apart from its plan. */
export type SeriesLook = Pick<SceneLook, 'place' | 'shadowSource' | 'shadowFallsDeg' | 'grain'>;

/** Maximum angle between two shadows that fall to the same side. */
const SAME_SIDE_DEG = 60;

type Lean = PhotoShadow['lean'];

/** Direction of a shadow in the picture, clockwise from the right; null without a clear side. */
export function shadowDirection({ x, y }: Lean): number | null {
  if (Math.hypot(x, y) < LEANS_FROM) return null;
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

/** True if a photo shadow fits into the series: its pictures use photo shadows, too, and none falls to another side. */
export function isOfSeries(lean: Lean, { shadowSource, shadowFallsDeg }: SeriesLook): boolean {
  if (shadowSource !== 'photo') return false;
  const falls = shadowDirection(lean);
  if (falls === null || shadowFallsDeg === null) return true;
  const apart = Math.abs(falls - shadowFallsDeg);
  return Math.min(apart, 360 - apart) <= SAME_SIDE_DEG;
}

/** Computed shadow in the direction of the series. */
export const seriesShadow = (series: SeriesLook | undefined): Shadow =>
  series === undefined || series.shadowFallsDeg === null
    ? DEFAULT_SHADOW
    : { ...DEFAULT_SHADOW, directionDeg: series.shadowFallsDeg };

/** Scene lock from the first picture. */
export const seriesLook = (
  place: LookPlace,
  shadowSource: ShadowSource,
  lean: Lean | undefined,
  grain: number,
): SeriesLook => ({
  place,
  shadowSource,
  shadowFallsDeg: shadowSource === 'photo' && lean ? shadowDirection(lean) : null,
  grain,
});
