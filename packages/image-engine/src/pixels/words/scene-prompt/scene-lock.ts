/**
 * Defines the scene lock (settings shared by a series): reads it from a plan and its picture, and plans pictures of
 * other products with it.
 */
import { DEFAULT_MATCH_PERCENT } from '@packshot/contract';
import type { ProductView, SceneLock, Shadow } from '@packshot/contract';
import type { ScenePlan } from '../../stage/scene-plan.ts';
import { isHangingIn, isPlain } from '../../stage/set-kinds.ts';
import { planWithLock } from '../../scene/series.ts';
import type { SeriesLock } from '../../scene/series.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { VIEW_TOLERANCE_DEG } from './fitting-views.ts';
import { shownPaint } from './plain-set.ts';
import { followedBy } from './scene-facts.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { listPaletteColors } from './tints.ts';

/** Fields of a set that are compared with a scene lock. */
export type LockableSet = Pick<StudioSet, 'lights' | 'tints' | 'camera' | 'stage'>;

/** Settings of the first product's request that its scene lock records, so that later pictures of the series use them. */
interface AskedProduct {
  readonly view?: ProductView | undefined;
  readonly shadow?: Shadow | undefined;
  readonly matchPercent?: number | undefined;
}

/** Gains of lights as a scene lock states them. */
export const statedLights = (lights: ScenePlan['lights']): SceneLock['lights'] =>
  Object.fromEntries(Object.entries(lights).map(([id, [r, g, b]]) => [id, [r, g, b]]));

/**
 * Creates the scene lock of a picture.
 * @param seed seed of the picture's dithering
 */
export function toSceneLock(
  plan: ScenePlan,
  series: SeriesLock,
  askedProduct: AskedProduct,
  seed: number,
): SceneLock {
  const { setId, isMirrored, framing, lights, exposure, keySoftness, tints, seenTints = [] } = plan;
  return {
    setId,
    isMirrored,
    framing,
    light: plan.facts.light,
    lights: statedLights(lights),
    exposure,
    keySoftness,
    tints: { ...tints },
    seenTints: [...seenTints],
    isBurntOut: plan.isBurntOut === true,
    ...series,
    view: askedProduct.view ?? null,
    shadow: askedProduct.shadow ?? null,
    matchPercent: askedProduct.matchPercent ?? DEFAULT_MATCH_PERCENT,
    seed,
  };
}

/** True if a set still has all lights and tints of a scene lock. */
export function fitsLock(set: LockableSet, { lights, tints, seenTints }: SceneLock): boolean {
  const lamps = new Set(set.lights.map(({ id }) => id));
  const parts = new Set(set.tints.map(({ id }) => id));
  return (
    Object.keys(lights).every((id) => lamps.has(id)) &&
    [...Object.keys(tints), ...seenTints].every((id) => parts.has(id))
  );
}

/**
 * True if a product with this view fits into a series: it is seen from the elevation of the set's camera. If the
 * series' first product didn't fit the camera either, the elevation of that product counts instead. Hanging products
 * only fit into series of hanging products.
 */
export function isViewOfLock(
  view: ProductView,
  { view: first }: SceneLock,
  { camera, stage }: LockableSet,
): boolean {
  if (view.pose === 'hangs' && !isHangingIn({ stage }) && first?.pose !== 'hangs') return false;
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= VIEW_TOLERANCE_DEG;
  if (isNear(view.elevationDeg, camera.elevationDeg)) return true;
  if (first === null || isNear(first.elevationDeg, camera.elevationDeg)) return false;
  return isNear(view.elevationDeg, first.elevationDeg);
}

/**
 * Plans a picture with a scene lock (settings shared by a series).
 * @param set the scene lock's studio set, which must have all its lights and tints
 */
export function planFromLock(sceneLock: SceneLock, set: StudioSet, prompt: string): ScenePlan {
  const shownTints = isPlain(set) ? shownPaint(set, sceneLock) : sceneLock.tints;
  return {
    ...planWithLock(sceneLock),
    facts: {
      reference_id: set.family,
      title: set.title,
      light: sceneLock.light,
      palette: listPaletteColors(set, shownTints).slice(0, 4),
      elevation_deg: set.camera.elevationDeg,
      ...followedBy(readScenePrompt(prompt), set, { ...sceneLock, tints: shownTints }),
    },
  };
}
