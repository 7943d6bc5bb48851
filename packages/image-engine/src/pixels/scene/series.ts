/** What pictures of different products have in common, so that they are one series. */
import type { SceneLook, Shadow, ShadowSource } from '@packshot/contract';
import { DEFAULT_SHADOW } from '@packshot/contract';
import { LEANS_FROM } from '../light/set/choose-shadow.ts';
import type { LookPlace } from './place-in-series.ts';
import type { PhotoShadow } from '../light/lay-photo-shadow.ts';

/** What a further picture takes over from the first one, besides its plan. */
export type SeriesLook = Pick<SceneLook, 'place' | 'shadowSource' | 'shadowFallsDeg' | 'grain'>;

/** Two shadows fall to the same side up to this angle between them. */
const SAME_SIDE_DEG = 60;

type Lean = PhotoShadow['lean'];

/** To where a shadow falls in the picture, clockwise from the right; null: to no side. */
export function fallOf({ x, y }: Lean): number | null {
  if (Math.hypot(x, y) < LEANS_FROM) return null;
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

/** Whether a photo's own shadow may be beside those of the series: they are photos' too, and none falls to another side. */
export function isOfSeries(lean: Lean, { shadowSource, shadowFallsDeg }: SeriesLook): boolean {
  if (shadowSource !== 'photo') return false;
  const falls = fallOf(lean);
  if (falls === null || shadowFallsDeg === null) return true;
  const apart = Math.abs(falls - shadowFallsDeg);
  return Math.min(apart, 360 - apart) <= SAME_SIDE_DEG;
}

/** A computed shadow, falling as the others of the series do. */
export const seriesShadow = (series: SeriesLook | undefined): Shadow =>
  series === undefined || series.shadowFallsDeg === null
    ? DEFAULT_SHADOW
    : { ...DEFAULT_SHADOW, directionDeg: series.shadowFallsDeg };

/** What the first picture hands on. */
export const seriesLook = (
  place: LookPlace,
  shadowSource: ShadowSource,
  lean: Lean | undefined,
  grain: number,
): SeriesLook => ({
  place,
  shadowSource,
  shadowFallsDeg: shadowSource === 'photo' && lean ? fallOf(lean) : null,
  grain,
});
