import type { SceneLock } from '@packshot/contract';
import { isPlain } from '../../stage/set-kinds.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { createLightPlan, rateMoods } from './light-moods.ts';
import { statedLights } from './scene-lock.ts';

/** Light of a mood in a set, as a scene lock states it. */
export type MoodLight = Pick<SceneLock, 'light' | 'lights' | 'exposure' | 'keySoftness'>;

const MOST_MOODS = 5;
/** Plausibility from which a mood is offered. */
const OFFERED_FROM = 0.6;
/** Request that leaves each mood as it is. */
const NO_REQUEST = { mood: null, from: null, warmth: 0, hardness: 0, brightness: 0 } as const;

/**
 * Moods of light that suit a set, at most five, the most plausible ones first. None for a plain background, whose paint
 * depends on the light.
 */
export function listMoods(set: StudioSet): MoodLight[] {
  if (isPlain(set)) return [];
  return rateMoods(set)
    .filter(({ plausibility }) => plausibility >= OFFERED_FROM)
    .toSorted((a, b) => b.plausibility - a.plausibility)
    .slice(0, MOST_MOODS)
    .map(({ mood }) => {
      const { weights, exposure, keySoftness } = createLightPlan(set, mood, NO_REQUEST);
      return { light: mood, lights: statedLights(weights), exposure, keySoftness };
    });
}
