/** The look of a scene: what its plan and its picture tell, and the plan of another product's picture with that look. */
import { DEFAULT_MATCH_PERCENT } from '@packshot/contract';
import type { ProductView, SceneLook, Shadow } from '@packshot/contract';
import type { ScenePlan } from '../../stage/scene-plan.ts';
import { isHangingIn } from '../../stage/set-kinds.ts';
import type { SeriesLook } from '../../scene/series.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { VIEW_TOLERANCE_DEG } from './fitting-views.ts';
import { followedBy } from './scene-facts.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { paletteOf } from './tints.ts';

/** What is asked of a set before a look is taken for its own. */
export type LookSet = Pick<StudioSet, 'lights' | 'tints' | 'camera' | 'stage'>;

/** How a product was asked for, as far as a series shares it. */
interface AskedProduct {
  readonly view?: ProductView | undefined;
  readonly shadow?: Shadow | undefined;
  readonly matchPercent?: number | undefined;
}

/** @param seed of the picture's dither */
export function lookOf(plan: ScenePlan, series: SeriesLook, asked: AskedProduct, seed: number): SceneLook {
  const { setId, isMirrored, framing, lights, exposure, keySoftness, tints, seenTints = [] } = plan;
  return {
    setId,
    isMirrored,
    framing,
    light: plan.facts.light,
    lights: Object.fromEntries(Object.entries(lights).map(([id, [r, g, b]]) => [id, [r, g, b]])),
    exposure,
    keySoftness,
    tints: { ...tints },
    seenTints: [...seenTints],
    isBurntOut: plan.isBurntOut === true,
    ...series,
    view: asked.view ?? null,
    shadow: asked.shadow ?? null,
    matchPercent: asked.matchPercent ?? DEFAULT_MATCH_PERCENT,
    seed,
  };
}

/** Whether a set still has all lights and parts that a look names. */
export function hasLook(set: LookSet, { lights, tints, seenTints }: SceneLook): boolean {
  const lamps = new Set(set.lights.map(({ id }) => id));
  const parts = new Set(set.tints.map(({ id }) => id));
  return (
    Object.keys(lights).every((id) => lamps.has(id)) &&
    [...Object.keys(tints), ...seenTints].every((id) => parts.has(id))
  );
}

/**
 * Whether a product that was seen like that can be one of a series: from the height of the set's camera, or from that of a first product which the
 * set did not fit either; and hanging only among what hangs.
 */
export function isViewOfLook(
  view: ProductView,
  { view: first }: SceneLook,
  { camera, stage }: LookSet,
): boolean {
  if (view.pose === 'hangs' && !isHangingIn({ stage }) && first?.pose !== 'hangs') return false;
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= VIEW_TOLERANCE_DEG;
  if (isNear(view.elevationDeg, camera.elevationDeg)) return true;
  if (first === null || isNear(first.elevationDeg, camera.elevationDeg)) return false;
  return isNear(view.elevationDeg, first.elevationDeg);
}

/** The plan of a picture with a look. @param set the look's, which has all that it names */
export function planOfLook(look: SceneLook, set: StudioSet, prompt: string): ScenePlan {
  const { setId, isMirrored, framing, lights, exposure, keySoftness, tints, seenTints, isBurntOut } = look;
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
    facts: {
      reference_id: set.family,
      title: set.title,
      light: look.light,
      palette: paletteOf(set, tints).slice(0, 4),
      elevation_deg: set.camera.elevationDeg,
      ...followedBy(readScenePrompt(prompt), set, look),
    },
  };
}
