import { planScenes } from '../pixels/scene-prompt/plan-scenes.ts';
import type { ScenePlan, SceneWish } from '../pixels/studio/scene-plan.ts';
import type { StudioSet } from '../pixels/studio/studio-set.ts';
import { committedSets, setsOfAllScenes } from './studio-sets.ts';

/** Sets of every scene that the lexicon knows, to be planned with and not rendered. */
export const ALL = setsOfAllScenes();
/** The sets that ship. */
export const SHIPPED = committedSets();

/** A wish for four variants of anything, with what a test asks for in its place. */
export const wishOf = (wish: Partial<SceneWish> = {}): SceneWish => ({
  prompt: '',
  light: 'auto',
  palette: [],
  product: null,
  seed: 1,
  count: 4,
  ...wish,
});

/** The scenes that a prompt leads to, chosen from a set of every scene unless others are given. */
export const plan = (prompt: string, wish: Partial<SceneWish> = {}, sets = ALL): ScenePlan[] =>
  planScenes(wishOf({ prompt, ...wish }), sets);

/** The sets' families, in the plans' order. */
export const families = (plans: readonly ScenePlan[]): string[] =>
  plans.map(({ facts }) => facts.reference_id);

/** The set that a plan is of. */
export const setOf = ({ setId }: ScenePlan, sets: readonly StudioSet[] = ALL): StudioSet => {
  const set = sets.find(({ id }) => id === setId);
  if (set === undefined) throw new Error(`No set ${setId}`);
  return set;
};
